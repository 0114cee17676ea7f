"""An exercise on a page that is no chapter, begun: the first page has one.

    ```{exercise-here} numpy.attention_weights
    def attention_weights(q, k):
        return ...
    ```

It is the chapter's exercise: what is passed here is passed there, and its own code stands
there as here.  The code is what the reader finds, with a mistake in it to be mended.
"""

from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList

from attention_site.exercise_cells import elsewhere, exercise_box
from attention_site.exercise_index import all_facts
from attention_site.exercise_python import catalogue
from autograder.exercise.key import load_key
from autograder.notebooks.telling import hints_of


class ExerciseHere(Directive):
    """The exercise of this id, with this code to begin with."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar = {}

    def run(self) -> list[nodes.Node]:
        app = self.state.document.settings.env.app
        cache = Path(app.doctreedir)
        known = {facts.id: facts for facts in all_facts(cache)}
        facts = known.get(self.arguments[0])
        if facts is None or not catalogue(cache)[facts.id]["module"]:
            raise self.error(f"No exercise {self.arguments[0]!r} can be done on a page.")
        box = exercise_box(facts=facts, live=True)
        box["elsewhere"] = elsewhere(app, facts.page.removesuffix(".html"))
        code = "\n".join(self.content) + "\n"
        block = nodes.literal_block(code, code, language="python")
        stub = nodes.container("", block, classes=["exercise-stub"])
        check = nodes.container("", classes=["exercise-check-cell"])
        hints = nodes.container("")
        lines = StringList(hints_of(load_key().exercise(facts.id)).splitlines())
        self.state.nested_parse(lines, self.content_offset, hints)
        box += [stub, *hints.children, check]
        return [box]
