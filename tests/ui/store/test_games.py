"""Stored games stay readable, and incremental statistics equal counting every game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import cache
from itertools import cycle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.engine import URL

from scoring import Kingdom
from scoring.castle import Castle
from scoring.knizia import Board, Colour
from tests.ui.factories import ANA, EVENING, one_game
from tests.ui.store_helpers import ANAS_PHONE, BENS_PHONE, NewServer, behind, find, questions, save_table
from tests.ui.table.phone_cache import Remembered, tallies
from ui.store import Store, StoreError
from ui.store.backup import create_backup, open_backup, restore_backup
from ui.store.game_rows import result_rows
from ui.table.completed_games import Game, PlayerBoard
from ui.table.entries import Cursor, Entry, group_entries
from ui.table.knizia import KniziaResult, Player
from ui.table.names import colour_name, keys_of
from ui.table.statistics import PlayerStats, sum_by_player
from ui.table.table import CompletedGame, Table, rename_player


def after(games: int) -> Table:
    """Return the table after a number of games."""
    return replace(ANA, games=tuple(one_game(number) for number in range(1, games + 1)))


def test_a_tap_writes_no_game_anew(store: Store) -> None:
    kept = store.create(after(3), ANAS_PHONE)
    asked = questions(store)

    save_table(store, kept, replace(kept.table, hide_scores=True))

    assert not [one for one in asked if "games" in one or "results" in one]


@pytest.mark.parametrize(
    "unreadable",
    [replace(ANA, numbered=10**12), replace(ANA, games=(replace(one_game(1), number=10**12),))],
    ids=["a table", "a game"],
)
def test_unreadable_game_is_not_stored(store: Store, unreadable: Table) -> None:
    kept = store.create(ANA, ANAS_PHONE)

    with pytest.raises(StoreError, match="could not be read back"):
        store.change(kept.key, ANAS_PHONE, lambda _: unreadable)
    assert find(store, kept.key) == kept


def test_damaged_game_is_left_out_of_the_history(store: Store) -> None:
    store.create(after(3), ANAS_PHONE)
    behind(store, "UPDATE games SET text = '{}' WHERE place = 1")

    batch = store.history.load_batch(ANAS_PHONE, 9)

    assert [entry.key.partition("-")[2] for entry in batch.entries] == ["3", "1"]


def test_a_backup_says_nothing_of_games_but_the_games(store: Store, tmp_path: Path, new_server: NewServer) -> None:
    """What stands beside them is made again, since a backup may come from anybody."""
    store.create(after(2), ANAS_PHONE)
    told = store.history.sum_results(ANAS_PHONE)
    file = tmp_path / "backup.sqlite3"
    create_backup(store, file)
    crafted = new_server(URL.create("sqlite", database=str(file)))
    behind(crafted, "UPDATE results SET points = 'many', player_id = 'ben'")
    behind(crafted, "UPDATE games SET played = 0, number = 'one'")
    behind(crafted, "UPDATE tables SET key = 'k' || substr(key, 2)")
    behind(store, "DELETE FROM tables")

    with open_backup(file) as backup:
        assert restore_backup(backup, store) == 1
    assert store.history.sum_results(ANAS_PHONE) == told


WORDS = {castle: colour_name(castle) for castle in Castle}
KINGDOMS = ("C w1", "C m2m/. . .", "ww/Cw1", "f1f/C w", "C")
ROWS = ("r2 +3 . . . .", "b1 -3 . . . .", "r1 b1 +2 . . .")
BOARDS = tuple(Board.parse(f"{row}{'/. . . . . .' * 4}") for row in ROWS)
NAMES = st.sampled_from(["Ana", "ANA", "Ben", "Straße", "STRASSE", "Blue", "Green"])
HOURS = st.integers(0, 60)


@st.composite
def of_kingdomino(draw: st.DrawFn, number: int) -> CompletedGame:
    castles = draw(st.lists(st.sampled_from(list(Castle)), min_size=1, max_size=3, unique=True))
    names = draw(st.lists(NAMES, min_size=len(castles), max_size=len(castles), unique_by=lambda name: name.casefold()))
    players = zip(names, castles, strict=True)
    kingdom = st.sampled_from(KINGDOMS).map(Kingdom.parse)
    dynasty = draw(st.sampled_from([None, None, 1, 2]))
    played = EVENING + timedelta(hours=draw(HOURS), seconds=number)
    return Game(
        number,
        played,
        Table().rules,
        tuple(PlayerBoard(name, castle, draw(kingdom)) for name, castle in players),
        dynasty,
    )


@st.composite
def knizia_game(draw: st.DrawFn, number: int) -> CompletedGame:
    names = draw(st.lists(NAMES, min_size=2, max_size=2, unique_by=lambda name: name.casefold()))
    players = tuple(Player(colour, name) for colour, name in zip((Colour.RED, Colour.BLUE), names, strict=True))
    boards = draw(st.lists(st.sampled_from(BOARDS), min_size=1, max_size=3))
    return KniziaResult(number, EVENING + timedelta(hours=draw(HOURS), seconds=number), players, tuple(boards))


@st.composite
def games(draw: st.DrawFn, first: int = 1) -> tuple[CompletedGame, ...]:
    kinds = draw(st.lists(st.sampled_from([of_kingdomino, of_kingdomino, knizia_game]), max_size=6))
    return tuple(draw(kind(number)) for number, kind in enumerate(kinds, start=first))


@cache
def one_store() -> Store:
    return Store(URL.create("sqlite", database=":memory:"))


def in_memory() -> Store:
    """Return an empty store in memory, shared by all trials as creating one is slow."""
    with one_store().engine.begin() as connection:
        connection.execute(text("DELETE FROM tables"))
    return one_store()


def says_what_counting_says(store: Store, tables: dict[int, Sequence[CompletedGame]], phone: str) -> None:
    """Records, cheers, pages and players as the database has them, and as they are counted from the games."""
    known = [game for of_table in tables.values() for game in of_table]
    told = store.history.sum_results(phone)
    assert sum_by_player(told.kingdomino) == sum_by_player(tallies(one for one in known if isinstance(one, Game)))
    assert sum_by_player(told.kingdoms) == sum_by_player(tallies(one for one in known if isinstance(one, KniziaResult)))
    assert store.history.count_games(phone) == len(known)
    every = group_entries(tables.items())
    assert in_pages(store, phone) == every
    for name in ("Ana", "straSSe", "blue"):
        who = keys_of(name, WORDS)
        theirs = [one.key for one in every if any(is_called(each, name) for each in tallies(one.games))]
        assert sorted(one.key for one in in_pages(store, phone, who)) == sorted(theirs)
        both = sum_by_player((*told.kingdomino, *told.kingdoms))
        of_name = store.history.sum_results(phone, who)
        assert sum_by_player((*of_name.kingdomino, *of_name.kingdoms)) == [one for one in both if is_called(one, name)]
        for kingdoms in (False, True):
            rivals = store.history.find_rivals(phone, ["ana"], kingdoms=kingdoms)
            told_of = {one.who: (one.games, one.ahead, one.behind) for one in rivals}
            assert told_of == head_to_head(known, "Ana", kingdoms=kingdoms)
            made = [one for one in known if one.is_knizia is kingdoms]
            points = [r.points for one in made for r in one.results if r.name.casefold() == "ana"]
            assert sorted(store.history.load_points(phone, ["ana"], 100, kingdoms=kingdoms)) == sorted(points)
    for game, name in zip(known, cycle(("ana", "Straße", "BEN"))):  # the names go round
        before, until = Remembered.before(game, known), game.played.timestamp()
        who, kingdoms = keys_of(name, WORDS), isinstance(game, KniziaResult)
        assert store.history.sum_earlier_results(phone, who, kingdoms=kingdoms, until=until) == before.career(name)
        together = store.history.count_games_since_win(
            phone, who, keys_of("Green", WORDS), kingdoms=kingdoms, until=until
        )
        assert together == before.games_since_beaten(name, "Green")


def head_to_head(known: Sequence[CompletedGame], name: str, *, kingdoms: bool) -> dict[str, tuple[int, int, int]]:
    """Of everybody who was in games with a player: games, and in how many either had more points."""
    found: dict[str, tuple[int, int, int]] = {}
    for game in (one for one in known if one.is_knizia is kingdoms):
        own = [one.points for one in game.results if one.name.casefold() == name.casefold()]
        for points, row in ((points, row) for points in own for row in result_rows(game)):
            if row["player_id"] != name.casefold():
                games, ahead, behind = found.get(row["player_id"], (0, 0, 0))
                found[row["player_id"]] = games + 1, ahead + (points > row["points"]), behind + (points < row["points"])
    return found


def is_called(tally: PlayerStats, name: str) -> bool:
    return tally.name.casefold() == name.casefold()


def in_pages(store: Store, phone: str, who: Sequence[str] = (), size: int = 2) -> list[Entry]:
    found: list[Entry] = []
    after: Cursor | None = None
    while True:
        batch = store.history.load_batch(phone, size, after, who)
        assert len(batch.entries) <= size
        found += batch.entries
        after = batch.following
        if after is None:
            return found


@given(games(), games(first=11), games(first=21))
@settings(max_examples=6)
def test_statistics_equal_those_of_all_games(
    first: tuple[CompletedGame, ...], second: tuple[CompletedGame, ...], other: tuple[CompletedGame, ...]
) -> None:
    store = in_memory()
    kept, beside = store.create(Table(games=first), ANAS_PHONE), store.create(Table(games=second), ANAS_PHONE)
    store.create(Table(games=other), BENS_PHONE)
    says_what_counting_says(store, {kept.number: first, beside.number: second}, ANAS_PHONE)

    changed = rename_player((*first[:1], *first[2:], *other), "Ana", "Zoë")
    save_table(store, kept, replace(kept.table, games=changed))
    says_what_counting_says(store, {kept.number: changed, beside.number: second}, ANAS_PHONE)

    store.delete_table(beside.key, ANAS_PHONE)
    says_what_counting_says(store, {kept.number: changed}, ANAS_PHONE)
    says_what_counting_says(store, {}, "c" * 22)


def test_either_database_tells_the_same(store: Store) -> None:
    alone = tuple(one_game(number, name=name) for number, name in enumerate(("Ana", "ANA", "Blue", "Ben"), start=1))
    dynasty = (*(one_game(number, dynasty=5) for number in (5, 6, 7)), one_game(8))
    typed = replace(one_game(9, dynasty=9), players=(PlayerBoard("Blue", Castle.GREEN, Kingdom.parse("C")),))
    # One by name, one by castle: their Dynasty is an entry of both, behind one with which a page ends between them.
    of_two_blues = (typed, one_game(10, dynasty=9, name="Blue"), one_game(11, name="Blue"))
    kept = store.create(Table(games=(*alone, *dynasty, *of_two_blues)), ANAS_PHONE)
    beside = store.create(Table(games=alone), ANAS_PHONE)

    says_what_counting_says(store, {kept.number: kept.table.games, beside.number: alone}, ANAS_PHONE)
    assert [one.key for one in in_pages(store, ANAS_PHONE, ["ana"])] == [  # two ended at once each time
        f"{kept.number}-8",
        f"{kept.number}-5",
        *(f"{table}-{number}" for number in (2, 1) for table in sorted((kept.number, beside.number), reverse=True)),
    ]


def test_entry_is_found_by_each_of_its_games(store: Store) -> None:
    kept = store.create(Table(games=(one_game(1), one_game(2, dynasty=2), one_game(3, dynasty=2))), ANAS_PHONE)

    whole = store.history.find_entry(ANAS_PHONE, kept.number, 3)
    assert whole is not None
    assert [one.number for one in whole.games] == [2, 3]
    assert store.history.find_entry(ANAS_PHONE, kept.number, 9) is None
    assert store.history.find_entry(BENS_PHONE, kept.number, 3) is None


def test_a_page_reads_no_more_games_with_many_than_with_few(store: Store) -> None:
    store.create(Table(games=tuple(map(one_game, range(1, 200)))), ANAS_PHONE)
    asked = questions(store)

    batch = store.history.load_batch(ANAS_PHONE, 20)

    assert len(batch.entries) == 20
    assert len([one for one in asked if one.startswith("SELECT")]) == 3  # its tables, where the page is, the page
