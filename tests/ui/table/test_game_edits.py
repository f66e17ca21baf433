"""Players of a finished game are renamed, games are deleted, and both are undone."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.ui.factories import ANA_AND_BEN, BOTH_LAID, EVENING, KINGDOMS, RED_ALONE, play, with_boards
from ui.table.commands import UndoEntry
from ui.table.completed_games import Game, ImportedGame, Result
from ui.table.game_edits import delete_game, rename_players, undo_edit
from ui.table.table import Table, TableError, add_record


def after(games: int, table: Table = ANA_AND_BEN) -> Table:
    """Return the table after so many games."""
    for hour in range(games):
        table = with_boards(table, "w1w/Cf", "m3m/Cf").again(EVENING + timedelta(hours=hour))
    return table


def names(table: Table, game: int) -> list[str]:
    """Return the names of the players of a finished game."""
    return [one.name for one in table.games[game].players]


def test_rename_changes_only_that_game() -> None:
    table = after(2)

    renamed = rename_players(table, table.games[0], {"Ben": " Bea "})

    assert (names(renamed, 0), names(renamed, 1)) == (["Ana", "Bea"], ["Ana", "Ben"])
    assert renamed.seats == table.seats


def test_rename_of_the_game_in_play_renames_the_seat() -> None:
    table = add_record(BOTH_LAID, EVENING)

    renamed = rename_players(table, table.games[0], {"Ben": "Bea"})

    assert names(renamed, 0) == list(renamed.names.values()) == ["Ana", "Bea"]
    assert undo_edit(renamed, UndoEntry(table, renamed)) == table


def test_rename_of_an_imported_game() -> None:
    imported = ImportedGame(1, EVENING, (Result("Ana", 3), Result("Ben", 5, won=True)))
    table = Table(games=(imported,))

    assert names(rename_players(table, imported, {"Ana": "Ben", "Ben": "Ana"}), 0) == ["Ben", "Ana"]


def test_rename_at_a_recorded_game_of_knizia_can_be_undone() -> None:
    table = add_record(Table(knizia=play(RED_ALONE, RED_ALONE, RED_ALONE)), EVENING)

    renamed = rename_players(table, table.games[0], {"Ben": "Bea"})

    assert names(renamed, 0) == [one.name for one in renamed.knizia.players] == ["Ana", "Bea"]  # type: ignore[union-attr]
    assert undo_edit(renamed, UndoEntry(table, renamed)) == table
    assert table.knizia
    assert table.knizia.players == KINGDOMS.players


@pytest.mark.parametrize("name", ["Ana", "ANA"])
def test_two_players_cannot_have_one_name(name: str) -> None:
    table = after(1)

    with pytest.raises(TableError, match="cannot both be called"):
        rename_players(table, table.games[0], {"Ben": name})


def test_empty_name_changes_nothing() -> None:
    table = after(1)

    assert rename_players(table, table.games[0], {"Ben": " "}) == table


@pytest.mark.parametrize("game", range(3))
def test_deleted_game_is_restored_in_its_place(game: int) -> None:
    table = after(3)

    deleted = delete_game(table, table.games[game])

    assert [one.number for one in deleted.games] == [number for number in (1, 2, 3) if number != game + 1]
    assert undo_edit(deleted, UndoEntry(table, deleted)) == table


def test_undo_keeps_later_games() -> None:
    table = after(3)
    deleted = delete_game(table, table.games[0])

    restored = undo_edit(after(1, deleted), UndoEntry(table, deleted))

    assert [one.number for one in restored.games] == [1, 2, 3, 4]


def test_undo_is_refused_after_another_change_of_the_game() -> None:
    table = after(2)
    renamed = rename_players(table, table.games[0], {"Ben": "Bea"})
    others = rename_players(renamed, renamed.games[0], {"Ben": "Bo", "Bea": "Bo"})

    with pytest.raises(TableError, match="cannot be taken back"):
        undo_edit(others, UndoEntry(table, renamed))


def test_game_that_has_changed_is_not_deleted() -> None:
    table = after(1)
    seen = replace(table.games[0], played=EVENING + timedelta(days=1))

    with pytest.raises(TableError, match="changed on another phone"):
        delete_game(table, seen)


def test_dynasty_begins_with_its_next_game() -> None:
    table = after(2, ANA_AND_BEN.with_dynasty(begun=True))

    deleted = delete_game(table, table.games[0])

    [left] = deleted.games
    assert isinstance(left, Game)
    assert left.dynasty == left.number == deleted.dynasty_from == 2
    assert undo_edit(deleted, UndoEntry(table, deleted)) == table


def test_dynasty_without_games_begins_with_the_next() -> None:
    table = after(1, ANA_AND_BEN.with_dynasty(begun=True))

    deleted = delete_game(table, table.games[0])

    assert deleted.dynasty_from == deleted.game_number
    assert undo_edit(deleted, UndoEntry(table, deleted)) == table


def test_deleted_game_in_play_is_not_recorded_again() -> None:
    table = add_record(BOTH_LAID, EVENING)

    deleted = delete_game(table, table.games[0])

    assert add_record(deleted, EVENING).games == deleted.again(EVENING).games == ()
