"""All that is said of a reading: doubts about it, and what would make a better photo."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import cv2
import numpy as np

from scoring.boxes import BASE, Box, Printing
from scoring.dominoes.nearest import find_stray_dominoes
from scoring.kingdom import Kingdom, Position, position_label
from scoring.message import Message, Text, join_semicolon, message, plural
from scoring.rules import GRIDS
from vision.locate.locate import Location
from vision.photo.light import is_coloured, is_overexposed
from vision.photo.photo import Bgr, Photo
from vision.pipeline.calibration import UNCALIBRATED, Calibration
from vision.rectify import cut_squares
from vision.squares.classify import SquareReading

CUT_OFF = 0.12  # of a square: how far a kingdom may stick out of the photo
AT_EDGE = -0.04  # squares beyond the edge: a tile that comes so near touches it, and others may lie beyond
TOUCHING = -0.2  # squares beyond the edge: one that comes so near may go on there if it can't be explained
SMALL_SQUARE_PX = 18  # of the original photo: below this crowns blur into each other
BLURRED = 0.24  # sharpness of squares blurred by 2.5 of their 64 pixels (sigma): beyond that crowns are lost
DARK = 10  # mean brightness, of 255
GLARING = 0.25  # share of a square that is white
WHITE = 250
IS_CUT_OFF = message("The kingdom is cut off by the edge of the photo. Step back a little and try again.")
OTHERS_CUT_OFF = message(
    "More tiles lie at the edge of the photo. If a kingdom is cut off there, take it in as a whole."
)
IS_CONTESTED = message("Please compare this kingdom with the photo.")
IS_IT_ONE = message("This doesn’t look like Kingdomino. Use it anyway?")
MOST_NAMED = 3  # places of unknown tiles of which a sentence speaks
HIDDEN = 0.9  # confidence below which a standing castle may hide a crown of a square beside it


def doubts_about(kingdom: Kingdom, *, explained: bool, box: Box = BASE) -> tuple[Message, ...]:
    """The reasons why a kingdom may not be what lies on the table; ``explained``: dominoes make up its squares."""
    found = []
    if max(kingdom.height, kingdom.width) > max(GRIDS):
        found.append(
            message(
                "This is larger than {largest}: {rows} rows and {columns} columns.",
                largest=f"{max(GRIDS)}x{max(GRIDS)}",
                rows=kingdom.height,
                columns=kingdom.width,
            )
        )
    if find_stray_dominoes(kingdom, box):
        found.append(seems_wide(max(kingdom.height, kingdom.width)))
    if not kingdom.castles:
        found.append(message("No castle found. Set its square by hand."))
    elif not explained:
        number = len(box.dominoes)
        found.append(
            message(
                "These squares can't all come from the {number} dominoes. Is one wrong, or does a tile lie outside the "
                "grid?",
                number=number,
            )
        )
    return tuple(found)


def seems_wide(number: int) -> Message:
    """The doubt about a kingdom that would fit its grid without one domino, as if that lay beside it."""
    return message("The kingdom seems to be {number} squares wide. Does a loose domino lie beside it?", number=number)


def doubts_about_view(
    kingdom: Kingdom, location: Location, photo: Photo, *, explained: bool, framed: bool = False
) -> tuple[Message, ...]:
    """The reasons why a photo may not show all of a kingdom; ``framed``: a person has set its corners."""
    found = []
    beyond, step = _beyond_edge(photo, location, kingdom)
    may_go_on = beyond > AT_EDGE and not framed and not _is_full(kingdom)
    unexplained = not (kingdom.castles and explained)
    if location.truncated or beyond > CUT_OFF or may_go_on or (beyond > TOUCHING and unexplained):
        found.append(IS_CUT_OFF)
    if step < SMALL_SQUARE_PX:
        found.append(message("The kingdom is small in the photo. Go closer for a more reliable reading."))
    return tuple(found)


def _is_full(kingdom: Kingdom) -> bool:
    """True for a kingdom that fills the grid of a game, so that nothing of it can lie elsewhere."""
    return kingdom.height == kingdom.width in GRIDS and not any(square.is_empty for _, square in kingdom.squares())


def _beyond_edge(photo: Photo, location: Location, kingdom: Kingdom) -> tuple[float, float]:
    """The squares by which the farthest tile sticks out of the photo (inside: below 0); a square in its pixels."""
    tiles = [position for position, square in kingdom.squares() if not square.is_empty]
    spots = [[column + x, row + y] for row, column in tiles or [(0, 0)] for y in (0.0, 1.0) for x in (0.0, 1.0)]
    corners = cv2.perspectiveTransform(np.array([spots]), location.homography)[0]
    height, width = photo.image.shape[:2]
    step = (cv2.contourArea(location.corners(photo)) / (location.rows * location.columns)) ** 0.5
    return float(max(-corners.min(), (corners - [width, height]).max())) * photo.scale / step, step


def advice(board: Bgr, rows: int, columns: int) -> tuple[Message, ...]:
    """The ways to take the photo better, of a board rectified to 64 pixels a square; nothing for a good photo."""
    found = []
    if board.mean() < DARK:
        found.append(message("The photo is very dark. Turn on a lamp and take it again."))
    elif sharpness(board) < BLURRED:
        found.append(message("The photo is blurred. Hold the phone still, tap the kingdom to focus and take it again."))
    white = (cut_squares(board, rows, columns).min(-1) >= WHITE).mean((1, 2)).reshape(rows, columns)
    glaring = np.argwhere(white > GLARING).tolist()
    if glaring:
        places = _places(glaring)
        found.append(
            message("Light glares on {places}. Move the lamp or the phone if these squares look wrong.", places=places)
        )
    return tuple(found)


def strange_light(board: Bgr, *, pale: bool) -> tuple[Message, ...]:
    """The reason why the colours of a board may be misread as a whole; nothing in light that the networks know well."""
    if is_overexposed(board):
        return (
            message("The photo is too bright to tell all colours. Check the squares, or take it again in less light."),
        )
    if pale:
        return (message("The photo has hardly any colours. Check the squares, or take it again in better light."),)
    if is_coloured(board):
        return (message("Tinted light: colours may be off. Please check the squares."),)
    return ()


def behind_castle(squares: Sequence[Sequence[SquareReading]]) -> tuple[Message, ...]:
    """The sentence on squares beside a castle whose crowns are in doubt: standing, it may hide one."""
    castles = [(r, c) for r, row in enumerate(squares) for c, square in enumerate(row) if square.square.is_castle]
    doubted = [
        (r, c)
        for r, row in enumerate(squares)
        for c, square in enumerate(row)
        if any(max(abs(r - top), abs(c - left)) == 1 for top, left in castles) and _crowns_in_doubt(square)
    ]
    if not doubted:
        return ()
    return (message("If the castle stands, lift it: it may hide a crown on {places}.", places=_places(doubted)),)


def _crowns_in_doubt(square: SquareReading) -> bool:
    other = square.alternative
    return square.confidence < HIDDEN and other is not None and other.terrain == square.square.terrain is not None


def sharpness(board: Bgr) -> float:
    """The strength of fine detail against coarse: about 0.8 in a sharp photo, 0.2 in a blurred one."""
    grey = cv2.cvtColor(board, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = cv2.GaussianBlur(grey, (0, 0), 2.0)
    coarse = cv2.GaussianBlur(grey, (0, 0), 8.0)
    return float((grey - fine).std() / max(float((fine - coarse).std()), 1e-3))


def hidden_square_warnings(kingdom: Kingdom, hidden: Collection[Position]) -> tuple[Message, ...]:
    """A sentence on each hidden square on which something lies."""
    laid = [square for square in hidden if not kingdom[square].is_empty]
    return tuple(message("{places} is hidden. Say what lies there.", places=position_label(square)) for square in laid)


def unknown_square_warnings(unknown: Collection[Position]) -> tuple[Message, ...]:
    """The sentence on squares that look like no tile the reader knows; nothing where there are none."""
    if not unknown:
        return ()
    named: Sequence[Message] = [position_label(position) for position in sorted(unknown)[:MOST_NAMED]]
    return (
        plural(
            len(unknown),
            "Unknown tile on {places}. Say what it is.",
            "{number} unknown tiles, such as those on {places}. Say what they are.",
            places=join_semicolon(named),
        ),
    )


def not_calibrated(by: Calibration) -> tuple[Message, ...]:
    """The sentence where nothing is sure for want of a calibration; nothing where there is one."""
    if by._replace(kingdom=UNCALIBRATED.kingdom) != UNCALIBRATED:
        return ()
    return (message("Nothing is called sure: the reader is not calibrated for its networks. Check every square."),)


TAUGHT = message("These tiles were taught: check the marked squares.")
"""Why nothing is sure that was read with a taught edition."""


def unlike_known(printing: Printing | None) -> tuple[Message, ...]:
    """The sentence on tiles of neither official printing; nothing where they are of one, or where that is not plain."""
    if printing is not Printing.OTHER:
        return ()
    return (message("These tiles look unfamiliar. Is this another edition? Check every square."),)


def _places(squares: Sequence[Sequence[int]]) -> Text:
    """The first three squares by name, and how many more there are."""
    places = join_semicolon([position_label((row, column)) for row, column in squares[:3]])
    if len(squares) > 3:
        return message("{places} and {number} more", places=places, number=len(squares) - 3)
    return places
