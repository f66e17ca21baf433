"""Table: who plays, and how far everybody is."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from ui import session, tiles
from ui.table import Board, Colour, Seat, TableError, sheet
from ui.wording import in_html, in_label

STREAMLIT_COLOURS = {Colour.BLUE: "blue", Colour.GREEN: "green", Colour.PINK: "violet", Colour.YELLOW: "yellow"}
CAMERA = tiles.drawn(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#8A8172" stroke-width="1.6" '
    'stroke-linejoin="round"><path d="M3 8h4l1.6-2.5h6.8L17 8h4v11H3z"/><circle cx="12" cy="13" r="3.6"/></svg>',
    "",
    "cs-camera",
)


def state_of(board: Board | None) -> str:
    """How far a kingdom is, in a word or two."""
    if board is None:
        return "photo?"
    if board.checked:
        return "✓ checked"
    return f"{len(board.doubtful)} to check" if board.doubtful else "to check"


def card(seat: Seat) -> None:
    """One player; the whole card is the button that opens their kingdom."""
    total = sheet(session.table(), seat.board).total if seat.board else None
    drawn = tiles.small_board(seat.board.kingdom) if seat.board else CAMERA
    shown = "–" if total is None else str(total)
    with st.container(key=f"card-{seat.number}"):
        st.html(
            f'<div class="cs-card cs-{seat.colour.value}"><span class="band"></span><span class="who">'
            f'<b>{in_html(seat.name)}</b><span class="state">{state_of(seat.board)}</span></span>'
            f'<span class="sum">{shown}</span>{drawn}</div>'
        )
        label = f"{in_label(seat.name)}: {shown if seat.board else 'no kingdom yet'}, {state_of(seat.board)}"
        if st.button(label, key=f"open-{seat.number}"):
            session.take_seat(seat.number)
            st.switch_page("screens/kingdom.py")


def add_player() -> None:
    """The form for one more player: a name and a castle."""
    table = session.table()
    with st.form(f"player-{table.numbered}", border=False):
        name = st.text_input("Name", placeholder="Ana", autocomplete="off")
        colour = st.segmented_control(
            "Castle",
            table.free_colours,
            format_func=lambda colour: f":{STREAMLIT_COLOURS[colour]}[:material/castle:] {colour.value}",
            default=table.free_colours[0],
            required=True,
        )
        if st.form_submit_button("Add player", type="secondary" if table.seats else "primary", width="stretch"):
            try:
                session.keep(table.with_player(name, colour or table.free_colours[0]))
            except TableError as refused:
                st.html(f'<p class="cs-notice" role="alert">{in_html(str(refused))}</p>')
            else:
                st.rerun()


def change_rules() -> None:
    """The rules of the table."""
    rules = session.table().rules
    edition = st.segmented_control("Edition", ["current", "original"], default=rules.edition, required=True)
    grid = st.segmented_control(
        "Grid", [5, 7], default=rules.grid, required=True, format_func=lambda side: f"{side} × {side}"
    )
    harmony = st.toggle("Harmony: 5 points for a complete grid", rules.harmony)
    middle = st.toggle("Middle Kingdom: 10 points for the castle in the centre", rules.middle_kingdom)
    chosen = replace(rules, edition=edition, grid=grid, harmony=harmony, middle_kingdom=middle)
    if chosen != rules:
        session.keep(session.table().with_rules(chosen))
        st.rerun()


def remove_players() -> None:
    """A button for each player who leaves."""
    for seat in session.table().seats:
        if st.button(f"Remove {in_label(seat.name)}", key=f"remove-{seat.number}", width="stretch"):
            session.keep(session.table().without_player(seat.number))
            st.rerun()


session.play_at_table()
table = session.table()

if st.button("‹ Start", type="tertiary"):
    st.switch_page("screens/start.py")
st.html(f"<h1>{'Who plays?' if not table.seats else 'Table'}</h1>")

for seat in table.seats:
    card(seat)

if not table.seats:
    add_player()
elif table.free_colours:
    with st.expander("Add a player", expanded=len(table.seats) < 2, key=f"add-{table.numbered}"):
        add_player()

ready = sum(seat.board is not None for seat in table.seats)
if table.seats:
    with st.container(key="done"):
        if st.button("Result", type="primary", width="stretch", disabled=ready < 2):
            st.switch_page("screens/result.py")
        if ready < 2:
            st.html('<p class="cs-quiet">Two kingdoms make a result. Tap a player to photograph theirs.</p>')

rules = table.rules
extras = [name for name, on in (("Harmony", rules.harmony), ("Middle Kingdom", rules.middle_kingdom)) if on]
with st.expander(
    "Rules: " + ", ".join([f"{rules.edition} edition", f"{rules.grid} × {rules.grid}", *extras]), key="rules"
):
    change_rules()
if table.seats:
    with st.expander("Remove a player", key="players"):
        remove_players()
if table.before and table.before.seats and st.button("Bring back what was here before", type="tertiary"):
    session.keep(table.restored())
    st.rerun()
