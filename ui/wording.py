"""Typed and read words made safe to show: in HTML, and in the labels Streamlit takes for Markdown."""

from __future__ import annotations

import re
from html import escape

from scoring import Bonus, ScoreSheet
from ui import tiles

WORD_JOINER = "\u2060"  # invisible; parts what Streamlit would take for an emoji name, a directive or a link


def in_html(typed: str) -> str:
    """Typed text for HTML: shown letter by letter, its writing direction kept to itself."""
    return f"<bdi>{escape(typed)}</bdi>"


def in_label(typed: str) -> str:
    """Typed text for a label that is read as Markdown: shown letter by letter."""
    parted = re.sub(r"(?=[:.@])", WORD_JOINER, typed)
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", parted)


def points(number: int) -> str:
    """A score in words: ``1 point``, ``54 points``."""
    return "1 point" if number == 1 else f"{number} points"


def sums(sheet: ScoreSheet) -> str:
    """The sums of a score sheet as an HTML list: ``forest 7 x 3 = 21``, then the bonuses."""
    territories = [
        f'<li class="{"" if territory.points else "nothing"}">{tiles.icon(territory.terrain)}'
        f"<span>{territory.terrain.value}</span><span>{territory.size} × {territory.crowns}</span>"
        f"<b>= {territory.points}</b></li>"
        for territory in sheet.territories
    ]
    bonuses = [
        f'<li class="bonus {"" if bonus.points else "nothing"}"><b>+</b>'
        f"<span>{bonus_name(bonus)}: {escape(bonus.reason)}</span><b>+ {bonus.points}</b></li>"
        for bonus in sheet.bonuses
    ]
    return f'<ol class="cs-sums">{"".join(territories + bonuses)}</ol>'


def bonus_name(bonus: Bonus) -> str:
    """The name of a bonus as the rulebook prints it."""
    return bonus.name.replace("_", " ").title()
