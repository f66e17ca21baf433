"""The button that passes on the pictures of a game or a clip of its race: to the phone's share sheet, or as files.

The browser paints each drawing and records the clip, so that they have the icons and the type of the app.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ui.components import Component
from ui.i18n.translate import _

_share = Component("share", "painting.js", "clip.js", "share.js")


def share_pictures(pictures: Mapping[str, str], text: str) -> None:
    """A button for pictures, SVGs by the names of their files (PNG), and the text with them.

    A drawing may name photos by their addresses; they are put into the picture.
    """
    words = {"label": _("Share"), "hold": _("Hold a picture to save it."), "close": _("Close")}
    _share.show(key="pictures", data={"drawings": dict(pictures), "text": text, **words})


def share_clip(background: str, legs: Sequence[str], end: str) -> None:
    """A button for a clip of these SVGs: each of the legs is laid over the background, then comes the end.

    There is none in a browser that cannot record.
    """
    words = {"make": _("Make a clip of the race"), "making": _("Making the clip…"), "label": _("Share the clip")}
    _share.show(
        key="clip", data={"drawings": {"background": background, "legs": list(legs), "end": end}, "text": "", **words}
    )
