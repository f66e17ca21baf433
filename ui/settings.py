"""Where this machine keeps what lasts."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = "CROWNSIGHT_DATA"  # environment variable


def data_folder() -> Path:
    """The folder for tables and certificates: CROWNSIGHT_DATA, or the user's data folder; it may not be there yet."""
    from platformdirs import user_data_path  # not needed to score a code

    return Path(os.environ.get(FOLDER) or user_data_path("crownsight", appauthor=False))
