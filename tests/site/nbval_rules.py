"""How nbval compares notebooks; loaded with ``-p tests.site.nbval_rules``."""


def pytest_collectstart(collector):
    """Do not compare stderr: log lines differ from machine to machine."""
    if hasattr(collector, "skip_compare"):
        collector.skip_compare += ("stderr",)
