"""What the extension does, and in which order.

A chapter's text comes as myst-nb has read it.  Each transform sees what those above it
have made, and so do what is done to a page as it is written and what is done at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attention_site import (
    chapter_header,
    elements,
    exercise_cells,
    exercise_here,
    exercise_python,
    formulas,
    framework_tabs,
    notebook_downloads,
    offline,
    page_assets,
    page_minilm,
    passages,
    path_map,
    presentation,
    quizzes,
    reading,
    run_cells,
    search_passages,
    style_sheet,
    theme,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx

# MyST-NB folds cells at 199, and sphinx-design turns sets of tabs into HTML at 200.
BEFORE_CELLS_ARE_FOLDED = 110
AFTER_THAT = 300
TRANSFORMS = {
    BEFORE_CELLS_ARE_FOLDED: (
        path_map.MarkPaths,  # reads the line that the chapter's header takes away
        quizzes.MarkQuizzes,
        run_cells.MarkCells,
        reading.PutBehind,
        elements.PlaceElements,
        framework_tabs.FrameworkTabs,  # moves cells
        exercise_cells.WrapExercises,  # moves them with what was put beside them
    ),
    AFTER_THAT: (path_map.PathMap, chapter_header.ChapterHeader, passages.Passages),
}
ON_EACH_PAGE = (
    search_passages.keep,
    page_assets.load_scripts,
    page_assets.drop_unused,
    path_map.mark_sidebar,
    presentation.describe,
    theme.mend_body,
    formulas.keep_together,
    style_sheet.link,
)
AT_THE_END = (
    quizzes.write_index,
    exercise_python.write,
    notebook_downloads.write,
    page_minilm.write,
    search_passages.join,
    presentation.finish,
    style_sheet.write,  # of what stands on the pages, and in the scripts
    offline.finish,  # names what has been written
)
LATE = 900  # when what other extensions do at this event is done


def write_page(app: Sphinx, *page: Any) -> None:
    """Do to one page, before it is written, what is done to each."""
    for act in ON_EACH_PAGE:
        act(app, *page)


def finish(app: Sphinx, failed: Exception | None) -> None:
    """Write what the site has beside its pages, unless its build has failed."""
    if failed is None and app.builder.format == "html":
        for act in AT_THE_END:
            act(app)


def connect(app: Sphinx) -> None:
    """Say all of it to Sphinx."""
    app.add_config_value("page_numpy", "cdn", "", [str])
    app.add_config_value("page_model", "installed", "", [str])
    app.add_html_math_renderer(
        formulas.NAME, formulas.INLINE_VISITORS, formulas.DISPLAY_VISITORS
    )
    app.add_directive("exercise-progress", quizzes.ExerciseProgress)
    app.add_directive("exercise-here", exercise_here.ExerciseHere)
    app.add_role("path-hours", path_map.PathHours())
    visitors = (exercise_cells.visit_box, exercise_cells.depart_box)
    app.add_node(exercise_cells.exercise_box, html=visitors)
    for first, transforms in TRANSFORMS.items():
        for place, transform in enumerate(transforms):
            transform.default_priority = first + place
            app.add_post_transform(transform)
    app.connect("config-inited", theme.show_repository_links)
    app.connect(
        "builder-inited", quizzes.facts_of
    )  # a key that does not load: said at once
    app.connect("env-get-outdated", quizzes.rebuild_when_the_key_changed)
    app.connect("html-collect-pages", presentation.no_such_page)
    app.connect("html-page-context", write_page, priority=LATE)
    app.connect("build-finished", finish, priority=LATE)
