"""An edition taught by one photo: of a kingdom of known dominoes, laid by their numbers, with every kind of square.

Which way round it lies, and whether it is that kingdom at all, is told by the terrains: squares of one terrain look
alike in any edition, and the network's word on a strange tile is worth something. Both together name the squares, too,
that are not what they should be.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.kingdom import Kingdom, place_name
from scoring.legality import PlacedDomino, build_order
from scoring.message import Message, in_a_row, message
from scoring.terrain import CASTLE, Square
from vision.errors import EditionKnown, PhotoError
from vision.networks import session
from vision.photo.light import light_normalised
from vision.photo.photo import Photo, Points
from vision.pipeline.find import Found, Progress, find_grids
from vision.pipeline.layouts import Layout
from vision.rectify import cut_squares, warped
from vision.squares.classify import DOUBT, KINDS, Logs, cooled, forward, log_probabilities, temperature
from vision.squares.edition import Edition, learn_squares

TEACHING_KINGDOM = Kingdom.parse("wm3s2fl1/wm2wfl1/wm1Cf1l/w1ss1g1l/mm2gg2l")
"""Twelve dominoes that show all sixteen kinds, three squares or more of every terrain, none the same when turned."""

SIDES = 4
LAID = 0.5  # probability of a tile below which none is seen
MOST_BARE = 3  # squares where none is seen: of strange tiles one or the other looks like a table
SHARP = 0.05  # of a likeness: what makes a terrain e times as probable
NEAREST = 2  # squares of a terrain that another is compared with: one alone may be in a bad light
LEAST = 1e-3  # probability
# Photos of this kingdom in an edition that the network had never seen have 0.43 and more, of others 0.12 at most.
FITS = 0.2  # geometric mean of the probabilities of the terrains from which it is this kingdom
AGAINST = 10.0  # how many times as probable other terrains are on both squares of a domino that lies elsewhere

Floats = NDArray[np.float64]


class Taught(NamedTuple):
    """An edition, and the dominoes that do not look as they should where they lie, whose squares were left out.

    A domino has its number, and its two squares in the grid of the photo.
    """

    edition: Edition
    doubted: tuple[PlacedDomino, ...]

    @property
    def warnings(self) -> tuple[Message, ...]:
        """Which squares disagree, a sentence for each domino; nothing where all agree."""
        return tuple(
            message(
                "The squares {places} of the photo do not look like domino {number} and were left out. Is it there?",
                places=in_a_row([place_name(position) for position in domino.squares]),
                number=domino.number,
            )
            for domino in self.doubted
        )


class _Laid(NamedTuple):
    """TEACHING_KINGDOM as it lies in a photo, place by place: its squares (n), and its dominoes by these places."""

    squares: tuple[Square, ...]
    dominoes: tuple[tuple[int, tuple[int, int]], ...]  # number, and the two places

    @property
    def lands(self) -> NDArray[np.intp]:
        return _lands(self.squares)


@cache
def teaching_dominoes() -> tuple[PlacedDomino, ...]:
    """The dominoes of TEACHING_KINGDOM in an order in which they can be laid, with their numbers."""
    order = build_order(TEACHING_KINGDOM)
    assert order is not None, "it is legal"
    return order


def teach(
    source: bytes | str | Path | Photo,
    name: str,
    *,
    corners: Points | None = None,
    progress: Progress | None = None,
    found: Found | None = None,
) -> Taught:
    """What a photo of TEACHING_KINGDOM teaches of an edition, whichever way round the kingdom lies.

    ``corners`` (4, 2), in upright pixels of the original photo, skip the search for it; ``progress`` and ``found`` are
    those of ``read``. Raises PhotoError for a photo
    of anything else, NoKingdomFound where nothing looks like a kingdom, and EditionKnown where every square is read as
    it is already.
    """
    grids = find_grids(source, corners=corners, progress=progress, found=found)
    layout = _whole(grids.layouts)
    location = layout.location
    board = warped(grids.photo.image, location.homography, location.rows, location.columns)
    crops = cut_squares(light_normalised(board), location.rows, location.columns)
    laid, terrains = _as_it_lies(crops)
    _refuse_known(laid.squares, log_probabilities(crops))
    doubted = [each for each in laid.dominoes if _looks_otherwise(each[1], laid.lands, terrains)]
    out = {place for _, places in doubted for place in places}
    kept = [place for place in range(len(crops)) if place not in out]
    edition = learn_squares(name, crops[kept], [laid.squares[place] for place in kept])
    columns = location.columns
    return Taught(edition, tuple(PlacedDomino(n, (divmod(a, columns), divmod(b, columns))) for n, (a, b) in doubted))


def _whole(layouts: Sequence[Layout]) -> Layout:
    """The one kingdom of a photo, 5x5 without a gap. Raises PhotoError for anything else."""
    if len(layouts) != 1:
        raise PhotoError(
            message(
                "I see {number} kingdoms. Lay the one of twelve dominoes alone, and take the photo again.",
                number=len(layouts),
            )
        )
    (layout,) = layouts
    side = TEACHING_KINGDOM.height
    location = layout.location
    if (location.rows, location.columns) != (side, side) or (location.occupancy < LAID).sum() > MOST_BARE:
        raise PhotoError(
            message(
                "I don't see the whole kingdom of {side}x{side} squares. Lay all twelve dominoes round the castle, "
                "with nothing beside them, and get all of it into the picture.",
                side=side,
            )
        )
    return layout


def _as_it_lies(crops: NDArray[np.uint8]) -> tuple[_Laid, Floats]:
    """The kingdom turned as it lies, and the probabilities (n, terrains) of the terrains.

    Raises PhotoError where it is another kingdom.
    """
    turns = [_turned(turn) for turn in range(SIDES)]
    chances, alike = _from_all_sides(crops)
    found = [_probabilities(turned.lands, chances, alike) for turned in turns]
    fits = [float(np.log(_of(turned.lands, seen)).mean()) for turned, seen in zip(turns, found, strict=True)]
    best = int(np.argmax(fits))
    if fits[best] < np.log(FITS):
        raise PhotoError(
            message(
                "These are not the twelve dominoes to lay, or they lie otherwise. Compare their numbers and places, "
                "and take the photo again."
            )
        )
    return turns[best], found[best]


def _turned(quarters: int) -> _Laid:
    """The kingdom turned counter-clockwise by so many quarters."""
    kingdom = TEACHING_KINGDOM
    places = np.rot90(np.arange(kingdom.height * kingdom.width).reshape(kingdom.height, -1), quarters).ravel().tolist()
    squares = tuple(kingdom[divmod(place, kingdom.width)] for place in places)
    at = {divmod(place, kingdom.width): number for number, place in enumerate(places)}
    dominoes = tuple((each.number, (at[each.squares[0]], at[each.squares[1]])) for each in teaching_dominoes())
    return _Laid(squares, dominoes)


def _from_all_sides(crops: NDArray[np.uint8]) -> tuple[Floats, Floats]:
    """The probabilities of kinds (n, 18) that the network gives squares as a rule, however they are turned, and how
    alike they look to it, whichever way round they lie: (n, n), at most 1."""
    sides = [forward(session("squares"), np.rot90(crops, side, (1, 2))) for side in range(SIDES)]
    chances = np.mean([np.exp(cooled(logs, temperature())) for logs, _ in sides], axis=0)
    first = sides[0][1]
    alike = np.max([first @ embeddings.T for _, embeddings in sides], axis=0)
    return chances.astype(np.float64), alike.astype(np.float64)


def _probabilities(own: NDArray[np.intp], chances: Floats, alike: Floats) -> Floats:
    """The probabilities (n, terrains) of the terrains, if the other squares are of their ``own`` terrains (n,).

    The geometric mean of what the network says, and what the squares say that each looks most like; no other square
    looks like the castle, whose tile or figure is what the network says.
    """
    lands = _lands(KINDS)
    tiles = chances * [not square.is_empty for square in KINDS]  # a tile lies on every square
    network = np.stack([tiles[:, lands == land].sum(1) for land in range(lands.max() + 1)], 1)
    others = alike - 2 * np.eye(len(alike))  # no square looks like itself
    nearest = np.full_like(network, -1.0)
    for land in set(own.tolist()):
        nearest[:, land] = np.sort(others[:, own == land], axis=1)[:, -NEAREST:].mean(1)
    like = np.exp(nearest / SHARP)
    like /= like.sum(1, keepdims=True)
    both = np.sqrt(network.clip(LEAST) * like.clip(LEAST))
    castle = own == lands[KINDS.index(CASTLE)]
    both[castle] = network[castle]
    return np.asarray(both / both.sum(1, keepdims=True).clip(LEAST))


def _lands(squares: Sequence[Square]) -> NDArray[np.intp]:
    """The terrain of each square by number, the castle's and the empty square's being two of their own."""
    lands = list(dict.fromkeys((square.terrain, square.is_castle) for square in KINDS))
    return np.array([lands.index((square.terrain, square.is_castle)) for square in squares])


def _of(own: NDArray[np.intp], terrains: Floats) -> Floats:
    """The probability of each square's own terrain, (n,)."""
    return terrains[np.arange(len(own)), own].clip(LEAST)


def _looks_otherwise(places: Sequence[int], own: NDArray[np.intp], terrains: Floats) -> bool:
    """Whether the squares of a domino look more like other terrains than its own.

    One square may be misread; where another domino lies, both are hardly ever right.
    """
    seen, should = terrains[list(places)].copy(), own[list(places)]
    right = _of(should, seen)
    seen[np.arange(len(places)), should] = LEAST
    return bool(np.prod(seen.max(1) / right) > AGAINST)


def _refuse_known(squares: Sequence[Square], logs: Logs) -> None:
    """Raises EditionKnown where the network reads every square as it is, and has no doubt of them as a rule."""
    truth = np.array([KINDS.index(square) for square in squares])
    doubts = float(logs[np.arange(len(truth)), truth].mean()) < np.log(DOUBT)
    if (logs.argmax(1) == truth).all() and not doubts:
        raise EditionKnown(message("I read these tiles already. Nothing has to be taught."))
