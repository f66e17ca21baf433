"""Kingdoms by Knizia as text, CSV and drawings: players, lines, gold, pieces."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from scoring.knizia import GOLD_AT_THE_START, Board, Colour, Gain, Line, Part, Purse, format_space
from scoring.knizia.wording import describe_lead, describe_part, label_line
from scoring.message import message
from scoring.svg import draw_field, draw_free_field
from ui.drawing.html import place_row, places
from ui.drawing.result_text import cell
from ui.drawing.tiles import FONT, Look, svg_image
from ui.i18n.translate import _, join_names, n_, translate
from ui.table.board import describe_doubts
from ui.table.knizia import Game

MINUS = "\u2212"


def format_signed(gold: int) -> str:
    """Format an amount with a sign as wide as a plus; 0 without one."""
    return f"{gold:+d}".replace("-", MINUS) if gold else "0"


def explain_line(line: Line, game: Game) -> list[str]:
    """List how a row or column was counted: the sum of each part, and what each player takes from it."""
    parts = (
        [translate(describe_part(part)), *(_format_gain(gain, part, game) for gain in part.gains)]
        for part in line.parts
    )
    return [sentence for part in parts for sentence in part]


def _format_gain(gain: Gain, part: Part, game: Game) -> str:
    """Format a gain: ``Ana: 3 × (4 + 2) = +18``."""
    ranks = " + ".join(map(str, gain.ranks))
    several = f"({ranks})" if len(gain.ranks) > 1 else ranks
    base, gold = format_signed(part.base).lstrip("+"), format_signed(gain.gold)
    return f"{player_label(gain.colour, game)}: {base} × {several} = {gold}"


def player_label(colour: Colour, game: Game) -> str:
    """Return the player of a colour, or the colour's name if nobody plays it."""
    return game.name(colour) or translate(colour.label).capitalize()


def headline(game: Game, names: Sequence[str]) -> str:
    """Say who won or starts the next epoch; ``names`` of the richest are inserted unchanged."""
    if game.is_over:
        return n_("{names} wins", "{names} share the victory", len(names), names=join_names(names))
    return n_(
        "{names} starts the next epoch",
        "{names} are equally rich: one of them starts the next epoch",
        len(names),
        names=join_names(names),
    )


def reservations(game: Game) -> list[str]:
    """List the notes beside the gold: every epoch that is not confirmed, and how far it can be trusted."""
    unsure = ((number, describe_doubts(epoch.state)) for number, epoch in enumerate(game.epochs, start=1))
    return [_("Epoch {number}: {state}", number=number, state=translate(said)) for number, said in unsure if said]


def why(purse: Purse, game: Game) -> str:
    """Say the reason for a place, with the players' names: ``7 behind Ana``."""
    rivals = purse.lead.rivals
    return (
        translate(describe_lead(purse.lead, {rival: player_label(rival, game) for rival in rivals})) if rivals else ""
    )


def gold_places(game: Game) -> str:
    """Everybody's place with its reason, as an HTML list, the richest first."""
    purses = game.sheet.purses if game.sheet else ()
    return places(_place(purse, game) for purse in purses)


def _place(purse: Purse, game: Game) -> str:
    before = (GOLD_AT_THE_START, *purse.gold)
    steps = [format_signed(after - earlier) for earlier, after in zip(before, purse.gold, strict=False)]
    course = _("{gold} this epoch", gold=steps[0]) if len(steps) == 1 else _("by epoch {gold}", gold=", ".join(steps))
    reason = " · ".join(filter(None, (why(purse, game), course)))
    return place_row(purse.rank, player_label(purse.colour, game), purse.now, colour=purse.colour.value, why=reason)


def game_line(game: Game) -> str:
    """Format the gold so far in one line for a chat: ``1. Ana 81, 2. Ben 47 (Epoch 2: 4 to check)``."""
    purses = game.sheet.purses if game.sheet else ()
    places = ", ".join(f"{purse.rank}. {player_label(purse.colour, game)} {purse.now}" for purse in purses)
    unsure = f" ({'; '.join(reservations(game))})" if reservations(game) else ""
    return _("Kingdoms: {places}", places=places + unsure)


def game_csv(game: Game) -> str:
    """Format a line for every row and column of every epoch and player, then the gold after the epoch."""
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    table.writerow(["epoch", "player", "colour", "line", "gold"])
    if game.sheet is None:
        return written.getvalue()
    for number, epoch in enumerate(game.sheet.epochs, start=1):
        for purse in game.sheet.purses:
            who = [number, cell(player_label(purse.colour, game)), purse.colour.value]
            table.writerows([*who, str(label_line(line)), line.gold(purse.colour)] for line in epoch.lines)
            table.writerow([*who, "gold", purse.gold[number - 1]])
    return written.getvalue()


FREE = message("empty")
HIGHEST, RANKS = 6, 4  # the number that a resource or a hazard can bear; of castles


