"""Where a notebook of this repository opens without a copy of it: Colab and Binder."""

import re
from collections.abc import Mapping
from typing import Any

GITHUB = re.compile(r"https://github\.com/([\w.-]+/[\w.-]+?)/?$")
COLAB = "https://colab.research.google.com"
BINDER = "https://mybinder.org"


def addresses(options: Mapping[str, Any], docname: str) -> dict[str, str]:
    """Addresses by name; none while the book has no public repository on GitHub.

    ``options`` are those of the theme, ``docname`` the chapter's page.
    """
    found = GITHUB.match(options.get("repository_url") or "")
    if not found:
        return {}
    branch = options.get("repository_branch") or "main"
    folder = (options.get("path_to_docs") or "").strip("/")
    path = "/".join(filter(None, [folder, f"{docname}.ipynb"]))
    return {
        "Colab": f"{COLAB}/github/{found[1]}/blob/{branch}/{path}",
        "Binder": f"{BINDER}/v2/gh/{found[1]}/{branch}?urlpath=lab/tree/{path}",
    }
