"""What a command changes on a screen changes the view model of its page, so that other phones run it again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block, Node

from scoring import BASE, COURT, GIANTS, Quest, Square
from scoring.castle import Castle
from tests.sample_photos import SAMPLES, codes_of
from tests.ui.factories import ANA_AND_BEN, EVENING, reading_of, with_boards
from tests.ui.phone import find_stored_table, goes_to, holding, phone_at, phone_key_of
from ui import store
from ui.api.page_state import PageState, cards_page, kingdom_page
from ui.table.board import make_blank_board, make_board
from ui.table.commands import (
    SquareEdit,
    SquareState,
    confirm_board,
    edit_board,
    mark_doubtful,
    next_game,
    restore_previous_board,
)
from ui.table.corrections import with_photographed_board
from ui.table.photo_reading import Picture
from ui.table.table import Seat, Table, TableError, correct_record, set_boxes, set_grid, set_quests
from vision.warning import ReadingWarning, WarningCode

ANA, CHLOE = 1, 3
COMMANDS_PER_RUN = 80
PICTURE = Picture(b"a photo", 1200, 900, 1.0)
LEGAL = codes_of(SAMPLES / "two-kingdoms.jpg")
CODES = (*LEGAL, "wwwff/wwffs/ggCfs/ggllm/mmlll", "w1w/Cf")
START = with_boards(ANA_AND_BEN.with_player("Chloé", Castle.PINK), CODES[0])
SQUARES = ("w", "f1", "s", ".", "m3")
NAMES = ("Ana", "Benno", "Chloé", "Dev")


def elements(node: Node) -> Iterator[object]:
    """Yield what a page shows, but for what components and their buttons receive by themselves."""
    if isinstance(node, Block):
        for child in node.children.values():
            yield from elements(child)
        return
    key, kind = str(getattr(node, "key", "")), getattr(node, "type", "")
    is_card = key.startswith("open-") and key.removeprefix("open-").isdecimal()
    if kind == "download_button":  # with a new address each time
        yield kind, node.proto.label
    elif kind != "bidi_component" and not is_card:
        yield kind, key, str(getattr(node, "proto", ""))


def random_command(random: Random, table: Table) -> Table:
    """Apply one command of any kind to a table. Raises TableError where it is refused."""
    if not table.seats:
        return table.with_player("Ana", Castle.BLUE)
    seat = table.seats[0] if random.random() < 0.5 else random.choice(table.seats)
    if seat.board and random.random() < 0.6:
        return board_command(random, seat)(table)
    rules = table.rules
    commands: list[Callable[[Table], Table]] = [
        partial(Table.with_player, name=random.choice(["", *NAMES]), colour=random.choice(list(Castle))),
        partial(Table.without_player, seat=seat.number),
        partial(Table.with_name, seat=seat.number, name=random.choice(NAMES)),
        partial(Table.with_colour, seat=seat.number, colour=random.choice(list(rules.box.castles))),
        partial(Table.with_new_board, number=seat.number, board=make_blank_board(rules.grid)),
        partial(set_grid, grid=random.choice((5, 7))),
        partial(next_game, over=table.game_number, played=EVENING, by=seat.number),
        lambda now: replace(now, hide_scores=not now.hide_scores),
        lambda now: replace(now, rules=set_boxes(rules, random.choice((BASE, BASE + GIANTS, BASE + COURT)).titles)),
        lambda now: replace(now, rules=set_quests(rules, random.sample(list(Quest), 1))),
        lambda now: replace(now, rules=replace(rules, harmony=not rules.harmony)),
        *[partial(with_photo, random, seat.number)] * 8,
    ]
    return random.choice(commands)(table)


def with_photo(random: Random, seat: int, table: Table) -> Table:
    code = random.choice(CODES)
    warnings = (ReadingWarning(WarningCode.CUT_OFF),) if random.random() < 0.3 else ()
    doubts = random.choice(((), (), ((0, 0),), ((0, 0), (1, 0))))
    read = make_board(reading_of(code, *doubts, other=Square.parse("f"), warnings=warnings), PICTURE)
    return with_photographed_board(table, seat, read)


def board_command(random: Random, seat: Seat) -> Callable[[Table], Table]:
    board = seat.board
    assert board
    number, (at, before) = board.number, random.choice(list(board.kingdom.squares()))
    square = random.choice([before, *map(Square.parse, SQUARES)])
    edit = SquareEdit(at, SquareState(square, random.random() < 0.3))
    commands: list[Callable[[Table], Table]] = [
        *[partial(edit_board, board=number, squares=(edit,))] * 4,
        partial(edit_board, board=number, rotate=True),
        partial(confirm_board, board=number, kingdom=board.kingdom, accepted=board.doubtful),
        partial(confirm_board, board=number, kingdom=board.kingdom, accepted=board.doubtful),
        partial(mark_doubtful, board=number, squares=[at]),
        partial(restore_previous_board, board=number),
    ]
    return random.choice(commands)


# With these seeds most fields of a view model change alone at least once.
@pytest.mark.parametrize(
    ("screen", "number", "seed"), [("table", ANA, 27), ("kingdom", ANA, 57), ("kingdom", CHLOE, 15)]
)
def test_equal_view_models_show_the_same_screen(screen: str, number: int, seed: int) -> None:
    """Most commands change the view model, after which the screen may show anything; it is run around the others."""
    random, app, table, is_drawn = Random(seed), open_seat(screen, number), START, True
    for _ in range(COMMANDS_PER_RUN):
        before, table = table, apply_command(random, table)
        is_tried = table != before and page_of(screen, number, table) == page_of(screen, number, before)
        shown = set(elements(app.run().main)) if is_tried and not is_drawn else set(elements(app.main))
        store_table(app, table)
        if is_tried:
            assert set(elements(app.run().main)) == shown
            assert not app.exception
        is_drawn = is_tried or (is_drawn and table == before)
        if table.seat(number) is None:  # the kingdom page leads to the table then
            app, table, is_drawn = open_seat(screen, number), START, True


def store_table(app: AppTest, table: Table) -> None:
    """Replace the stored table, as another phone does."""
    store.get_store().change(find_stored_table(app).key, phone_key_of(app), lambda _: table)


def apply_command(random: Random, table: Table) -> Table:
    """Return the table after a random command, or as it was if the command is refused."""
    try:
        return correct_record(random_command(random, table))
    except TableError:
        return table


def open_seat(screen: str, number: int) -> AppTest:
    return goes_to(holding(phone_at(START), seat=number), screen)


def page_of(screen: str, number: int, table: Table) -> PageState:
    return cards_page(table) if screen == "table" else kingdom_page(table, number)