_SHEAF = (
    '<path fill="none" stroke-width="2" stroke-linecap="round" '
    'd="M12 21V10M12 14l-5-4M12 14l5-4M12 9L8 5M12 9l4-4M12 8V3"/>'
)
_FLAME = '<path stroke="none" d="M12 2c1 4 6 6 6 12a6 6 0 0 1-12 0c0-3 2-4 2.5-7C10 8 11 9 11 11c1.5-2 2-5 1-9z"/>'
_PEAKS = '<path stroke="none" d="M2 20L9 6l4 7 2.5-4L22 20z"/>'
_DRAGON = (
    '<path stroke="none" d="M3 15c2-6 6-9 11-9l-1-3 4 3c3 1 4 3 5 5l-5 1-3-1c1 3 0 6-3 8H7c2-1 3-3 3-5-3 0-5 0-7 1z"/>'
)
_NUGGET = '<path stroke="none" d="M8 6l7-1 5 5-2 8-6 3-7-3-2-7z"/>'
_HAT = '<path stroke="none" d="M13 2l5 14c2 0 4 1 4 2s-4 3-10 3-10-2-10-3 2-2 4-2z"/>'
_TOWER = '<path stroke="none" d="M6 4h3v2.5h1.5V4h3v2.5H15V4h3v6l-1.5 1.5V21h-9v-9.5L6 10z"/>'

LOOKS: dict[str, Look] = {
    "+": Look(message("resource"), "#7FB254", "#17330B", _SHEAF, HIGHEST),
    "-": Look(message("hazard"), "#B5482F", "#FFF1E2", _FLAME, HIGHEST),
    "M": Look(message("mountain"), "#8B8F98", "#23262B", _PEAKS),
    "D": Look(message("dragon"), "#2F3A33", "#8FE07A", _DRAGON),
    "G": Look(message("gold mine"), "#37363D", "#F2C14A", _NUGGET),
    "W": Look(message("wizard"), "#5B3F94", "#F3E9FF", _HAT),
    "r": Look(message("red castle"), "#E9E2D4", "#A81E22", _TOWER, RANKS),
    "b": Look(message("blue castle"), "#E9E2D4", "#1F56A6", _TOWER, RANKS),
    "y": Look(message("yellow castle"), "#3A3630", "#F4C92F", _TOWER, RANKS),
    "g": Look(message("green castle"), "#E9E2D4", "#1E6B33", _TOWER, RANKS),
    ".": Look(FREE, "transparent", "currentColor", ""),
}
"""Every kind of piece by the first letter of its token."""


def sprite(tokens: Iterable[str] | None = None) -> str:
    """Return these pieces, or all, as an SVG sprite: ``kingdoms-r2``."""
    if tokens is None:
        numbers = {kind: range(1, look.most + 1) or [""] for kind, look in LOOKS.items() if look.icon}
        tokens = [f"{kind}{number}" for kind, borne in numbers.items() for number in borne]
    chosen = sorted({*tokens})
    icons = "".join(
        f'<g id="kingdoms-icon-{kind}" fill="{LOOKS[kind].ink}" stroke="{LOOKS[kind].ink}">{LOOKS[kind].icon}</g>'
        for kind in sorted({token[0] for token in chosen})
    )
    return f"<defs>{icons}{''.join(map(_art, chosen))}</defs>"


def _art(token: str) -> str:
    """Return a piece's icon, smaller above its number where it has one; the rank of a castle is inside it."""
    kind, number = token[0], token[1:]
    look = LOOKS[kind]
    place, said = "translate(4.8 4.8) scale(.6)", ""
    if kind in "+-":
        place, said = "translate(7.7 .9) scale(.36)", _number(token.replace("-", MINUS), look.ink, 20, 12)
    elif number:
        place, said = "translate(1.9 1.9) scale(.84)", _number(number, look.fill, 17.5, 9)
    return f'<g id="kingdoms-{token}"><use href="#kingdoms-icon-{kind}" transform="{place}"/>{said}</g>'


def small_board(board: Board) -> str:
    """Draw the board small, as an HTML image whose text alternative names the pieces row by row."""
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 146 122">{spaces(board)}</svg>'
    return svg_image(drawing, _describe_board(board), "cs-board")


def spaces(board: Board) -> str:
    """Draw the spaces of a board as SVG, each on a field of 24 x 24."""
    laid = [(position, format_space(space)) for position, space in board.spaces()]
    drawn_spaces = (
        draw_free_field(*position) if said == "." else draw_field(*position, LOOKS[said[0]].fill, f"kingdoms-{said}")
        for position, said in laid
    )
    return sprite(said for _, said in laid if said != ".") + "".join(drawn_spaces)


def _describe_board(board: Board) -> str:
    """Describe in words how full the board is, and the pieces of every row that has any."""
    taken = sum(space is not None for _at, space in board.spaces())
    rows = [
        f"{_('row {number}', number=number)}: {', '.join(translate(space.label if space else FREE) for space in row)}"
        for number, row in enumerate(board.rows, start=1)
        if any(row)
    ]
    return "; ".join([n_("a board with {number} piece", "a board with {number} pieces", taken), *rows])


def _number(text: str, ink: str, y: float, size: int) -> str:
    return (
        f'<text x="12" y="{y}" font-size="{size}" font-weight="700" font-family="{FONT}" '
        f'text-anchor="middle" fill="{ink}">{text}</text>'
    )
