"""``crownsight`` and ``crownsight serve``: run the app for phones on the same network or for this machine alone."""

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

from ui.cli.inputs import BadInput, UsageError, printable, quote
from ui.system import (
    ADDRESS_ENV,
    DEFAULT_PORT,
    NO_NETWORK_ENV,
    enable_event_log,
)

TRUSTED_PROXIES_ENV = "FORWARDED_ALLOW_IPS"  # of uvicorn, which by default trusts every program on this machine
PORTS_TRIED = 50
# On Windows SO_REUSEADDR would take a port from the program that listens on it.
EXCLUSIVE_PORT: int = getattr(socket, "SO_EXCLUSIVEADDRUSE", 0)
LOCALHOST, ALL_INTERFACES = "127.0.0.1", "0.0.0.0"
OPEN_TO_NETWORK = "Every device on this network can open it; crownsight --local keeps it to this machine."
NO_NETWORK = "This machine is in no network, so no phone can open it. Connect it, and start Crownsight again."


def run(options: Namespace) -> int:
    """Serve the app until it is stopped, to the network or, with ``local``, to this machine alone.

    ``address`` is the URL at which phones reach a proxy in front. ``proxy`` lists the proxies whose headers on the
    phone's own address are trusted.
    """
    is_local = options.local or (options.proxy and not options.lan)  # with a proxy, phones reach the proxy
    host = options.listen or (LOCALHOST if is_local else ALL_INTERFACES)
    if options.port and not is_free(host, options.port):  # no other port: whoever named it relies on it
        raise BadInput(f"another program listens on port {options.port}; stop it, or name another port")
    port = options.port or _free_port(host)
    configured = find_address(options.address)
    on_network = host == ALL_INTERFACES and not (options.listen or configured)  # phones use this machine's own address
    lan_ip = lan_address() if on_network else None
    url = configured or f"http://{lan_ip or 'localhost'}:{port}"
    if configured or lan_ip:
        os.environ[ADDRESS_ENV] = url
    elif on_network:
        os.environ[NO_NETWORK_ENV] = "1"
    os.environ[TRUSTED_PROXIES_ENV] = ",".join(options.proxy)
    if options.log_json:
        enable_event_log()
    _warn_if_nothing_can_be_stored()
    has_screen = not sys.platform.startswith("linux") or {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()

    def announce() -> None:
        _wait_until_listening(LOCALHOST if host == ALL_INTERFACES else host, port)
        _print_address(url, on_network=on_network, with_code=lan_ip is not None)
        if has_screen and not configured:
            webbrowser.open(url)

    Thread(target=announce, daemon=True).start()
    _serve(host, port)
    return 0


def _wait_until_listening(host: str, port: int) -> None:
    """Wait until the server accepts connections."""
    while True:
        with suppress(OSError), socket.create_connection((host, port)):
            return
        time.sleep(0.1)


def _serve(host: str, port: int) -> None:
    from ui.server import Server  # slow to import
    from ui.serving.request_limits import CONNECTIONS, DESCRIPTORS, connection_limit
    from ui.system import raise_descriptor_limit

    descriptors = raise_descriptor_limit(DESCRIPTORS)
    connections = connection_limit(descriptors)
    if connections < CONNECTIONS:
        few = f"Only {connections} connections can be open at once, because the system allows {descriptors} open files."
        print(f"{few} Allow {DESCRIPTORS} (ulimit -n).", flush=True)
    with suppress(KeyboardInterrupt):  # Ctrl-C
        Server(connections, host=host, port=port).run()


def find_address(given: str | None = None) -> str | None:
    """Return the URL at which phones reach this server: ``given``, or CROWNSIGHT_ADDRESS, or None.

    Raises:
        BadInput: it is not a URL of a server.
    """
    configured = given or os.environ.get(ADDRESS_ENV, "")
    if not configured:
        return None
    try:
        parts = urlsplit(configured)
        is_valid = parts.scheme in ("http", "https") and parts.hostname and not parts.username and (parts.port or True)
    except ValueError:
        is_valid = False
    if not is_valid or any(map(str.isspace, configured)) or parts.path.strip("/") or parts.query or parts.fragment:
        raise UsageError(f"an address for phones looks like https://crowns.example.org, not {quote(configured)}")
    return f"{parts.scheme}://{parts.netloc}"


def _warn_if_nothing_can_be_stored() -> None:
    """Tell the operator before anybody joins; each phone is told as well, until the cause is removed."""
    from ui.store import StoreError, get_store

    try:
        get_store().try_to_write()
    except StoreError as error:
        print(printable(f"Nothing can be stored. {error}"), flush=True)


def _print_address(url: str, *, on_network: bool, with_code: bool) -> None:
    """Print the URL and who can open it, with a QR code for phones."""
    if with_code:
        import segno

        print("Phones on the same network join here:\n")
        segno.make(url).terminal(compact=True, border=2)
    print(f"\nCrownsight is at {url} (stop it with Ctrl-C)")
    if on_network:
        print(OPEN_TO_NETWORK if with_code else NO_NETWORK)
    print(flush=True)


def _free_port(host: str) -> int:
    """Return the first free port from the default on. Raises BadInput if PORTS_TRIED are taken."""
    for port in range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED):
        if is_free(host, port):
            return port
    raise BadInput(f"no port from {DEFAULT_PORT} on is free; name another with crownsight serve --port")


def is_free(host: str, port: int) -> bool:
    """Return True if no program listens on a port. Raises BadInput if this program may not listen there."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, EXCLUSIVE_PORT or socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError:
            if EXCLUSIVE_PORT:  # Windows says so of some ports that are taken
                return False
            raise BadInput(f"port {port} is not for ordinary users; name one from 1024 on") from None
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise BadInput(f"this machine cannot listen at {host}: {error.strerror}") from error
            return False
    return True


def lan_address() -> str | None:
    """Return the address of this machine on its network, or None."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))  # sends nothing: finds the interface of the default route
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if ip_address(address).is_loopback else address
