"""``crownsight`` and ``crownsight serve``: the app in the browser, for the phones in the room or this machine alone."""

from __future__ import annotations

import errno
import ipaddress
import os
import shutil
import socket
import ssl
import subprocess
import sys
import time
import webbrowser
from argparse import Namespace
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from threading import Thread
from typing import NamedTuple
from urllib.parse import urlsplit

from ui.cli.inputs import BadInput, printable, quoted
from ui.settings import ADDRESS, DATABASE, FOLDER, NO_NETWORK, USUAL_PORT, data_folder, make_private
from ui.system import shared_place

DAYS = 90
RENEWED_AFTER = 60 * 86_400  # seconds
SECONDS = 30  # that making it may take


class Certificate(NamedTuple):
    """The two files that a server needs for HTTPS."""

    file: Path
    key: Path


def certificate_for(name: str, folder: Path) -> Certificate:
    """A certificate for this name or address, kept in a folder only its owner enters, made anew every two months.

    Raises BadInput where OpenSSL's program is missing, or the disk is full: Python itself makes no certificates.
    """
    made = Certificate(folder / f"{name}.crt", folder / f"{name}.key")
    if _is_whole(made) and all(one.stat().st_mtime > time.time() - RENEWED_AFTER for one in made):
        return made
    openssl = shutil.which("openssl")
    if openssl is None:
        raise BadInput("--https needs the program openssl; install it (Debian: apt-get install openssl)")
    make_private(folder)
    request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    try:
        alternative = f"IP:{ipaddress.ip_address(name)}"
    except ValueError:
        alternative = f"DNS:{name}"
    names = ["-subj", f"/CN={name}", "-addext", f"subjectAltName={alternative}"]
    files = ["-days", str(DAYS), "-out", str(made.file), "-keyout", str(made.key)]
    done = subprocess.run([openssl, *request, *names, *files], capture_output=True, timeout=SECONDS, check=False)
    if done.returncode or not _is_whole(made):  # on a full disk openssl leaves empty files, and ends well
        for one in made:
            one.unlink(missing_ok=True)
        said = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or [f"is there room in {folder}?"]
        raise BadInput(f"openssl made no certificate: {said[0][-200:]}")
    for one in made:
        one.chmod(0o600)
    return made


def _is_whole(made: Certificate) -> bool:
    """True if both files are there, and can be served with."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(made.file, made.key)
    except OSError:  # also of ssl
        return False
    return True


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
    name = (urlsplit(configured).hostname or "") if configured else shared or "localhost"
    certificate = certificate_for(name, data_folder()) if options.https else None
    here = f"{'https' if certificate else 'http'}://{name}:{port}"
    if configured or shared:
        os.environ[ADDRESS] = configured or here
    elif in_room:
        os.environ[NO_NETWORK] = "1"
    os.environ[BELIEVED] = ",".join(options.proxy)
    _announce(configured or here, in_room=in_room, with_code=shared is not None)

    has_screen = not sys.platform.startswith("linux") or {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()
    if has_screen and not configured:
        Thread(target=_open_browser, args=(host, port, here), daemon=True).start()
    _serve(host, port, certificate)
    return 0


def _serve(host: str, port: int, certificate: Certificate | None) -> None:
    from ui.server import Server  # slow to import, as what comes with it
    from ui.serving.bounds import DESCRIPTORS
    from ui.system import raise_descriptors

    raise_descriptors(DESCRIPTORS)
    file, key = (certificate.file, certificate.key) if certificate else (None, None)
    with suppress(KeyboardInterrupt):  # Ctrl-C
        Server(host=host, port=port, ssl_certfile=file, ssl_keyfile=key).run()


def _open_browser(host: str, port: int, address: str) -> None:
    """Show the app on this machine's screen as soon as it is served."""
    while True:
        with suppress(OSError), socket.create_connection((THIS_MACHINE if host == EVERYBODY else host, port)):
            break
        time.sleep(0.1)
    webbrowser.open(address)


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


def _announce(url: str, *, in_room: bool, with_code: bool) -> None:
    """Print where the app is and who can open it; the address of the room as a picture, too."""
    if with_code:
        import segno

        print("Phones in the same network join here:\n")
        segno.make(url).terminal(compact=True, border=2)
    print(f"\nCrownsight is at {url} (stop it with Ctrl-C)")
    if in_room:
        print(IN_NETWORK if with_code else NO_PHONE)
    if (shared := shared_tables()) is not None:
        print(printable(f"Look: {shared}."))
    print(flush=True)


def shared_tables() -> str | None:
    """What to do about a file with tables that a network drive or another program carries to other machines."""
    folder = data_folder()
    place = None if os.environ.get(DATABASE) else shared_place(folder)
    if place is None:
        return None
    return f"{folder} lies in {place}, where the tables may be damaged; name a folder of this machine by {FOLDER}"


def _free_port(host: str) -> int:
    """The first port from the usual one that nobody listens on; raises BadInput if there is none near."""
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
