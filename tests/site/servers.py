"""Web servers as a distribution installs them, with nothing set but the folder to serve."""

import contextlib
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

NGINX = """
daemon off;
master_process off;
pid {work}/pid;
error_log {work}/error.log;
events {{}}
http {{
    include {settings}/mime.types;
    default_type application/octet-stream;
    gzip on;
    access_log off;
    client_body_temp_path {work}/body;
    proxy_temp_path {work}/proxy;
    fastcgi_temp_path {work}/fastcgi;
    uwsgi_temp_path {work}/uwsgi;
    scgi_temp_path {work}/scgi;
    server {{
        listen 127.0.0.1:{port};
        location /course/ {{ alias {site}/; {header} }}
    }}
}}
"""
APACHE = """
ServerRoot {settings}
ServerName localhost
Listen 127.0.0.1:{port}
PidFile {work}/pid
ErrorLog {work}/error.log
DefaultRuntimeDir {work}
DocumentRoot {work}
Include {settings}/mods-enabled/*.load
Include {settings}/mods-enabled/*.conf
{account}
Alias /course/ {site}/
<Directory {site}>
    Require all granted
</Directory>
{header}
"""
PATIENCE = 20  # seconds that a server takes to start at most


@contextlib.contextmanager
def nginx(site: Path, work: Path, policy: str = "") -> Iterator[str]:
    """The site under /course/ of an nginx, under a content security policy if given."""
    program = find("nginx", "/usr/sbin/nginx")
    header = f'add_header Content-Security-Policy "{policy}" always;' if policy else ""
    text = NGINX.format(
        settings="/etc/nginx", work=work, site=site, port=(port := _free()), header=header
    )
    (work / "nginx.conf").write_text(text, encoding="utf-8")
    command = [program, "-e", str(work / "error.log"), "-c", str(work / "nginx.conf")]
    with _running(command, port):
        yield f"http://127.0.0.1:{port}/course"


@contextlib.contextmanager
def apache(site: Path, work: Path) -> Iterator[str]:
    """The site under /course/ of Debian's Apache, with the modules that it enables."""
    program = find("apache2", "/usr/sbin/apache2")
    # As root it becomes another user, who must reach the site.
    account = "User www-data\nGroup www-data" if os.geteuid() == 0 else ""
    text = APACHE.format(
        settings="/etc/apache2",
        work=work,
        site=site,
        port=(port := _free()),
        account=account,
        header="",
    )
    (work / "apache.conf").write_text(text, encoding="utf-8")
    with _running([program, "-DFOREGROUND", "-f", str(work / "apache.conf")], port):
        yield f"http://127.0.0.1:{port}/course"


SERVERS: dict[str, Callable[..., contextlib.AbstractContextManager[str]]] = {
    "nginx": nginx,
    "apache": apache,
}


def find(*names: str) -> str:
    """A server's program; the test is skipped where there is none."""
    for name in names:
        if found := shutil.which(name):
            return found
    pytest.skip(
        f"No {names[0]} here. To serve the site with it: sudo apt-get install {names[0]}"
    )


def _free() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextlib.contextmanager
def _running(command: list[str], port: int) -> Iterator[None]:
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        _wait_for(server, port)
        yield
    finally:
        server.terminate()
        server.communicate()


def _wait_for(server: subprocess.Popen[bytes], port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.05)
    server.terminate()
    raise RuntimeError(server.communicate()[1].decode())
