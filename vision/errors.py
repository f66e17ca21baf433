"""Errors that vision raises for a photo: one base class, and a subclass for each thing to do next.

    CrownsightError
    └── VisionError            catch this to go on with the next photo
        ├── PhotoError         take or send another photo, or set other corners
        ├── NoKingdomFound     get the whole kingdom into the picture, or set its corners by hand
        └── EditionKnown       read photos of these tiles as they are

Every message is a sentence for players that says what happened and what to try.
"""

from __future__ import annotations

from scoring.message import CrownsightError


class VisionError(CrownsightError):
    """Base of all errors about a photo."""


class PhotoError(VisionError):
    """The photo, or the corners set in it, cannot be used."""


class NoKingdomFound(VisionError):  # noqa: N818 - the established name
    """No kingdom was found in the photo."""


class EditionKnown(VisionError):  # noqa: N818 - no error of the player
    """The reader knows the tiles that were to be taught."""
