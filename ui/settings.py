"""What the environment says: folders, the database, this server's address and usual port, the name of the cookie."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = "CROWNSIGHT_DATA"  # environment variable: the folder for tables and certificates
DATABASE = "CROWNSIGHT_DATABASE"  # environment variable: any SQLAlchemy URL, where tables are not to be in that folder
ADDRESS = "CROWNSIGHT_ADDRESS"  # environment variable: where phones reach this server
PLAIN = "CROWNSIGHT_PLAIN"  # environment variable: where phones reach a server by http that answers by https, too
TRUSTED = "CROWNSIGHT_TRUSTED"  # environment variable: the file of the certificate that phones can trust for https
PRIVATE = ("local", "lan", "home", "home.arpa", "internal")  # domains that cannot be registered on the Internet
DOOR = "CROWNSIGHT_DOOR"  # environment variable: "container" in our image, which nothing else tells
TRIAL = "CROWNSIGHT_TRIAL"  # environment variable: "1" where strangers try it, and nothing lasts
NO_NETWORK = "CROWNSIGHT_NO_NETWORK"  # environment variable: this server would answer phones, and is in no network
CERTIFICATE = "/crownsight.crt"  # where a phone finds that certificate
USUAL_PORT = 8501  # of this server, or the next free one
COOKIE = "crownsight"  # with the key of the phone


def data_folder() -> Path:
    """The folder for tables and certificates: CROWNSIGHT_DATA, or the user's data folder; it may not be there yet."""
    from platformdirs import user_data_path  # not needed to score a code

    return Path(os.environ.get(FOLDER) or user_data_path("crownsight", appauthor=False))


def make_private(folder: Path) -> None:
    """Make a folder, and those it lies in, for their owner alone, whatever the umask."""
    for one in (*reversed(folder.parents), folder):
        if not one.exists():
            one.mkdir(mode=0o700, exist_ok=True)


def is_trial() -> bool:
    """True where strangers try the app: tables are forgotten, and no photo is kept."""
    return os.environ.get(TRIAL, "") == "1"
