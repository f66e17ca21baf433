"""A self-signed certificate, with which phones let a page use the camera live."""

from __future__ import annotations

import ipaddress
import shutil
import ssl
import subprocess
import time
from pathlib import Path
from typing import NamedTuple

from ui.cli.inputs import BadInput
from ui.settings import make_private

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
    """Whether both files are there, and can be served with."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(made.file, made.key)
    except OSError:  # also of ssl
        return False
    return True
