"""Tables and files that earlier commits wrote open as they were.

Each folder of ``from_earlier`` is named after the commit whose code wrote it: an evening's tables as SQL, and the files
that a player saved of them. Nothing in it is ever written anew.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import URL

from scoring import CrownLines, Edition, Quest, Title
from scoring.castle import Castle
from tests.ui.kept_tables import ANAS_PHONE, BENS_PHONE, NewServer
from ui.store import Store
from ui.store.backup import bring_back, opened_backup
from ui.table.board import Board
from ui.table.finished import Game
from ui.table.game_file import games_of_file
from ui.table.kingdoms import Game as KingdomsGame
from ui.table.kingdoms import KingdomsResult
from ui.table.kingdoms_json import saved_in
from ui.table.orientation import Turn
from ui.table.source import Source
from ui.table.table import Finished, Table
from ui.table.table_json import games_in

FOLDER = Path(__file__).parent / "from_earlier"
FORMER, LATTER = "df9e784", "161aa5b"  # before and after games had rows of their own and boxes were known
BOTH = pytest.mark.parametrize("commit", [FORMER, LATTER])
EPOCH = "+1 -2 M . r1 ./. b2 D . +6 ./y4 . G . g3 ./. W . -6 . +3/. . . r2 . b1"


def database(commit: str, folder: Path) -> Path:
    file = folder / f"{commit}.sqlite3"
    connection = sqlite3.connect(file)
    connection.executescript((FOLDER / commit / "tables.sql").read_text(encoding="utf-8"))
    connection.close()
    return file


@pytest.fixture(params=["opened", "brought back"])
def earlier(request: pytest.FixtureRequest, commit: str, tmp_path: Path, new_server: NewServer) -> Store:
    """The tables of a commit, in the database as it was left or restored from it as from a backup."""
    file = database(commit, tmp_path)
    if request.param == "opened":
        return new_server(URL.create("sqlite", database=str(file)))
    store = new_server(URL.create("sqlite", database=str(tmp_path / "fresh.sqlite3")))
    with opened_backup(file) as backup:
        assert bring_back(backup, store) == 3
    return store


def tables(store: Store) -> list[tuple[int, Table]]:
    with store.engine.connect() as connection:
        keys = connection.scalars(text("SELECT key FROM tables")).all()
    return [(kept.number, kept.table) for key in keys if (kept := store.find(key))]


def the_dynasty(store: Store) -> tuple[int, Table]:
    [found] = [(number, table) for number, table in tables(store) if table.dynasty_from]
    return found


def of_kingdoms(store: Store) -> tuple[int, Table, KingdomsGame]:
    [found] = [(number, table, table.kingdoms) for number, table in tables(store) if table.kingdoms]
    return found


def board_of(table: Table, seat: int) -> Board:
    board = table.seats[seat].board
    assert board is not None
    return board


def points(games: tuple[Finished, ...]) -> list[list[tuple[str, int]]]:
    return [[(one.player, one.sheet.total) for one in game.standings] for game in games if isinstance(game, Game)]


@BOTH
def test_the_players_their_rules_and_their_boards_are_there(earlier: Store, commit: str) -> None:
    _, table = the_dynasty(earlier)

    assert [(seat.name, seat.colour) for seat in table.seats] == [
        ("Ana", Castle.BLUE),
        ('Chloé "Lou"', Castle.PINK),
        ("Green", Castle.GREEN),
    ]
    assert [seat.named for seat in table.seats] == [True, True, False]
    assert (table.rules.edition, table.rules.grid) == (Edition.ORIGINAL, 7)
    assert table.rules.harmony
    assert table.rules.middle_kingdom
    assert table.hide_scores
    assert str(board_of(table, 0).kingdom) == "......./......./...lm2w./....Cw2./......./......./......."
    assert (board_of(table, 0).place, board_of(table, 0).revision) == ((2, 3), 3)
    assert str(board_of(table, 1).kingdom) == "Cw1/mf"
    assert board_of(table, 1).by_hand
    assert table.seats[1].earlier is not None
    assert str(table.seats[1].earlier.kingdom) == "Cw1/ff"
    assert table.seats[2].board is None


@BOTH
def test_a_board_remembers_how_it_was_turned(earlier: Store, commit: str) -> None:
    _, table = the_dynasty(earlier)
    _, _, game = of_kingdoms(earlier)

    turned, moved = board_of(table, 0).turns
    assert (turned, moved) == (Turn(turned.number), Turn(turned.number + 1, (0, 1)))
    assert game.epochs[0].turns == (Turn(4),)


@BOTH
def test_the_games_so_far_are_there_with_their_points(earlier: Store, commit: str) -> None:
    _, table = the_dynasty(earlier)

    played = [("Green", 16), ("Ana", 12), ('Chloé "Lou"', 2)]
    assert points(table.games) == [played, played]
    assert [one.dynasty for one in table.games if isinstance(one, Game)] == {FORMER: [None, 2], LATTER: [1, 1]}[commit]
    assert earlier.history.number_of_games(ANAS_PHONE) == {FORMER: 2, LATTER: 3}[commit]
    assert {tally.name: tally.points for tally in earlier.history.tallies(BENS_PHONE, ["ana"]).kingdoms} == {"Ana": 32}


@BOTH
def test_a_photo_is_there_with_what_was_read_in_it(earlier: Store, commit: str) -> None:
    number, table = the_dynasty(earlier)
    source = earlier.photo(number, board_of(table, 0).number)

    assert isinstance(source, Source)
    assert source.picture.jpeg.startswith(b"\xff\xd8")
    assert (source.picture.width, source.picture.height, source.picture.scale) == (16, 16, 0.25)
    assert str(source.kingdom) == "......./......./...lm2w./....Cf./......./......./......."
    assert len(source.reading.corners) == 4
    assert not source.reading.sure
    said = {FORMER: "Light glares on row 1, column 1.", LATTER: "2 squares are hidden"}[commit]
    assert said in map(str, source.reading.warnings)


def test_a_reading_is_kept_with_all_that_was_seen(tmp_path: Path, new_server: NewServer) -> None:
    store = new_server(URL.create("sqlite", database=str(database(LATTER, tmp_path))))
    number, table = the_dynasty(store)
    source = store.photo(number, board_of(table, 0).number)

    assert isinstance(source, Source)
    reading = source.reading
    assert str(reading.kingdom) == "wf/m2C/l."
    assert reading.corners == ((8.0, 8.0), (40.0, 9.0), (41.0, 57.5), (7.0, 56.0))
    assert (source.orientation.quarter_turns, source.orientation.shift) == (1, (2, 3))
    assert reading.doubtful == {(0, 1), (2, 0)}
    assert reading.unknown == {(2, 0)}
    assert reading.hidden == {(1, 0): 0.4}
    assert (reading.castle, reading.castle_confidence) == (Castle.BLUE, 0.97)
    assert reading.squares[1][0].confidence == 0.75
    assert "row 1, column 1; row 2, column 1" in str(reading.warnings[0])


@BOTH
def test_who_sits_where_and_who_set_what_is_there(earlier: Store, commit: str) -> None:
    number, table = the_dynasty(earlier)

    [corrected] = earlier.corrections(number)
    assert (corrected.seat, corrected.board, corrected.was, corrected.now) == (1, board_of(table, 0).number, "f", "w2")
    host, guest = earlier.phone(number, ANAS_PHONE), earlier.phone(number, BENS_PHONE)
    assert host is not None
    assert host.host
    assert guest is not None
    assert (guest.host, guest.seat) == (False, 2)


@BOTH
def test_a_game_of_kingdoms_is_there_with_its_boards(earlier: Store, commit: str) -> None:
    _, table, game = of_kingdoms(earlier)
    first, second = game.epochs

    assert [player.name for player in game.players] == ["Ana", "Chloé", "Ben"]
    assert (first.checked, first.number) == (True, 5)
    assert (str(second.board), second.number) == (EPOCH, 6)
    [past] = table.games
    assert isinstance(past, KingdomsResult)
    gold = {purse.colour.value: purse.now for purse in past.sheet.purses}
    assert gold == {"red": 32, "blue": 47, "yellow": 62, "green": 104}


def test_a_table_of_one_photo_from_before_is_a_table_with_one_player(tmp_path: Path, new_server: NewServer) -> None:
    store = new_server(URL.create("sqlite", database=str(database(FORMER, tmp_path))))
    [table] = [table for _, table in tables(store) if len(table.seats) == 1]

    assert (table.seats[0].name, str(board_of(table, 0).kingdom)) == ("Your kingdom", "wwC/ff.")
    assert board_of(table, 0).doubtful == {(0, 0)}


def test_boxes_quests_and_pieces_are_there(tmp_path: Path, new_server: NewServer) -> None:
    store = new_server(URL.create("sqlite", database=str(database(LATTER, tmp_path))))
    [table] = [table for _, table in tables(store) if table.rules.quests]
    [game] = table.games
    [filed] = games_of_file((FOLDER / LATTER / "game.json").read_bytes(), game.played)

    assert table.rules.box.titles == set(Title)
    assert table.rules.quests == (Quest.HARMONY, Quest.FOUR_CORNERS_WHEAT)
    assert table.rules.crown_lines is CrownLines.STRICT
    assert table.recorded == 1
    pieces = board_of(table, 0).pieces
    assert (pieces.giants, pieces.tokens) == ((((0, 0), 1),), frozenset({(0, 1)}))
    assert (pieces.coins, pieces.towers, pieces.knights, pieces.queen) == (8, 1, 2, True)
    assert [str(who) for _, who in pieces.characters] == ["farmer"]
    assert [at for at, _ in pieces.buildings] == [(1, 0), (1, 1), (1, 2), (1, 3)]
    assert isinstance(game, Game)
    assert game.players[0].pieces == pieces
    assert points((game,)) == points((filed,)) == [[("Ana", 19), ("Ben", 0)]]


@BOTH
def test_a_file_with_games_is_read(commit: str) -> None:
    games = games_in((FOLDER / commit / "crownsight-games.json").read_bytes()).over

    assert [one.number for one in games] == {FORMER: [1, 2, 1], LATTER: [1, 2, 3, 4]}[commit]
    assert points(games)[:2] == [[("Green", 16), ("Ana", 12), ('Chloé "Lou"', 2)]] * 2
    assert isinstance(games[-1], KingdomsResult)
    assert [str(board) for board in games[-1].boards] == [EPOCH] * 3


@BOTH
def test_a_file_with_a_game_of_kingdoms_is_taken_up(commit: str) -> None:
    saved = saved_in((FOLDER / commit / "kingdoms.json").read_bytes())

    assert [player.name for player in saved.game.players] == ["Ana", "Chloé", "Ben"]
    assert [epoch.number for epoch in saved.game.epochs] == [5, 6]
    assert saved.game.epochs[0].turns == (Turn(4),)
