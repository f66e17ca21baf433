"""Better layings that are sought beside everything else, each of them once."""

from __future__ import annotations

from concurrent.futures import CancelledError
from pathlib import Path

from scoring import USUAL_RULES, Kingdom, Rules
from scoring.castle import Castle
from tests.scoring.legal_play import play
from tests.ui.api.phones import served_tables
from ui.api.better import MOST_WAITING, Possible, possible
from ui.store.codes import new_key
from ui.table.board import Board
from ui.table.table import Table

PATIENCE = 60.0  # seconds


def found(code: str, rules: Rules = USUAL_RULES) -> Possible:
    """What is found at last, by one who asks on."""
    answer = possible(Kingdom.parse(code), rules)
    while True:
        try:
            return answer.result(PATIENCE)
        except CancelledError:
            answer = possible(Kingdom.parse(code), rules)


def test_what_could_have_been_had_is_there_after_a_while() -> None:
    answer = found("w1fCfw")

    assert answer.legal
    assert answer.laying is not None
    assert answer.laying.points == 2


def test_it_is_sought_once_for_the_same_kingdom_and_rules() -> None:
    assert found("w1fCfw") is found("w1fCfw")
    assert found("Cwwww", Rules(middle_kingdom=True)) is not found("Cwwww")


def test_a_kingdom_that_could_not_have_been_laid_has_none() -> None:
    assert found("w3fC") == Possible(legal=False, laying=None)


def test_of_many_kingdoms_asked_for_at_once_each_is_answered_to_who_asks_on() -> None:
    codes = [str(play(seed, 5, 2)[0]) for seed in range(2 * MOST_WAITING)]
    for code in codes:
        possible(Kingdom.parse(code), USUAL_RULES)

    assert all(found(code).legal for code in (codes[0], codes[-1]))


def test_a_phone_at_the_table_is_told_what_it_could_have_made_of_its_dominoes(tmp_path: Path) -> None:
    with served_tables(tmp_path) as served:
        mine = Board(Kingdom.parse("w1fCfw/...../...../...../....."), by_hand=True)
        kept = served.opens_a_table(Table().with_player("Ana", Castle.BLUE).with_new_board(1, mine))
        path = f"/api/tables/{kept.key}/boards/{served.board(kept).number}/better"
        told = served.asks(path)

        assert told.status == 200
        assert told.said["said"] == "You made 1. At least 2 was possible."
        assert (told.said["points"], told.said["possible"], len(told.said["dominoes"])) == (1, 2, 2)
        assert served.asks(path, phone=new_key()).status == 404
