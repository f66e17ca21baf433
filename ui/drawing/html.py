"""Safe text: escaped for HTML and for labels that Streamlit parses as Markdown; scores as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from scoring import Castle, Problem, Rule, ScoreSheet, Standing
from scoring.kingdom import position_label
from scoring.wording import describe_giants, describe_reason, describe_standing
from ui.drawing import tiles
from ui.i18n.translate import _, capitalize, n_, translate
from ui.table.board import State, describe_doubts
from ui.wording import describe

WORD_JOINER = "\u2060"  # invisible; parts what Streamlit would take for an emoji name, a directive or a link


def in_html(typed: str) -> str:
    """Typed text for HTML: shown letter by letter, its writing direction kept to itself."""
    return f"<bdi>{escape(typed)}</bdi>"


def in_label(typed: str) -> str:
    """Typed text for a label that is read as Markdown: shown letter by letter."""
    parted = re.sub(r"(?=[:.@])", WORD_JOINER, typed)
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", parted)


def points(number: int) -> str:
    """Format a score: ``1 point``, ``54 points``."""
    return n_("{number} point", "{number} points", number)


def place_row(rank: int, name: str, amount: int, *, colour: str = "", why: str = "", more: str = "") -> str:
    """Format one place of a game as an HTML list item; ``colour`` is the castle's, ``more`` HTML below the reason."""
    castle = '<span class="castle"></span>' if colour else ""
    return (
        f'<li class="cs-place cs-{colour} {"first" if rank == 1 else ""}"><span class="number">{rank}</span>'
        f'<span class="cs-name">{castle}{in_html(name)}</span><span class="sum">{amount}</span>'
        f'<span></span><span class="why" style="grid-column:2/-1">{escape(why)}</span>{more}</li>'
    )


def places(rows: Iterable[str]) -> str:
    return f'<ol class="cs-places">{"".join(rows)}</ol>'


def standing_row(one: Standing, best: int, colour: Castle, state: State) -> str:
    """Format the place of one kingdom; ``best`` are the points of the first, to which the bars are drawn."""
    reasons = (describe_standing(one), describe_doubts(state))  # the second where it is not checked
    why = " · ".join(translate(said) for said in reasons if said)
    more = _bar(one.sheet, max(1, best))
    return place_row(one.rank, one.player, one.sheet.total, colour=colour.value, why=why, more=more)


def _bar(sheet: ScoreSheet, best: int) -> str:
    """Draw the points of a sheet as a bar by terrain, with a text alternative."""
    parts = [
        (tiles.LANDS[territory.terrain].fill, translate(territory.terrain.label), territory.points, territory.terrain)
        for territory in sorted(sheet.territories, key=lambda territory: territory.terrain.value)
        if territory.points
    ]
    drawn = "".join(
        f'<span style="width:{100 * points / best:.2f}%;background:{fill}" title="{escape(f"{name} {points}")}">'
        f"{tiles.icon(terrain)}</span>"
        for fill, name, points, terrain in parts
    )
    spoken = [f"{name} {points}" for _fill, name, points, _terrain in parts]
    bonus = sum(one.points for one in sheet.bonuses) + sum(one.points for one in sheet.items)
    if bonus:
        named = escape(f"{_('bonuses')} {bonus}")
        drawn += f'<span style="width:{100 * bonus / best:.2f}%;background:#F2C14A" title="{named}">+</span>'
        spoken.append(named)
    return f'<span class="cs-bar" role="img" aria-label="{escape(", ".join(spoken))}">{drawn}</span>'


def sums(sheet: ScoreSheet) -> str:
    """Format the sums of a score sheet as an HTML list: ``forest 7 x 3 = 21``, bonuses, quests, pieces.

    The last says what the total had been without giants.
    """
    territories = [
        f"<li>{tiles.icon(territory.terrain)}<span>{escape(translate(territory.terrain.label))}</span>"
        f"<span>{territory.size} × {territory.crowns}</span><b>= {territory.points}</b></li>"
        for territory in sheet.territories
        if territory.points
    ]
    bonuses = [
        f'<li class="bonus"><b>+</b><span>{escape(translate(scored.bonus.label))}: '
        f"{escape(translate(describe_reason(scored)))}</span><b>+ {scored.points}</b></li>"
        for scored in sheet.bonuses
    ]
    earnings = [f'<li class="bonus"><b>+</b><span>{escape(describe(item))}</span><b></b></li>' for item in sheet.items]
    crownless: dict[str, list[str]] = {}
    for one in sheet.territories:
        if not one.points:
            crownless.setdefault(translate(one.terrain.label), []).append(str(one.size))
    sizes = ", ".join(f"{land} {' + '.join(each)}" for land, each in crownless.items())
    without = f"{_('No crowns (0 points)')}: {sizes}"
    notes = [without] * bool(crownless)
    if sheet.without_giants is not None:
        notes.append(translate(describe_giants(sheet.without_giants)))
    quiet = [f'<li class="nothing"><span></span><span>{escape(note)}</span></li>' for note in notes]
    return f'<ol class="cs-sums">{"".join(territories + bonuses + earnings + quiet)}</ol>'


def remark(problem: Problem) -> str:
    """Format a problem of a kingdom as a line under its board that links to the square."""
    if problem.rule is Rule.NO_ORDER and problem.squares:  # its list of places is longer than anyone reads
        return _("{place}: no such domino.", place=capitalize(translate(position_label(problem.squares[0]))))
    return describe(problem)
