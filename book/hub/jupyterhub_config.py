"""JupyterHub for a course: students take it, hand in, and read their feedback on the hub.

The book's page “A JupyterHub” says how to set it up.  Change the first block,
or set `COURSE_TEACHER` and its like in the hub's environment; then, as root:

    /opt/hub/bin/jupyterhub -f jupyterhub_config.py
"""

import os
from pathlib import Path
from urllib.parse import urlencode


def setting(name: str, otherwise: str) -> str:
    """What the environment says, or else this file."""
    return os.environ.get(f"COURSE_{name}", otherwise)


# The account that owns the whole course with its key and course.toml, and alone reads
# what is handed in.  Students' accounts can look into none of its folders.
TEACHER = setting("TEACHER", "teacher")
COURSE = Path(setting("FOLDER", "/home/teacher/course"))
PYTHON = setting("PYTHON", f"{COURSE}/.venv/bin/python")
KEPT = Path(setting("KEPT", "/home/teacher/hub"))
# What students get: a repository that holds what `autograder release` wrote, and the
# environment of their servers, in which there is no key.
REPOSITORY = setting("REPOSITORY", "file:///srv/course")
SINGLE_USER = setting("SINGLE_USER", "/opt/students/bin/jupyterhub-singleuser")
PROXY = setting("PROXY", "/opt/hub/node_modules/.bin/configurable-http-proxy")
PORT = int(setting("PORT", "8000"))
SERVICE_PORT = int(setting("SERVICE_PORT", "10101"))

c = get_config()  # noqa: F821

# Something that speaks HTTPS, such as Caddy or nginx, stands before it.
ADDRESS = f"http://127.0.0.1:{PORT}"
c.JupyterHub.bind_url = ADDRESS
c.ConfigurableHTTPProxy.command = [PROXY]

# Who signs in is an account of this machine (PAM): institutions give these names, and
# nobody chooses one.  Another authenticator must promise the same: who hands in goes by it.
c.JupyterHub.authenticator_class = "pam"
c.Authenticator.allow_all = True

# Every server is its own account's, and every start takes the course as it is now.
c.JupyterHub.spawner_class = "jupyterhub.spawner.LocalProcessSpawner"
c.Spawner.cmd = [SINGLE_USER]
c.Spawner.notebook_dir = "~"
course_as_it_is = {
    "repo": REPOSITORY,
    "branch": "main",
    "targetPath": "course",
    "urlpath": "lab/tree/course/notebooks",
}
c.Spawner.default_url = f"/git-pull?{urlencode(course_as_it_is)}"

# The page where they hand in.  It runs as the teacher, asks the hub who somebody is, and
# reads a student's files over the student's own server, with the student's own token.
c.JupyterHub.services = [
    {
        "name": "hand-in",
        "display": True,
        "url": f"http://127.0.0.1:{SERVICE_PORT}",
        "user": TEACHER,
        "cwd": str(COURSE),
        "command": [
            *(PYTHON, "-P", "-m", "autograder", "hub", "course.toml"),
            *("--hand-ins", str(KEPT / "hand-ins"), "--feedback", str(KEPT / "feedback")),
            *("--notebooks", "course/notebooks", "--proxy", ADDRESS),
        ],
        "oauth_no_confirm": True,
        "oauth_client_allowed_scopes": ["access:servers!user"],
    }
]
c.JupyterHub.load_roles = [
    {"name": "user", "scopes": ["self", "access:services!service=hand-in"]}
]
