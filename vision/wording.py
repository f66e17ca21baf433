"""English sentences of warnings, as messages that can be translated; no step of the reader reads them back."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.dominoes.claims import Claim, Conflict
from scoring.kingdom import Position, position_label
from scoring.message import Message, Text, describe, join_semicolon, message, plural
from scoring.wording import SEVERAL_BOXES
from vision.warning import ReadingWarning, WarningCode

MAX_NAMED_SQUARES = 3  # in one sentence; the others are counted

WARNINGS: dict[WarningCode, Message] = {
    WarningCode.UNCERTAIN_KINGDOM: message("This doesn’t look like Kingdomino. Use it anyway?"),
    WarningCode.TOO_LARGE: message("This is larger than {largest}: {rows} rows and {columns} columns."),
    WarningCode.STRAY_DOMINO: message(
        "The kingdom seems to be {number} squares wide. Does a loose domino lie beside it?"
    ),
    WarningCode.NO_CASTLE: message("No castle found. Set its square by hand."),
    WarningCode.NO_COVER: message(
        "These squares can't all come from the {number} dominoes. Is one wrong, or does a tile lie outside the grid?"
    ),
    WarningCode.CONTESTED: message("Please compare this kingdom with the photo."),
    WarningCode.CONFLICT: message("{conflict}."),
    WarningCode.SEVERAL_BOXES: SEVERAL_BOXES,
    WarningCode.CUT_OFF: message("The kingdom is cut off by the edge of the photo. Step back a little and try again."),
    WarningCode.OTHERS_CUT_OFF: message(
        "More tiles lie at the edge of the photo. If a kingdom is cut off there, take it in as a whole."
    ),
    WarningCode.SMALL: message("The kingdom is small in the photo. Go closer for a more reliable reading."),
    WarningCode.UNKNOWN_TILES: plural(
        0,
        "Unknown tile on {places}. Say what it is.",
        "{number} unknown tiles, such as those on {places}. Say what they are.",
    ),
    WarningCode.UNFAMILIAR_TILES: message("These tiles look unfamiliar. Is this another edition? Check every square."),
    WarningCode.TAUGHT_TILES: message("These tiles were taught: check the marked squares."),
    WarningCode.LEFT_OUT_DOMINO: message(
        "The squares {places} of the photo do not look like domino {number} and were left out. Is it there?"
    ),
    WarningCode.HIDDEN: message("{places} is hidden. Say what lies there."),
    WarningCode.BEHIND_CASTLE: message("If the castle stands, lift it: it may hide a crown on {places}."),
    WarningCode.DARK: message("The photo is very dark. Turn on a lamp and take it again."),
    WarningCode.BLURRED: message(
        "The photo is blurred. Hold the phone still, tap the kingdom to focus and take it again."
    ),
    WarningCode.GLARE: message("Light glares on {places}. Move the lamp or the phone if these squares look wrong."),
    WarningCode.OVEREXPOSED: message(
        "The photo is too bright to tell all colours. Check the squares, or take it again in less light."
    ),
    WarningCode.PALE: message("The photo has hardly any colours. Check the squares, or take it again in better light."),
    WarningCode.TINTED: message("Tinted light: colours may be off. Please check the squares."),
    WarningCode.NOT_CALIBRATED: message(
        "Nothing is called sure: the reader is not calibrated for its networks. Check every square."
    ),
}
"""The sentence of every warning."""

NAMING_SQUARES = {WarningCode.LEFT_OUT_DOMINO, WarningCode.HIDDEN, WarningCode.BEHIND_CASTLE, WarningCode.GLARE}
"""The warnings whose sentence names their squares; that of unknown tiles also counts them."""


@describe.register(ReadingWarning)
def describe_warning(warning: ReadingWarning) -> Message:
    """Return the sentence of a warning."""
    params = dict(warning.params)
    if warning.code is WarningCode.TOO_LARGE:
        params["largest"] = f"{params['largest']}x{params['largest']}"
    elif warning.code is WarningCode.UNKNOWN_TILES:
        places: Text = join_semicolon([position_label(square) for square in warning.squares[:MAX_NAMED_SQUARES]])
        params |= {"places": places, "number": len(warning.squares)}
    elif warning.code is WarningCode.CONFLICT:
        params = {"conflict": describe(_label_kingdoms(params["conflict"], params["kingdom"], warning.squares))}
    elif warning.code in NAMING_SQUARES:
        params["places"] = _label_squares(warning.squares)
    return WARNINGS[warning.code].fill(**params)


def _label_squares(squares: Sequence[Position]) -> Text:
    """Return the first squares by name, and how many more there are."""
    places = join_semicolon([position_label(square) for square in squares[:MAX_NAMED_SQUARES]])
    if len(squares) <= MAX_NAMED_SQUARES:
        return places
    return message("{places} and {number} more", places=places, number=len(squares) - MAX_NAMED_SQUARES)


def _label_kingdoms(conflict: Conflict[int], own: int, squares: tuple[Position, ...]) -> Conflict[Message]:
    """Return a conflict between ``kingdom 1`` and ``kingdom 2``.

    The squares of the warned kingdom are those of the warning: they follow the board when it is turned.
    """
    claims = tuple(
        Claim(message("kingdom {number}", number=claim.player), squares if claim.player == own else claim.squares)
        for claim in conflict.claims
    )
    return Conflict(conflict.kind, conflict.numbers, conflict.squares, claims, conflict.needed, conflict.copies)
