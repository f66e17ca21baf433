"""What goes wrong with the place where tables are kept, as sentences for players."""

from __future__ import annotations

from pathlib import Path

from scoring.message import CrownsightError, Message, message


class StoreError(CrownsightError):
    """The tables cannot be kept or fetched just now; the message says why and what to do."""


class DamagedError(StoreError):
    """The file with the tables is damaged: nothing more is written to it."""

    def __init__(self, file: Path) -> None:
        super().__init__(
            message(
                "The file with the tables is damaged and cannot be used: {file}. It is left as it is; "
                "crownsight restore FILE puts it aside and brings the tables of a backup back.",
                file=str(file),
            )
        )
        self.file = file


class NewerError(StoreError):
    """The tables were written by a newer version, which alone knows what stands in them."""

    def __init__(self, found: str, known: str) -> None:
        super().__init__(
            message(
                "These tables were kept by a newer Crownsight (form {found}; this one knows up to {known}). Nothing is "
                "changed. Open them with the newer one, or name another folder with CROWNSIGHT_DATA.",
                found=found,
                known=known,
            )
        )


def explained(fault: Exception, folder: Path | None) -> Message:
    """What a fault of the database means.

    ``folder`` is that of its file, None for a server.
    """
    reason = str(getattr(fault, "orig", None) or fault).lower()
    if folder is None:
        return message("The database does not answer.")
    if "locked" in reason or "busy" in reason:
        return message("Another program is using the file with the tables.")
    if "full" in reason or "no space" in reason:
        return message("The disk is full. Free some space.")
    if "readonly" in reason or "read-only" in reason or "permission" in reason or "unable to open" in reason:
        return message(
            "The folder {folder} cannot be written to. Change its permissions.",
            folder=str(folder),
        )
    return message("The file with the tables cannot be used. crownsight doctor says more.")
