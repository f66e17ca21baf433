"""A kingdom that could have been had with the same dominoes, as SVG and in words."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import replace

from scoring import EMPTY, Kingdom, Laying, PlacedDomino
from ui.drawing import tiles
from ui.i18n.translate import _, joined, translated


@dataclass(frozen=True)
class Missed:
    """A player's kingdom, its points, and the better laying of its dominoes; an empty name speaks to the player.

    Without a laying none was found.
    """

    name: str
    colour: str
    kingdom: Kingdom
    points: int
    laying: Laying | None


class DominoView(Struct, frozen=True):
    """A domino where it lies, as SVG, and in words."""

    drawing: str
    said: str


class BetterView(Struct, frozen=True, omit_defaults=True):
    """A kingdom as it was laid and as it could be: sentences, SVG, and the dominoes in the order in which they can be
    laid on the ``ground`` of so many squares a side; without those where nothing better was found.
    """

    colour: str
    said: str
    points: int
    own: str
    possible: int = 0
    side: int = 0
    ground: str = ""
    dominoes: tuple[DominoView, ...] = ()


def better_view(one: Missed) -> BetterView:
    """The same as a page shows it, in the reader's language."""
    view = BetterView(one.colour, said(one), one.points, tiles.small_board(one.kingdom))
    if one.laying is None:
        return view
    kingdom = one.laying.kingdom
    dominoes = tuple(DominoView(_drawing(kingdom, laid), _named(kingdom, laid)) for laid in one.laying.dominoes)
    return replace(view, possible=one.laying.points, side=kingdom.height, ground=_ground(kingdom), dominoes=dominoes)


def said(one: Missed) -> str:
    """What a player made of the dominoes, and what was possible at least."""
    if one.laying is None and one.name:
        return _("{name} made {points}. Nothing better was found: well laid!", name=one.name, points=one.points)
    if one.laying is None:
        return _("You made {points}. Nothing better was found: well laid!", points=one.points)
    if one.name:
        return _(
            "{name} made {points}. At least {possible} was possible.",
            name=one.name,
            points=one.points,
            possible=one.laying.points,
        )
    return _("You made {points}. At least {possible} was possible.", points=one.points, possible=one.laying.points)


def _ground(kingdom: Kingdom) -> str:
    """The grid with the castle alone, as SVG."""
    rows = tuple(tuple(square if square.is_castle else EMPTY for square in row) for row in kingdom.rows)
    return tiles.squares(Kingdom(rows))


def _drawing(kingdom: Kingdom, laid: PlacedDomino) -> str:
    """A domino where it lies, as SVG, with its edge."""
    (top, left), (bottom, right) = sorted(laid.squares)
    halves = "".join(tiles.square_at((row, column), kingdom[row, column]) for row, column in laid.squares)
    width, height = (right - left + 1) * tiles.FIELD - 1, (bottom - top + 1) * tiles.FIELD - 1
    return (
        f'{halves}<rect class="edge" x="{left * tiles.FIELD + 0.5}" y="{top * tiles.FIELD + 0.5}" '
        f'width="{width}" height="{height}" rx="4"/>'
    )


def _named(kingdom: Kingdom, laid: PlacedDomino) -> str:
    return joined([translated(kingdom[position].words) for position in laid.squares])
