"""The hub's configuration, with what a test changes: ports, folders, and who signs in.

Accounts of the test have no passwords, so PAM cannot ask for them: a name is enough here.
All else is as the file says that the book describes.
"""

import os

c = get_config()  # noqa: F821
load_subconfig(os.environ["HUB_CONFIG"])  # noqa: F821
c.JupyterHub.authenticator_class = "dummy"
c.JupyterHub.hub_port = int(os.environ["HUB_PORT"])
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{os.environ['PROXY_API_PORT']}"
c.JupyterHub.db_url = "sqlite:///hub.sqlite"
c.JupyterHub.cookie_secret_file = f"{os.getcwd()}/cookie_secret"
c.ConfigurableHTTPProxy.pid_file = f"{os.getcwd()}/proxy.pid"
c.Spawner.environment = {"GIT_CONFIG_SYSTEM": os.environ["GIT_CONFIG_SYSTEM"]}
c.Spawner.start_timeout = c.Spawner.http_timeout = 300
