"""``crownsight`` and ``crownsight serve``: the app in the browser, for the phones in the room or this machine alone."""

from __future__ import annotations

import errno
import os
import socket
import sys
import time
import webbrowser
from argparse import Namespace
from contextlib import suppress
from ipaddress import ip_address
from threading import Thread
from urllib.parse import urlsplit

from ui.cli.inputs import BadInput, printable, quoted
from ui.system import (
    ADDRESS,
    NO_NETWORK,
    USUAL_PORT,
)

BELIEVED = (
    "FORWARDED_ALLOW_IPS"  # environment variable of uvicorn, which by itself believes every program on this machine
)
PORTS_TRIED = 50
SHARED_WITH_NOBODY: int = getattr(socket, "SO_EXCLUSIVEADDRUSE", 0)  # Windows: SO_REUSEADDR takes a port from its owner
THIS_MACHINE, EVERYBODY = "127.0.0.1", "0.0.0.0"
IN_NETWORK = "Every device in this network can open it; crownsight --local keeps it to this machine."
NO_PHONE = "This machine is in no network, so no phone can open it. Connect it, and start Crownsight again."


def run(options: Namespace) -> int:
    """Serve the app until it is stopped, to the network of this machine or, with ``local``, to this machine alone.

    ``address`` is where phones reach it behind a proxy, and ``proxy`` whose word on a phone's own address is taken.
    """
    is_local = options.local or (options.proxy and not options.lan)  # a proxy on this machine asks for the others
    host = options.listen or (THIS_MACHINE if is_local else EVERYBODY)
    if options.port and not is_free(host, options.port):  # this one and no other, since somebody counts on it
        raise BadInput(f"another program listens on port {options.port}; stop it, or name another port")
    port = options.port or _free_port(host)
    configured = configured_address(options.address)
    in_room = host == EVERYBODY and not (options.listen or configured)  # phones come by this machine's own address
    shared = lan_address() if in_room else None
    here = configured or f"http://{shared or 'localhost'}:{port}"
    if configured or shared:
        os.environ[ADDRESS] = here
    elif in_room:
        os.environ[NO_NETWORK] = "1"
    os.environ[BELIEVED] = ",".join(options.proxy)
    _warn_if_nothing_can_be_stored()
    _announce(here, in_room=in_room, with_code=shared is not None)

    has_screen = not sys.platform.startswith("linux") or {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()
    if has_screen and not configured:

        def open_browser() -> None:
            while True:
                with suppress(OSError), socket.create_connection((THIS_MACHINE if host == EVERYBODY else host, port)):
                    break
                time.sleep(0.1)
            webbrowser.open(here)

        Thread(target=open_browser, daemon=True).start()
    _serve(host, port)
    return 0


def _serve(host: str, port: int) -> None:
    from ui.server import Server  # slow to import, as what comes with it
    from ui.serving.bounds import DESCRIPTORS
    from ui.system import raise_descriptors

    raise_descriptors(DESCRIPTORS)
    with suppress(KeyboardInterrupt):  # Ctrl-C
        Server(host=host, port=port).run()


def configured_address(given: str | None = None) -> str | None:
    """The address at which phones reach this server: the one given, or CROWNSIGHT_ADDRESS. Raises BadInput."""
    configured = given or os.environ.get(ADDRESS, "")
    if not configured:
        return None
    try:
        parts = urlsplit(configured)
        whole = parts.scheme in ("http", "https") and parts.hostname and not parts.username and (parts.port or True)
    except ValueError:
        whole = False
    if not whole or any(map(str.isspace, configured)) or parts.path.strip("/") or parts.query or parts.fragment:
        raise BadInput(f"an address for phones looks like https://crowns.example.org, not {quoted(configured)}")
    return f"{parts.scheme}://{parts.netloc}"


def _warn_if_nothing_can_be_stored() -> None:
    """Tell the operator before anybody joins; each phone is told as well, until the cause is removed."""
    from ui.store import StoreError, opened

    try:
        opened().try_to_write()
    except StoreError as fault:
        print(printable(f"Nothing can be stored. {fault}"), flush=True)


def _announce(url: str, *, in_room: bool, with_code: bool) -> None:
    """Print where the app is and who can open it; the address of the room as a picture, too."""
    if with_code:
        import segno

        print("Phones in the same network join here:\n")
        segno.make(url).terminal(compact=True, border=2)
    print(f"\nCrownsight is at {url} (stop it with Ctrl-C)")
    if in_room:
        print(IN_NETWORK if with_code else NO_PHONE)
    print(flush=True)


def _free_port(host: str) -> int:
    """The first free port from the usual one on; raises BadInput if there is none near."""
    for port in range(USUAL_PORT, USUAL_PORT + PORTS_TRIED):
        if is_free(host, port):
            return port
    raise BadInput(f"no port from {USUAL_PORT} on is free; name another with crownsight serve --port")


def is_free(host: str, port: int) -> bool:
    """True if nobody listens on this port; raises BadInput where this program could not listen either."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, SHARED_WITH_NOBODY or socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError:
            if SHARED_WITH_NOBODY:  # Windows has no such ports, and says this of some that are taken
                return False
            raise BadInput(f"port {port} is not for ordinary users; name one from 1024 on") from None
        except OSError as fault:
            if fault.errno != errno.EADDRINUSE:
                raise BadInput(f"this machine cannot listen at {host}: {fault.strerror}") from fault
            return False
    return True


def lan_address() -> str | None:
    """This machine's address in its network; None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))  # sends nothing: it only asks which way such a packet would leave
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if ip_address(address).is_loopback else address
