"""How nbval runs and compares notebooks; loaded with ``-p tests.site.nbval_rules``."""

import sys
from pathlib import Path

from jupyter_client.provisioning import local_provisioner
from nbval.plugin import IPyNbCell

sys.path.append(str(Path(__file__).resolve().parents[2] / "book"))

from rounding import RECORD, SVG, same_figure

from tests.site.forked_kernels import ForkedKernel, start_server

_start = local_provisioner.launch_kernel


def pytest_configure(config):
    """Workers run several notebooks; one alone has a kernel as everywhere else."""
    if hasattr(config, "workerinput"):
        local_provisioner.launch_kernel = _forked
    elif config.getoption("numprocesses", None):
        config.add_cleanup(start_server())


def _forked(command, **options):
    """A fork; what records a notebook's numbers is set up where a kernel starts."""
    launch = _start if RECORD in options["env"] else ForkedKernel
    return launch(command, **options)


def pytest_collectstart(collector):
    """Do not compare stderr, for log lines differ from machine to machine.

    A solved copy must run; its outputs are the reader's, and its notebook's are others.
    """
    if hasattr(collector, "skip_compare"):
        collector.skip_compare += ("stderr",)
        collector.compare_outputs = collector.path.parent.name != "solved"


_compare = IPyNbCell.compare_outputs


def _compare_outputs(self, test, ref, skip_compare=None):
    for ours, theirs in zip(test, ref, strict=False):
        made, stored = ours.get("data", {}), theirs.get("data", {})
        if SVG in made and SVG in stored and same_figure(made[SVG], stored[SVG]):
            made[SVG] = stored[SVG]
    return _compare(self, test, ref, skip_compare=skip_compare)


IPyNbCell.compare_outputs = _compare_outputs
