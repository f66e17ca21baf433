"""Player page: statistics and games of one player."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from babel.numbers import format_decimal

from ui.drawing import tiles
from ui.drawing.html import in_html
from ui.drawing.players import tallies_with_display_names
from ui.i18n.translate import _, language, n_, translate
from ui.screens import routes
from ui.screens.notices import show_notice
from ui.screens.past_games import show_entries
from ui.session import archive
from ui.table.entries import EntryBatch
from ui.table.names import LONGEST_NAME
from ui.table.statistics import (
    EPOCH_NUMBERS,
    FEWEST_TOGETHER,
    TERRAINS,
    PlayerStats,
    StatsByGame,
    find_favourite,
    sum_by_player,
)

MOST_RIVALS = 8  # that are listed
WIDE, HIGH, EDGE = 320, 96, 14  # of the curve
DOTTED = 16  # numbers at most that have a dot each


def render() -> None:
    """Render the records and games of one player."""
    name = st.query_params.get(routes.NAME, "")[:LONGEST_NAME]
    batch = archive.load_entries(routes.cursor(), name) if name else EntryBatch()

    if st.button("‹ " + _("Past games"), type="tertiary"):
        routes.go_to(routes.HISTORY, **routes.back_query())
    st.html(f"<h1>{in_html(name) or _('Players')}</h1>")
    if batch.entries:
        show_records(name, tallies_with_display_names(archive.tallies(name)))
        show_entries(batch, routes.PLAYER, routes.back_query() | {routes.NAME: name})
    else:
        show_notice(_("Nobody of that name has played here."), role="")


def show_records(name: str, tallies: StatsByGame) -> None:
    for kingdomino in sum_by_player(tallies.kingdomino):
        heads = (_("Games"), _("Wins"), _("Average"), _("Best"), _("Favourite"))
        land = find_favourite(kingdomino, TERRAINS)
        show_figures(_("Kingdomino"), heads, kingdomino, f"{tiles.icon(land)} {translate(land.label)}" if land else "–")
        show_course(name, kingdoms=False)
    for kingdoms in sum_by_player(tallies.kingdoms):
        heads = (_("Games"), _("Wins"), _("Average gold"), _("Most gold"), _("Best epoch"))
        show_figures(_("Kingdoms"), heads, kingdoms, str(find_favourite(kingdoms, EPOCH_NUMBERS) or "–"))
        show_course(name, kingdoms=True)


def show_figures(title: str, heads: Sequence[str], one: PlayerStats, most_from: str) -> None:
    mean = format_decimal(one.mean, "0.0", locale=language())
    figures = (str(one.games), str(one.wins), mean, str(one.best), most_from)
    listed = "".join(
        f"<div><dt>{head}</dt><dd>{figure}</dd></div>" for head, figure in zip(heads, figures, strict=True)
    )
    st.html(f'<h2 class="cs-evening">{title}</h2><dl class="cs-records">{listed}</dl>')


def show_course(name: str, *, kingdoms: bool) -> None:
    totals = archive.totals(name, kingdoms=kingdoms)
    if len(totals) >= FEWEST_TOGETHER:
        said = n_("The last {number} game", "The last {number} games", len(totals))
        st.html(f'<figure class="cs-course"><figcaption>{said}</figcaption>{curve(totals, said)}</figure>')
    rivals = archive.rivals(name, kingdoms=kingdoms)
    if not rivals:
        return
    listed = [(one, n_("{number} game", "{number} games", one.games)) for one in rivals[:MOST_RIVALS]]
    rows = "".join(
        f"<li><b>{in_html(one.name)}</b><span>{one.ahead} : {one.behind}</span><small>{together}</small></li>"
        for one, together in listed
    )
    rule = _(
        "In how many of the games together {name} had more points, and in how many the other; from three games on. "
        "The rival is who shared most of them.",
        name=in_html(name),
    )
    rival = _("Rival: {name}", name=in_html(rivals[0].name))
    st.html(f'<h3>{rival}</h3><ol class="cs-rivals">{rows}</ol><p class="cs-quiet">{rule}</p>')


def curve(numbers: Sequence[int], alt: str) -> str:
    """Draw at least two numbers as a line in an HTML image, with the lowest and the highest as figures."""
    low, high = min(numbers), max(numbers)
    across, down = (WIDE - 2 * EDGE - 24) / (len(numbers) - 1), (HIGH - 2 * EDGE) / max(1, high - low)
    points = [(EDGE + 24 + at * across, HIGH - EDGE - (one - low) * down) for at, one in enumerate(numbers)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = points if len(points) <= DOTTED else points[-1:]
    drawn = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.2" fill="#C8931A"/>' for x, y in dots)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}"><polyline points="{line}" fill="none" '
        f'stroke="#C8931A" stroke-width="2.4" stroke-linejoin="round"/>{drawn}</svg>'
    )
    image = tiles.svg_image(svg, f"{alt}: {', '.join(map(str, numbers))}", "")
    figures = "".join(  # not in the image, which has only the typefaces of the machine
        f'<span aria-hidden="true" style="top:{100 * y / HIGH:.0f}%">{number}</span>'
        for number, y in {high: EDGE, low: HIGH - EDGE}.items()
    )
    return f"<div>{image}{figures}</div>"


render()
