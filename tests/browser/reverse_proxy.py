"""A real nginx with TLS before the app, set up by the file that ``deploy`` offers."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.given import ROOT
from tests.ui.served import free_port
from ui.cli.certificate import certificate_for

OFFERED = ROOT / "deploy" / "nginx.conf"
AROUND = """
daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
events {{}}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/crownsight.conf;
}}
"""


@contextmanager
def behind_nginx(folder: Path, servers: Sequence[int]) -> Iterator[int]:
    """The port where nginx speaks HTTPS before one or two servers with these ports; skips the test without nginx."""
    program = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    if program is None:
        pytest.skip("no nginx on this machine: apt-get install nginx, then run this test again")
    if shutil.which("openssl") is None:
        pytest.skip("no openssl on this machine, which makes the certificate")
    port = free_port()
    folder.mkdir()
    (folder / "crownsight.conf").write_text(_as_here(folder, port, servers), encoding="utf-8")
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder), encoding="utf-8")
    with subprocess.Popen([program, "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]) as nginx:
        try:
            yield port
        finally:
            nginx.terminate()


def _as_here(folder: Path, port: int, servers: Sequence[int]) -> str:
    """The offered file with ports and a certificate of this machine, and a server more if there are two."""
    made = certificate_for("localhost", folder)
    site = OFFERED.read_text(encoding="utf-8")
    second = {"# server 127.0.0.1:8502": f"server 127.0.0.1:{servers[1]}"} if len(servers) > 1 else {}
    changes = second | {
        "127.0.0.1:8501": f"127.0.0.1:{servers[0]}",
        "listen 80;": f"listen 127.0.0.1:{free_port()};",
        "listen [::]:80;": "",
        "listen 443 ssl;": f"listen {port} ssl;",
        "listen [::]:443 ssl;": "",
        "/etc/letsencrypt/live/crowns.example.org/fullchain.pem": str(made.file),
        "/etc/letsencrypt/live/crowns.example.org/privkey.pem": str(made.key),
    }
    for offered, here in changes.items():
        assert offered in site
        site = site.replace(offered, here)
    return site
