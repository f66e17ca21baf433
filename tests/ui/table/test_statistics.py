"""Statistics of past games: evenings, entries, players and achievements."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DEFAULT_RULES, Castle, Kingdom, Rules, Terrain
from scoring.knizia import Board, Colour
from tests.ui.factories import ANA_AND_BEN, EVENING, one_game
from tests.ui.table.phone_cache import Remembered, tallies
from ui.table.achievements import find_achievements
from ui.table.board import make_blank_board
from ui.table.completed_games import Game, PlayerBoard, find_session_date
from ui.table.entries import Cursor, group_entries, parse_cursor, parse_entry_key
from ui.table.knizia import KniziaResult, Player
from ui.table.name_suggestions import MOST_NAMES, collect_players, is_likely, suggest_for_nameless, suggest_names
from ui.table.statistics import EPOCH_NUMBERS, TERRAINS, count_wins, find_favourite, sum_by_player
from ui.table.table import Table


def test_dynasty_is_one_entry_of_the_history() -> None:
    found = group_entries(
        [(7, [one_game(1), one_game(2, 2), one_game(3, 2), one_game(4, 2), one_game(5, 5)]), (8, [one_game(1)])]
    )

    assert {entry.key: [one.number for one in entry.games] for entry in found} == {
        "7-1": [1],
        "7-2": [2, 3, 4],
        "7-5": [5],
        "8-1": [1],
    }
    assert [entry.key for entry in found if entry.dynasty] == ["7-5", "7-2"]


@given(st.datetimes(datetime(2000, 1, 2), datetime(2999, 1, 1)), st.integers(0, 2**31 - 1), st.integers(0, 2**31 - 1))
def test_history_cursor_survives_an_address(played: datetime, table: int, place: int) -> None:
    cursor = Cursor(played.replace(tzinfo=UTC).timestamp(), table, place)

    assert parse_cursor(str(cursor)) == cursor


NO_KEYS = ["", "7", "7-", "-1-2", "<script>", "7-2-1", "7-99999999999", "4294967296-1", "\u0667-1"]
NO_CURSORS = ["", "1.5", "nan_1_2", "1e5_1_2", "-1.5_1_2", "1.5_1_99999999999", "1.5_1_2_3", "1.5_1_2\n"]


@pytest.mark.parametrize(
    ("read", "typed"),
    [*((parse_entry_key, key) for key in NO_KEYS), *((parse_cursor, cursor) for cursor in NO_CURSORS)],
)
def test_invalid_key_or_cursor_finds_no_game(read: Callable[[str], object], typed: str) -> None:
    assert read(typed) is None


# --- Evenings and Dynasties


def test_a_game_after_midnight_belongs_to_the_evening_before() -> None:
    assert find_session_date(datetime(2026, 11, 22, 0, 40, tzinfo=UTC)) == date(2026, 11, 21)
    assert find_session_date(datetime(2026, 11, 21, 21, 0, tzinfo=UTC)) == date(2026, 11, 21)


# --- Records


NOTHING = "/. . . . . ." * 4
RICH, POOR = (  # 6 more for Ana, 6 less
    Board.parse(f"{first}{NOTHING}") for first in ("r2 +3 . . . .", "r2 -3 . . . .")
)
LEVEL = Board.parse(f"r1 b1 +2 . . .{NOTHING}")


def knizia_game(*boards: Board, ana: str = "Ana", number: int = 1) -> KniziaResult:
    players = (Player(Colour.RED, ana), Player(Colour.BLUE, "Ben"))
    return KniziaResult(number, EVENING + timedelta(hours=number), players, boards)


def play(**codes: str) -> Game:
    players = zip(codes.items(), Castle, strict=False)
    played = (PlayerBoard(name, castle, Kingdom.parse(code)) for (name, code), castle in players)
    return Game(1, EVENING, Rules(), tuple(played))


def test_statistics_hold_games_wins_mean_best_and_terrain() -> None:
    games = [play(Ana="C w1", Ben="C m3"), play(Ana="C m2m/. . .", Ben="C m3m"), play(Ana="C w1w", Ben="C f1")]

    ben, ana = sum_by_player(tallies(games))

    assert (ben.name, ben.games, ben.wins, ben.best) == ("Ben", 3, 2, 6)
    assert ben.mean == (3 + 6 + 1) / 3
    assert find_favourite(ben, TERRAINS) is Terrain.MINE
    assert (ana.wins, find_favourite(ana, TERRAINS)) == (1, Terrain.MINE)
    assert find_favourite(sum_by_player(tallies([play(Ana="C w", Ben="C m3")]))[1], TERRAINS) is None  # of no point


def test_shared_victory_counts_for_both_and_solo_for_none() -> None:
    found = sum_by_player(tallies([play(Ana="C w1", Ben="C f1"), play(Ana="C w1")]))

    assert [(one.name, one.games, one.wins) for one in found] == [("Ana", 2, 1), ("Ben", 1, 1)]


def test_knizia_statistics_hold_games_wins_gold_and_epoch() -> None:
    games = [knizia_game(RICH, LEVEL, RICH), knizia_game(POOR, LEVEL, RICH, ana="ANA", number=2)]

    ana, ben = sum_by_player(tallies(games))

    assert (ana.name, ana.games, ana.wins, ana.mean, ana.best) == ("ANA", 2, 2, (64 + 52) / 2, 64)
    assert (ben.name, ben.games, ben.wins, ben.mean, ben.best) == ("Ben", 2, 1, 52, 52)
    assert [find_favourite(one, EPOCH_NUMBERS) for one in (ana, ben)] == [3, 2]
    assert tallies([knizia_game(RICH, RICH)]) == []  # broken off


# --- Cheers


CODES = {1: "C w1", 2: "C w2", 3: "C w3", 4: "C w2w", 6: "C w3w", 9: "C w3ww"}


def end(number: int, **points: int) -> Game:
    """Build a finished game with these points; the number orders the games."""
    players = [
        PlayerBoard(name, castle, Kingdom.parse(CODES[got]))
        for (name, got), castle in zip(points.items(), Castle, strict=False)
    ]
    return Game(number, EVENING + timedelta(hours=number), DEFAULT_RULES, tuple(players))


@pytest.mark.parametrize(
    ("games", "cheered"),
    [
        ([end(1, Ana=1), end(2, Ana=3), end(3, ana=4, Ben=9)], ["ana's best ever: 4"]),
        ([end(1, Ana=4, Ben=9), end(2, Ana=1, Ben=2), end(3, Ana=4, Ben=6)], []),  # no more than before
        ([end(1, Ana=1, Ben=3), end(2, Ana=3, Ben=4)], []),  # of two games
        ([end(1, Ana=1, Ben=2), end(2, Ana=3, Ben=2)], ["Ana's first win"]),
        ([end(2, Ana=3, Ben=2)], []),  # the very first game
        (
            [end(1, Ana=9, Ben=1), *(end(number, Ana=2, Ben=3) for number in (2, 3, 4, 5)), end(6, Ana=3, Ben=2)],
            ["Ana's first win against Ben in 5 games"],
        ),
        ([end(1, Ana=9, Ben=1), end(2, Ana=2, Ben=3), end(3, Ana=9, Ben=2)], []),  # beaten lately
        ([end(5, Ana=1, Ben=2), end(6, Ana=9, Ben=2), end(1, Ana=4, Ben=3)], []),  # the last was played first
    ],
)
def test_achievements_name_best_first_win_and_rival(games: list[Game], cheered: list[str]) -> None:
    before = Remembered.before(games[-1], games)

    assert [
        str(cheer) for cheer in find_achievements(games[-1].results, before.career, before.games_since_beaten)
    ] == cheered


# --- Names


def test_known_players_exclude_colours() -> None:
    laid = ANA_AND_BEN.with_player("", Castle.PINK)
    for seat in laid.seats:
        laid = laid.with_new_board(seat.number, make_blank_board(5))
    later = laid.again(EVENING).without_player(2).with_player("Chloé", Castle.GREEN)

    assert collect_players([later]) == {"Ana": Castle.BLUE, "Chloé": Castle.GREEN, "Ben": Castle.GREEN}


def test_name_offers_start_with_the_castles_players() -> None:
    known = collect_players([ANA_AND_BEN])

    assert suggest_names(known, Castle.GREEN, "Green") == ("Ben", "Ana")
    assert suggest_names(known, Castle.GREEN, "ben") == ("Ana",)
    assert len(suggest_names({str(number): None for number in range(99)}, Castle.BLUE, "")) == MOST_NAMES


def test_nameless_player_is_offered_absent_names() -> None:
    known = collect_players([ANA_AND_BEN, Table().with_player("Chloé", Castle.GREEN).with_player("Dev", Castle.PINK)])
    table = Table().with_player("ana", Castle.PINK).with_player("", Castle.GREEN)

    assert suggest_for_nameless(known, Castle.GREEN, table) == ("Ben", "Chloé", "Dev")
    assert [name for name in known if is_likely(known, name, Castle.GREEN)] == ["Ben"]


def test_wins_are_counted_by_player() -> None:
    games = [one_game(1, name="Dora"), one_game(2), one_game(3)]

    assert list(count_wins(games).items()) == [("Ana", 2), ("Dora", 1)]
