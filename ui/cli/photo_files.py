"""The photos that arguments name: files, and folders of them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

from ui.cli.inputs import BadInput

ENDINGS = frozenset({".heic", ".heif", ".jpeg", ".jpg", ".png", ".webp"})
"""How photos end in a folder; a file that is named itself is judged by what it holds."""


def photos_named(arguments: Sequence[str]) -> list[str]:
    """Every photo, in order; a folder stands for those in it and in its folders, by name.

    Hidden ones are left out. Raises BadInput for a folder without photos, or one that cannot be looked through.
    """
    return [photo for argument in arguments for photo in _photos(argument)]


def _photos(argument: str) -> list[str]:
    if not _is_folder(argument):
        return [argument]
    found = sorted(_within(argument))
    if not found:
        raise BadInput(f"there is no photo in {argument}; they end in {', '.join(sorted(ENDINGS))}")
    return [str(photo) for photo in found]


def _is_folder(argument: str) -> bool:
    try:
        return Path(argument).is_dir()
    except OSError:  # a name too long for any file
        return False


def _within(folder: str) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder, onerror=_refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (
            Path(parent, name) for name in files if not name.startswith(".") and Path(name).suffix.lower() in ENDINGS
        )


def _refuse(closed: OSError) -> NoReturn:
    raise BadInput(f"the folder {closed.filename} cannot be looked through: {closed.strerror}") from closed
