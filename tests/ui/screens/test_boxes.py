"""Boxes on the screens, without a browser: every mix is chosen, shown and scored."""

from __future__ import annotations

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from scoring import BASE, COURT, GIANTS, Building, Character, Kingdom, Pieces, Quest, Rules, Terrain, Title
from scoring.castle import Castle
from tests.given import EVENING, SAMPLES
from tests.ui.phone import a_phone, goes_to, labels, phone_at, photographs, press, table_of, words
from ui import store
from ui.store.codes import new_key
from ui.table.board import Board
from ui.table.table import Table, with_boxes, with_quests

PIECES = Pieces(
    giants=(((0, 0), 1),),
    tokens=frozenset({(0, 2)}),
    characters=(((0, 1), Character.FARMER),),
    buildings=(((1, 0), Building(each=2, per=Terrain.WHEAT)),),
    coins=7,
    queen=True,
)
KINGDOM = Kingdom.parse("w2www./t.C../...../...../.....")


def table(*titles: Title) -> Table:
    rules = with_boxes(Rules(), [Title.KINGDOMINO, *titles])
    board = Board(KINGDOM, checked=True, pieces=PIECES)
    seated = Table(rules=rules).with_player("Ana", Castle.BLUE).with_player("Ben", Castle.GREEN)
    return seated.with_new_board(1, board).with_new_board(2, Board(KINGDOM, checked=True))


def test_more_pieces_than_the_boxes_have_are_told_on_the_result() -> None:
    farmer = Board(KINGDOM, checked=True, pieces=Pieces(characters=(((0, 2), Character.FARMER),), queen=True))
    told = words(goes_to(phone_at(table(Title.COURT, Title.QUEENDOMINO).with_new_board(2, farmer)), "result"))

    assert "farmer is there 2 times; the box has one" in told
    assert "2 players host the queen; there is one" in told
    assert "the box has" not in words(goes_to(phone_at(table().with_new_board(2, farmer)), "result"))


def test_boxes_and_quests_are_chosen_at_the_table_and_stay_for_the_next() -> None:
    phone = goes_to(phone_at(table()), "table")
    press(phone, "Rules")
    boxes = next(one for one in phone.button_group if one.label == "What is in your box?")
    boxes.set_value([Title.KINGDOMINO, Title.GIANTS]).run()
    press(phone, "Draw two quests")

    rules = table_of(phone).rules
    assert Title.GIANTS in rules.box
    assert len(rules.quests) == 2
    assert not phone.exception


def as_read(app: AppTest) -> dict[str, str]:
    """The kingdom that was read of each castle, as its code."""
    sources = ((seat.colour.value, seat.board.source) for seat in table_of(app).seats if seat.board)
    return {castle: str(source.kingdom) for castle, source in sources if source}


@pytest.fixture(scope="module")
def photographed() -> tuple[AppTest, Table]:
    """A phone that has photographed a game with Age of Giants before anybody said so, and its table then."""
    photo = (SAMPLES / "age-of-giants.jpg").read_bytes()
    app = photographs(goes_to(phone_at(Table()), "whole_table"), photo)
    return app, table_of(app)


@pytest.mark.parametrize("way", ["felt", "chosen"])
def test_a_box_that_is_told_after_the_photo_has_its_kingdoms_read_again(
    way: str, photographed: tuple[AppTest, Table]
) -> None:
    phone, table = photographed
    app = goes_to(phone if way == "felt" else phone_at(table), "table")
    with_the_base_game = as_read(app)

    if way == "felt":
        assert "These tiles look like Age of Giants. Yes?" in words(app)
        press(app, "Yes")
    else:
        press(app, "Rules")
        boxes = next(one for one in app.button_group if one.label == "What is in your box?")
        boxes.set_value([Title.KINGDOMINO, Title.GIANTS]).run()
    goes_to(app, "table")

    assert Title.GIANTS in table_of(app).rules.box
    assert as_read(app).keys() == with_the_base_game.keys()
    assert as_read(app) != with_the_base_game
    assert "These tiles look like" not in words(app)


def test_what_is_in_the_box_is_remembered_by_the_phone_for_its_next_visit() -> None:
    played = with_quests(with_boxes(Rules(), [Title.GIANTS, Title.COURT]), [Quest.LOST_CORNER])
    key = new_key()
    store.opened().create(replace(table(), rules=played), key)
    later = a_phone(phone_key=key).run()
    press(later, "By hand")

    assert table_of(later).rules == Rules(box=BASE + GIANTS + COURT)
    assert not table_of(later).seats


def test_a_game_of_the_games_so_far_tells_its_quests_and_pieces() -> None:
    laid = table(Title.GIANTS, Title.COURT, Title.QUEENDOMINO)
    quests = replace(laid, rules=with_quests(laid.rules, [Quest.LOCAL_BUSINESS_WHEAT]))
    phone = goes_to(phone_at(quests.again(EVENING)), "history")
    press(phone, next(label for label in labels(phone) if label.startswith("Ana ")))
    goes_to(phone, "past")

    told = words(phone)
    assert "Local Business: wheat +15" in told
    assert "farmer +6" in told
    assert "Without giants it would be" in told
