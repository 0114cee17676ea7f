"""A short traceback: the reader's own lines, and what Python says."""

import re
import traceback
from collections.abc import Mapping

MOST_FRAMES = 6


def short_traceback(error: BaseException, labels: Mapping[str, str]) -> str:
    """What went wrong, told by the lines of the code that the reader sees.

    ``labels`` maps the file name of such code to what to call it, ``""`` for
    the reader's own.  Frames of libraries and of the checker are left out.
    """
    told = traceback.TracebackException.from_exception(error, compact=True)
    frames = [frame for frame in told.stack if frame.filename in labels]
    left_out = len(frames) - MOST_FRAMES
    parts = []
    if left_out > 0:
        parts.append(f"({left_out} calls before these are not shown)")
    for frame in frames[-MOST_FRAMES:]:
        place = labels[frame.filename]
        line = f"{place}, line {frame.lineno}" if place else f"Line {frame.lineno}"
        inside = "" if frame.name == "<module>" else f", in {frame.name}"
        code = told.stack.format_frame_summary(frame).partition("\n")[2].rstrip()
        parts.append(f"{line}{inside}" + (f"\n{code}" if code else ""))
    only = "".join(told.format_exception_only()).rstrip()
    if isinstance(error, SyntaxError):  # it shows its line itself, further in
        only = re.sub("^  ", "", only, flags=re.M)
    for label, place in labels.items():
        said = f"{place}, line " if place else "Line "
        only = only.replace(f'File "{label}", line ', said)
    return "\n".join([*parts, only])
