"""``crownsight`` and ``crownsight serve``: the app in the browser, here or for the phones in the room."""

from __future__ import annotations

import os
import socket
import sys
from argparse import Namespace
from contextlib import suppress
from pathlib import Path

from ui.cli.certificate import Certificate, certificate_for
from ui.cli.inputs import BadInput
from ui.folder import data_folder

APP = Path(__file__).parent.parent / "server.py"
ADDRESS = "CROWNSIGHT_ADDRESS"  # environment variable: where phones reach this server; the Table screen shows it
USUAL_PORT = 8501
PORTS_TRIED = 50
THIS_MACHINE, EVERYBODY = "127.0.0.1", "0.0.0.0"


def run(options: Namespace) -> int:
    """Serve the app until it is stopped; with ``lan`` to the whole network, and print how to join."""
    host = EVERYBODY if options.lan else THIS_MACHINE
    port = _free_port(host, options.port)
    name = _lan_address() if options.lan else "localhost"
    certificate = certificate_for(name, data_folder()) if options.https else None
    address = f"{'https' if certificate else 'http'}://{name}:{port}"
    if options.lan:
        os.environ[ADDRESS] = address
    _announce(address, with_code=options.lan)
    from click.exceptions import Abort
    from streamlit.web.cli import main as streamlit  # slow to import

    with suppress(Abort):  # Ctrl-C
        streamlit(["run", str(APP), *_settings(host, port, name, certificate)], standalone_mode=False)
    return 0


def _settings(host: str, port: int, name: str, certificate: Certificate | None) -> list[str]:
    """Where to listen; everything else stands in .streamlit/config.toml beside the app."""
    settings = {
        "server.address": host,
        "server.port": port,
        "browser.serverAddress": name,
        "logger.hideWelcomeMessage": "true",
        "logger.level": "warning",
        "server.showEmailPrompt": "false",
        "server.headless": "false" if _has_screen() else "true",  # false: opens the browser
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


def _free_port(host: str, first: int) -> int:
    """The first port from ``first`` that nobody listens on; raises BadInput if there is none near."""
    for port in range(first, min(first + PORTS_TRIED, 65_536)):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    raise BadInput(f"no port from {first} on is free; name another with crownsight serve --port")


def _lan_address() -> str:
    """This machine's address in the local network; raises BadInput without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))  # sends nothing: it only asks which way such a packet would leave
        except OSError:
            raise BadInput("this machine is in no network; connect it to the one the phones are in") from None
        return str(probe.getsockname()[0])
