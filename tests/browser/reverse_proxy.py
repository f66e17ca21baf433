"""Run a real nginx or Caddy with TLS in front of the app, with the file in ``deploy``."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from getpass import getuser
from pathlib import Path

import pytest

from tests.project import ROOT
from tests.ui.served import free_port
from ui.cli.serve import lan_address

DEPLOY = ROOT / "deploy"
PLACES = "/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin"
AROUND = """
daemon off;
user {user};
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections 8192; }}
worker_rlimit_nofile 20000;
http {{ {temporary} include {folder}/crownsight.conf; }}
"""
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


@contextmanager
def behind_nginx(folder: Path, servers: Sequence[int]) -> Iterator[int]:
    """Run nginx in front of servers at these ports and yield its HTTPS port; skip the test without nginx."""
    program = _program("nginx")
    if shutil.which("openssl") is None:
        pytest.skip("no openssl on this machine, which makes the certificate")
    port = free_port()
    folder.mkdir()
    (folder / "crownsight.conf").write_text(_as_here(folder, port, servers), encoding="utf-8")
    temporary = "".join(f"{name}_temp_path {folder}/{name};" for name in TEMPORARY)
    around = AROUND.format(folder=folder, user=getuser(), temporary=temporary)
    (folder / "nginx.conf").write_text(around, encoding="utf-8")
    with subprocess.Popen([program, "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]) as nginx:
        try:
            yield port
        finally:
            nginx.terminate()


def _as_here(folder: Path, port: int, servers: Sequence[int]) -> str:
    """Return nginx.conf with the ports and a certificate of this machine, and a second server if there is one."""
    certificate, key = folder / "localhost.crt", folder / "localhost.key"
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    files = ["-out", str(certificate), "-keyout", str(key)]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *subject, *files], capture_output=True, check=True
    )
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    second = {"# server 127.0.0.1:8502": f"server 127.0.0.1:{servers[1]}"} if len(servers) > 1 else {}
    changes = second | {
        "127.0.0.1:8501": f"127.0.0.1:{servers[0]}",
        "listen [::]:80;": "",
        "listen [::]:80 default_server;": "",
        "listen [::]:443 ssl;": "",
        "listen [::]:443 ssl default_server;": "",
        "listen 80": f"listen 127.0.0.1:{free_port()}",
        "listen 443": f"listen {port}",
        "server_name crowns.example.org;": f"server_name localhost 127.0.0.1 {lan_address() or ''};",
        "ssl_reject_handshake on;": f"ssl_certificate {certificate}; ssl_certificate_key {key};",  # no name: by number
        "/var/log/nginx": str(folder),
        "/var/cache/crownsight": f"{folder}/files",
        "/etc/letsencrypt/live/crowns.example.org/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/crowns.example.org/privkey.pem": str(key),
    }
    return _adapt_config(site, changes)


@contextmanager
def behind_caddy(folder: Path, server: int) -> Iterator[int]:
    """Run Caddy in front of a server and yield its HTTPS port for ``localhost``; skip the test without Caddy."""
    program, port = _program("caddy"), free_port()
    folder.mkdir()
    changes = {
        "{\n\tservers {": "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tservers {",
        "\ncrowns.example.org {": f"\nhttps://localhost:{port} {{\n\ttls internal",
        "127.0.0.1:8501": f"127.0.0.1:{server}",
    }
    site = _adapt_config((DEPLOY / "Caddyfile").read_text(encoding="utf-8"), changes)
    (folder / "Caddyfile").write_text(site, encoding="utf-8")
    own = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    command = [program, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    with (folder / "log").open("w") as log, subprocess.Popen(command, env=own, stdout=log, stderr=log) as caddy:
        try:
            yield port
        finally:
            caddy.terminate()


def _program(name: str) -> str:
    program = shutil.which(name, path=PLACES)
    if program is None:
        pytest.skip(f"no {name} on this machine: apt-get install {name}, then run this test again")
    return program


def _adapt_config(site: str, changes: Mapping[str, str]) -> str:
    """Return the file with these changes; each has to apply."""
    for offered, here in changes.items():
        assert offered in site, offered
        site = site.replace(offered, here)
    return site
