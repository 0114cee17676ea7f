"""Imported once by the process that ``forked`` forks: all that a command would import."""

import importlib

from autograder.cli import VERBS
from autograder.exercise.sources import digest_of, engine_digest
from autograder.pages.render import _engine

for module in VERBS.values():
    importlib.import_module(module)
importlib.import_module("autograder.authoring.verify")
for name in _engine().list_templates(extensions=["j2"]):
    if "/templates/" in name:
        _engine().get_template(name)
engine_digest()
digest_of("autograder.authoring.verify")
