"""``crownsight`` and ``crownsight serve``: the app in the browser, for the phones in the room or this machine alone."""

from __future__ import annotations

import asyncio
import errno
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
from ipaddress import ip_address, ip_network
from pathlib import Path
from threading import Thread
from typing import NamedTuple
from urllib.parse import urlsplit

from ui.cli.inputs import BadInput, printable, quoted
from ui.system import (
    ADDRESS,
    DATABASE,
    FOLDER,
    NO_NETWORK,
    PLAIN,
    PRIVATE,
    TRUSTED,
    USUAL_PORT,
    data_folder,
    make_private,
    shared_place,
)

AUTHORITY, AUTHORITY_DAYS = "authority.crt", 3650
DAYS = 397  # phones take no certificate of a server that lasts much longer
RENEWED_AFTER = 300 * 86_400  # seconds
SECONDS = 30  # that making one may take
KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
ROOM = [ip_network(one) for one in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8")]


class Certificate(NamedTuple):
    """The two files that a server needs for HTTPS, and that which phones trust."""

    file: Path
    key: Path
    authority: Path


def certificate_for(name: str, folder: Path) -> Certificate:
    """A certificate for what people type, this name or address, kept in a folder only its owner enters.

    An authority of this machine has signed it, for ten years: a phone that trusts that one is not asked again when the
    certificate is made anew, once a year or for another address of the room. Raises BadInput where OpenSSL's program
    is missing, or the disk is full: Python itself makes no certificates.
    """
    if _is_address(name):
        in_room = any(ip_address(name) in network for network in ROOM)
    else:
        in_room = name == "localhost" or name.endswith(tuple(f".{domain}" for domain in PRIVATE))
    authority = folder / (AUTHORITY if in_room else f"{name}-{AUTHORITY}")
    made = Certificate(folder / f"{name}.crt", folder / f"{name}.key", authority)
    if _is_whole(made.file, made.key) and made.file.stat().st_mtime > time.time() - RENEWED_AFTER:
        return made
    make_private(folder)
    if not _is_whole(authority, authority.with_suffix(".key")):
        _make_authority(authority, [] if in_room else [name])
    machine = socket.gethostname().lower().partition(".")[0]
    names = dict.fromkeys([name, "localhost", *(f"{machine}.{domain}" for domain in PRIVATE)])
    asked, wanted = folder / f"{name}.csr", folder / f"{name}.cnf"
    alternatives = ",".join(f"IP:{one}" if _is_address(one) else f"DNS:{one}" for one in names)
    wanted.write_text(f"basicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\nsubjectAltName={alternatives}\n")
    request = ["req", "-new", *KEY, "-subj", "/CN=Crownsight here", "-out", str(asked), "-keyout", str(made.key)]
    signed = ["x509", "-req", "-in", str(asked), "-CA", str(authority), "-CAkey", str(authority.with_suffix(".key"))]
    signed += ["-set_serial", str(time.time_ns()), "-extfile", str(wanted), "-days", str(DAYS), "-out", str(made.file)]
    try:
        _have_made(made.file, request, signed)
    finally:
        asked.unlink(missing_ok=True)
        wanted.unlink(missing_ok=True)
    return made


def _make_authority(file: Path, elsewhere: list[str]) -> None:
    """Make the authority that signs our certificates, limited to names of a room and to those that are elsewhere."""
    hosts = ["localhost", *PRIVATE, *(name for name in elsewhere if not _is_address(name))]
    networks = [*ROOM, *(ip_network(name) for name in elsewhere if _is_address(name))]
    permitted = [f"DNS:{host}" for host in hosts] + [f"IP:{network.with_netmask}" for network in networks]
    said = {
        "basicConstraints": "critical,CA:TRUE,pathlen:0",
        "keyUsage": "critical,keyCertSign",
        "nameConstraints": ",".join(["critical", *(f"permitted;{one}" for one in permitted)]),
    }
    command = ["req", "-x509", *KEY, "-subj", f"/CN=Crownsight on {socket.gethostname()[:40]}"]
    command += [part for name, value in said.items() for part in ("-addext", f"{name}={value}")]
    command += ["-days", str(AUTHORITY_DAYS), "-out", str(file), "-keyout", str(file.with_suffix(".key"))]
    _have_made(file, command)


def _have_made(file: Path, *commands: list[str]) -> None:
    """Run OpenSSL for a certificate and its key, which are whole in the end, or not there."""
    openssl = shutil.which("openssl")
    if openssl is None:
        raise BadInput("--https needs the program openssl; install it (Debian: apt-get install openssl)")
    key, said = file.with_suffix(".key"), ""
    for command in commands:
        done = subprocess.run([openssl, *command], capture_output=True, timeout=SECONDS, check=False)
        said = said or (done.stderr.decode(errors="replace").strip() if done.returncode else "")
    if not _is_whole(file, key):  # on a full disk openssl leaves empty files, and ends well
        for one in (file, key):
            one.unlink(missing_ok=True)
        last = said.splitlines()[-1:] or [f"is there room in {file.parent}?"]
        raise BadInput(f"openssl made no certificate: {last[0][-200:]}")
    for one in (file, key):
        one.chmod(0o600)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_whole(file: Path, key: Path) -> bool:
    """True if both files are there, and can be served with."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(file, key)
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
    plain = _free_port(host, port + 1) if certificate and shared else None
    if configured or shared:
        os.environ[ADDRESS] = configured or here
    elif in_room:
        os.environ[NO_NETWORK] = "1"
    if certificate and plain:  # each phone has the choice
        os.environ[PLAIN], os.environ[TRUSTED] = f"http://{name}:{plain}", str(certificate.authority)
    os.environ[BELIEVED] = ",".join(options.proxy)
    _announce(configured or here, in_room=in_room, with_code=shared is not None)
    if plain:
        print(f"Phones that are not to be warned once, and need no encryption: {os.environ[PLAIN]}\n", flush=True)

    has_screen = not sys.platform.startswith("linux") or {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()
    if has_screen and not configured:

        def open_browser() -> None:
            while True:
                with suppress(OSError), socket.create_connection((THIS_MACHINE if host == EVERYBODY else host, port)):
                    break
                time.sleep(0.1)
            webbrowser.open(here)

        Thread(target=open_browser, daemon=True).start()
    _serve(host, port, certificate, plain)
    return 0


def _serve(host: str, port: int, certificate: Certificate | None, plain: int | None) -> None:
    from ui.server import Server  # slow to import, as what comes with it
    from ui.serving.bounds import DESCRIPTORS
    from ui.system import raise_descriptors

    raise_descriptors(DESCRIPTORS)
    file, key = (certificate.file, certificate.key) if certificate else (None, None)
    first = Server(host=host, port=port, ssl_certfile=file, ssl_keyfile=key)

    async def serve_both() -> None:
        serving = asyncio.create_task(first.serve())
        while not (first.started or serving.done()):
            await asyncio.sleep(0.05)
        if plain and not serving.done():  # what begins and ends with the app is done by the first
            await Server(host=host, port=plain, lifespan="off").serve()
        await serving

    with suppress(KeyboardInterrupt):  # Ctrl-C
        asyncio.run(serve_both())


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
    """The advice for a file with tables that a network drive or another program carries to other machines."""
    folder = data_folder()
    place = None if os.environ.get(DATABASE) else shared_place(folder)
    if place is None:
        return None
    return f"{folder} lies in {place}, where the tables may be damaged; name a folder of this machine by {FOLDER}"


def _free_port(host: str, first: int = USUAL_PORT) -> int:
    """The first free port from the usual one, or another, on; raises BadInput if there is none near."""
    for port in range(first, first + PORTS_TRIED):
        if is_free(host, port):
            return port
    raise BadInput(f"no port from {first} on is free; name another with crownsight serve --port")


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
