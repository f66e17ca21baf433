"""Two phones change one game of Kingdoms at once: nothing that was entered on either is lost."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Position
from scoring.kingdoms import POSITIONS, Board, Colour, Space, piece_of
from tests.given import EVENING
from ui.table.kingdoms import Epoch, Game, KingdomsResult, Player
from ui.table.merge import merged
from ui.table.table import Table, TableError

PLAYERS = [Player(Colour.RED, "Ana"), Player(Colour.BLUE, "Ben"), Player(Colour.GREEN, "Chloé")]
LAID = Epoch(Board.parse("r2 +3 . . . ./. M . . . ./. . D . . ./. . . . . ./. . . . . b1"))
BASE = Table(kingdoms=Game().with_players(PLAYERS).with_new_board(0, LAID))
PIECES = st.sampled_from([None, *map(piece_of, ("+1", "+6", "-4", "M", "G", "W", "r1", "b4", "y2", "g3"))])
Entries = dict[Position, Space]
ENTRIES = st.dictionaries(st.sampled_from(POSITIONS), PIECES, max_size=6)


def of(table: Table) -> Game:
    assert table.kingdoms is not None
    return table.kingdoms


def first(table: Table) -> Epoch:
    return of(table).epochs[0]


def playing(game: Game, table: Table = BASE) -> Table:
    return replace(table, kingdoms=game)


def entered(table: Table, entries: Entries) -> Table:
    """The table after one phone put pieces on the first board, one after the other."""
    epoch = first(table)
    for (row, column), piece in entries.items():
        board = epoch.board.with_piece(row, column, piece)
        epoch = replace(epoch, board=board, checked=False, revision=epoch.revision + 1)
    return playing(of(table).with_epoch(0, epoch), table)


def is_news(position: Position, piece: Space) -> bool:
    """Whether a piece set there says more than the base does."""
    return first(BASE).board[position] != piece


@given(ENTRIES, ENTRIES)
def test_of_every_space_the_last_piece_counts(mine: Entries, theirs: Entries) -> None:
    result = first(merged(BASE, entered(BASE, mine), entered(BASE, theirs)))

    for position, before in first(BASE).board.spaces():
        news = [held[position] for held in (mine, theirs) if position in held and is_news(position, held[position])]
        assert result.board[position] == (news[0] if news else before)


@given(ENTRIES)
def test_a_change_on_one_phone_alone_stays_as_it_is(entries: Entries) -> None:
    assert merged(BASE, entered(BASE, entries), BASE) == entered(BASE, entries)
    assert merged(BASE, BASE, entered(BASE, entries)) == entered(BASE, entries)


@given(ENTRIES)
def test_what_one_phone_takes_back_is_taken_back(entries: Entries) -> None:
    both = entered(BASE, {(2, 0): piece_of("+6"), **entries})

    undone = replace(first(both), board=first(both).board.with_piece(2, 0, None))

    result = first(merged(both, playing(of(both).with_epoch(0, undone)), entered(both, {(4, 0): piece_of("W")})))
    assert (result.board[2, 0], result.board[4, 0]) == (None, piece_of("W"))


def test_a_board_that_both_entered_is_newer_than_either() -> None:
    both = merged(BASE, entered(BASE, {(3, 0): None}), entered(BASE, {(2, 2): None, (2, 1): None}))

    assert first(both).revision == 3


def test_an_epoch_is_found_right_only_as_somebody_saw_it() -> None:
    looked_right = playing(of(BASE).checked(0))
    changed = entered(BASE, {(3, 3): piece_of("W")})

    assert not first(merged(BASE, looked_right, changed)).checked
    assert not first(merged(BASE, changed, looked_right)).checked
    assert first(merged(BASE, looked_right, replace(BASE, keep_photos=True))).checked


def test_boards_begun_on_two_phones_at_once_are_one_board() -> None:
    def begun(*piece: str) -> Table:
        at = 1
        game = of(BASE).with_new_board(at, Epoch())
        board = game.epochs[at].board
        for row, token in enumerate(piece):
            board = board.with_piece(row, 0, piece_of(token))
        return playing(game.with_epoch(at, replace(game.epochs[at], board=board)))

    game = of(merged(BASE, begun("r1", "+5"), begun("b1")))

    assert [str(game.epochs[1].board[row, 0]) for row in (0, 1)] == ["r1", "+5"]
    assert len({epoch.number for epoch in game.epochs}) == 2
    assert max(epoch.number for epoch in game.epochs) <= game.numbered


def test_a_correction_does_not_bring_back_a_game_that_is_over() -> None:
    over = BASE.again(EVENING)
    begun = playing(of(over).with_new_board(0, Epoch()), over)

    assert of(merged(BASE, entered(BASE, {(3, 3): None}), over)).epochs == ()
    assert merged(BASE, entered(BASE, {(3, 3): None}), begun) == begun


def test_a_game_finished_on_two_phones_at_once_is_one_game() -> None:
    again = merged(BASE, BASE.again(EVENING), BASE.again(EVENING.replace(minute=31)))

    [game] = again.games
    assert isinstance(game, KingdomsResult)
    assert of(again).epochs == ()


def test_players_named_on_two_phones_at_once_all_play() -> None:
    nobody = Table(kingdoms=Game())

    table = merged(nobody, playing(Game().with_players(PLAYERS[:2])), playing(Game().with_players(PLAYERS[1:])))

    assert [player.name for player in of(table).players] == ["Ana", "Ben", "Chloé"]


def test_two_phones_cannot_send_so_many_away_that_nobody_is_left_to_play_with() -> None:
    with pytest.raises(TableError, match="two to four"):
        merged(BASE, BASE.without_player(1), BASE.without_player(2))
