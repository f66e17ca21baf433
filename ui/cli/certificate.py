"""A self-signed certificate, with which phones let a page use the camera live."""

from __future__ import annotations

import ipaddress
import shutil
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

    Raises BadInput where OpenSSL's program is missing: Python itself makes no certificates.
    """
    made = Certificate(folder / f"{name}.crt", folder / f"{name}.key")
    if all(one.exists() and one.stat().st_mtime > time.time() - RENEWED_AFTER for one in made):
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
    if done.returncode:
        raise BadInput(f"openssl made no certificate: {done.stderr.decode(errors='replace').strip()[-200:]}")
    for one in made:
        one.chmod(0o600)
    return made
