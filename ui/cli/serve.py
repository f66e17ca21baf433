"""``crownsight`` and ``crownsight serve``: the app in the browser, here or for the phones in the room."""

from __future__ import annotations

import errno
import os
import socket
import sys
from argparse import Namespace
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from ui.cli.certificate import Certificate, certificate_for
from ui.cli.inputs import BadInput, quoted
from ui.settings import ADDRESS, data_folder

APP = Path(__file__).parent.parent / "server.py"
BELIEVED = (
    "FORWARDED_ALLOW_IPS"  # environment variable of uvicorn, which by itself believes every program on this machine
)
USUAL_PORT = 8501
PORTS_TRIED = 50
THIS_MACHINE, EVERYBODY = "127.0.0.1", "0.0.0.0"


def run(options: Namespace) -> int:
    """Serve the app until it is stopped; with ``lan`` to the whole network, and print how to join.

    ``address`` is where phones reach it behind a proxy, and ``proxy`` whose word on a phone's own address is taken.
    """
    host = options.listen or (EVERYBODY if options.lan else THIS_MACHINE)
    port = _asked_port(host, options.port) if options.port else _free_port(host)
    configured = configured_address(options.address)
    name = _host_of(configured) if configured else lan_address() if options.lan else "localhost"
    certificate = certificate_for(name, data_folder()) if options.https else None
    here = f"{'https' if certificate else 'http'}://{name}:{port}"
    if configured or options.lan:
        os.environ[ADDRESS] = configured or here
    os.environ[BELIEVED] = ",".join(options.proxy)
    _announce(configured or here, with_code=options.lan)

    from click.exceptions import Abort
    from streamlit.web.cli import main as streamlit  # slow to import

    opens_browser = _has_screen() and not configured
    settings = _settings(host, port, name, certificate, opens_browser=opens_browser)
    with suppress(Abort):  # Ctrl-C
        streamlit(["run", str(APP), *settings], standalone_mode=False)
    return 0


def configured_address(given: str | None = None) -> str | None:
    """Where phones reach this server: the address given, or CROWNSIGHT_ADDRESS; raises BadInput for no such address."""
    configured = given or os.environ.get(ADDRESS, "")
    if not configured:
        return None
    try:
        parts = urlsplit(configured)
        whole = parts.scheme in ("http", "https") and parts.hostname and not parts.username and (parts.port or True)
    except ValueError:
        whole = False
    if not whole or parts.path.strip("/") or parts.query or parts.fragment:
        raise BadInput(f"an address for phones looks like https://crowns.example.org, not {quoted(configured)}")
    return f"{parts.scheme}://{parts.netloc}"


def _host_of(address: str) -> str:
    return urlsplit(address).hostname or ""


def _settings(host: str, port: int, name: str, certificate: Certificate | None, *, opens_browser: bool) -> list[str]:
    """Where to listen; everything else stands in .streamlit/config.toml beside the app."""
    settings = {
        "server.address": host,
        "server.port": port,
        "browser.serverAddress": name,
        "logger.hideWelcomeMessage": "true",
        "logger.level": "warning",
        "server.showEmailPrompt": "false",
        "server.headless": "false" if opens_browser else "true",
    }
    if certificate:
        settings |= {"server.sslCertFile": str(certificate.file), "server.sslKeyFile": str(certificate.key)}
    return [f"--{setting}={value}" for setting, value in settings.items()]


def _has_screen() -> bool:
    return not sys.platform.startswith("linux") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _announce(url: str, *, with_code: bool) -> None:
    if with_code:
        import segno

        print("Phones in the same network join here:\n")
        segno.make(url).terminal(compact=True, border=2)
    print(f"\nCrownsight is at {url} (stop it with Ctrl-C)\n", flush=True)


def _asked_port(host: str, port: int) -> int:
    """This port and no other, since somebody counts on it; raises BadInput if it cannot be had."""
    if not is_free(host, port):
        raise BadInput(f"another program listens on port {port}; stop it, or name another port")
    return port


def _free_port(host: str) -> int:
    """The first port from the usual one that nobody listens on; raises BadInput if there is none near."""
    for port in range(USUAL_PORT, USUAL_PORT + PORTS_TRIED):
        if is_free(host, port):
            return port
    raise BadInput(f"no port from {USUAL_PORT} on is free; name another with crownsight serve --port")


def is_free(host: str, port: int) -> bool:
    """Whether nobody listens on this port; raises BadInput where this program could not listen either."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError:
            raise BadInput(f"port {port} is not for ordinary users; name one from 1024 on") from None
        except OSError as fault:
            if fault.errno != errno.EADDRINUSE:
                raise BadInput(f"this machine cannot listen at {host}: {fault.strerror}") from fault
            return False
    return True


def lan_address() -> str:
    """This machine's address in the local network; raises BadInput without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))  # sends nothing: it only asks which way such a packet would leave
        except OSError:
            raise BadInput("this machine is in no network; connect it to the one the phones are in") from None
        return str(probe.getsockname()[0])
