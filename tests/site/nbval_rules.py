"""How nbval compares notebooks; loaded with ``-p tests.site.nbval_rules``."""


def pytest_collectstart(collector):
    """Do not compare stderr, for log lines differ from machine to machine.

    A solved copy must run; its outputs are the reader's, and its notebook's are others.
    """
    if hasattr(collector, "skip_compare"):
        collector.skip_compare += ("stderr",)
        collector.compare_outputs = collector.path.parent.name != "solved"
