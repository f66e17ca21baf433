"""Commands apply to the newest table and keep concurrent changes, or are refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import CASTLE, EMPTY, Kingdom, Position, Rules, Square, Terrain
from scoring.castle import Castle
from scoring.knizia import POSITIONS, Colour, parse_piece
from tests.ui.factories import ANA_AND_BEN, EPOCH, EVENING, KINGDOMS, board_of, game_of, reading_of
from ui.table.board import Board, Trust, find_moves, make_board, reorient
from ui.table.commands import (
    Command,
    OtherBoardError,
    SpaceEdit,
    SquareEdit,
    SquareState,
    UndoEntry,
    confirm_board,
    confirm_epoch,
    confirm_if_valid,
    edit_board,
    edit_epoch,
    mark_doubtful,
    next_game,
    resume_knizia_game,
    set_knizia_players,
    undo,
)
from ui.table.knizia import Epoch, Game, Player
from ui.table.photo_reading import DIRECTIONS, Picture
from ui.table.table import Table, TableError, add_record, correct_record

LAID = ANA_AND_BEN.with_new_board(1, Board(Kingdom.parse("www/wCw/wwm"), doubtful=frozenset({(0, 0)}))).with_new_board(
    2, Board(Kingdom.parse("C m3"))
)
THREE = KINGDOMS.with_players([*KINGDOMS.players, Player(Colour.GREEN, "Chloé")])
KNIZIA_GAME = Table(knizia=THREE.with_new_board(0, EPOCH))


def correct(table: Table, code: str = "fww/wCw/wwm") -> Table:
    """Correct Ana's board."""
    return table.with_board(1, replace(board_of(table), kingdom=Kingdom.parse(code), confirmed=False))


def rotate_or_move(table: Table, direction: Position | None = None) -> Table:
    return table.with_new_board(1, reorient(board_of(table), direction))


def anew(table: Table) -> Table:
    """Photograph Ana's kingdom again."""
    return table.with_new_board(1, Board(Kingdom.parse("C l1")))


def enter(table: Table) -> Table:
    game = game_of(table)
    board = game.epochs[0].board.with_piece(3, 3, parse_piece("+6"))
    return replace(table, knizia=game.with_epoch(0, replace(game.epochs[0], board=board)))


# --- Boards


def mark_doubt(table: Table) -> Table:
    return mark_doubtful(table, board_of(table).number, [(1, 0)])


@pytest.mark.parametrize(
    ("meanwhile", "doubtful"),
    [
        pytest.param(lambda table: table.with_player("Chloé", Castle.PINK).with_name(1, "Anna"), {(0, 0)}, id="others"),
        pytest.param(
            lambda table: table.with_board(1, replace(board_of(table), doubtful=frozenset())), set(), id="answered"
        ),
        pytest.param(mark_doubt, None, id="doubted"),
        pytest.param(correct, None, id="corrected"),
        pytest.param(rotate_or_move, None, id="rotated"),
        pytest.param(anew, None, id="photographed"),
    ],
)
def test_only_the_seen_state_of_a_board_is_confirmed(meanwhile: Command, doubtful: set[Position] | None) -> None:
    seen = board_of(LAID)
    command = partial(confirm_board, board=seen.number, kingdom=seen.kingdom, accepted=seen.doubtful, more={(2, 2)})

    if doubtful is None:
        with pytest.raises(TableError):
            command(meanwhile(LAID))
    else:
        after = board_of(command(meanwhile(LAID)))
        assert (after.trust, set(after.doubtful)) == (Trust.ACCEPTED, doubtful | {(2, 2)})


@pytest.mark.parametrize(
    ("code", "grid", "trust"),
    [
        ("w1w/Cf", 5, Trust.ACCEPTED),
        ("wwwwww/wwCwww", 7, Trust.ACCEPTED),
        ("wwwwww/wwCwww", 5, Trust.TO_CHECK),  # wider than the grid of the table
    ],
)
def test_last_answer_confirms_a_board_that_fits(code: str, grid: int, trust: Trust) -> None:
    board = Board(Kingdom.parse(code), doubtful=frozenset({(0, 0)}))
    table = replace(LAID, rules=Rules(grid=grid)).with_new_board(1, board)
    laid = board_of(table)

    after = board_of(confirm_if_valid(table, laid.number, laid.kingdom, accepted=[(0, 0), (9, 9)]))

    assert (after.trust, set(after.doubtful)) == (trust, {(0, 0)})  # what is no square is in no doubt


def test_marking_doubts_refuses_another_board() -> None:
    command = partial(mark_doubtful, board=board_of(LAID).number, squares=[(2, 2)])

    after = board_of(command(correct(LAID)))
    assert (str(after.kingdom), after.doubtful, after.confirmed) == ("fww/wCw/wwm", frozenset({(0, 0), (2, 2)}), False)
    with pytest.raises(OtherBoardError):
        command(anew(LAID))


# --- Players and games


def test_finishing_twice_records_one_game() -> None:
    command = partial(next_game, over=LAID.game_number, played=EVENING)
    begun = command(command(LAID)).with_new_board(1, Board(Kingdom.parse("C l1")))

    assert [game.number for game in begun.games] == [1]
    assert command(begun) == begun
    assert command(add_record(LAID, EVENING)).games == add_record(LAID, EVENING).games


# --- Kingdoms


def test_players_named_by_two_phones_all_play() -> None:
    command = partial(set_knizia_players, names={Colour.YELLOW: "Dev", Colour.RED: "Anna"})

    after = game_of(command(set_knizia_players(KNIZIA_GAME, {Colour.BLUE: "Benno"})))

    assert [player.name for player in after.players] == ["Anna", "Benno", "Dev", "Chloé"]
    with pytest.raises(TableError, match="two to four"):
        set_knizia_players(KNIZIA_GAME, {Colour.RED: "", Colour.BLUE: ""})


def test_an_epoch_is_found_right_only_as_somebody_saw_it() -> None:
    command = partial(confirm_epoch, at=0, seen=game_of(KNIZIA_GAME).epochs[0])

    assert game_of(command(KNIZIA_GAME)).epochs[0].confirmed
    for meanwhile in (enter(KNIZIA_GAME), KNIZIA_GAME.again(EVENING)):
        with pytest.raises(TableError, match="just now"):
            command(meanwhile)


def test_a_saved_game_takes_no_game_under_way_away() -> None:
    saved = game_of(KNIZIA_GAME)

    assert resume_knizia_game(Table(knizia=Game()), saved).knizia == saved
    with pytest.raises(TableError, match="begun a game"):
        resume_knizia_game(KNIZIA_GAME, saved)


# --- Taken back


def run(table: Table, command: Command) -> UndoEntry:
    return UndoEntry(table, correct_record(command(table)))


def leave(number: int) -> Command:
    return lambda table: table.without_player(number)


def again(table: Table) -> Table:
    return table.again(EVENING)


@pytest.mark.parametrize("table", [LAID, add_record(LAID, EVENING), KNIZIA_GAME], ids=["laid", "recorded", "kingdoms"])
@pytest.mark.parametrize("command", [leave(1), again], ids=["leave", "again"])
def test_undo_restores_a_player_or_a_finished_game(table: Table, command: Command) -> None:
    done = run(table, command)

    assert undo(done.after, done) == table


def rename_and_set_rules(table: Table) -> Table:
    return replace(table.with_name(2, "Benno"), rules=Rules(harmony=True))


def test_restoring_keeps_changes_of_other_phones() -> None:
    left, over = run(LAID, leave(2)), run(LAID, again)

    back = undo(correct(left.after).with_player("Dev", Castle.YELLOW), left)
    assert [seat.name for seat in back.seats] == ["Ana", "Ben", "Dev"]
    assert str(board_of(back).kingdom) == "fww/wCw/wwm"
    resumed = undo(rename_and_set_rules(over.after), over)
    assert resumed == rename_and_set_rules(LAID)


def begin(table: Table) -> Table:
    return replace(table, knizia=game_of(table).with_new_board(0, EPOCH))


@pytest.mark.parametrize(
    ("table", "command", "meanwhile"),
    [
        pytest.param(LAID, leave(2), lambda table: table.with_player("Dev", Castle.GREEN), id="a castle"),
        pytest.param(LAID, leave(2), lambda table: table.with_player("BEN", Castle.YELLOW), id="a name"),
        pytest.param(LAID, again, anew, id="a board of the next game"),
        pytest.param(
            LAID,
            again,
            lambda table: add_record(anew(table).with_new_board(2, Board(Kingdom.parse("C"))), EVENING),
            id="the next game",
        ),
        pytest.param(KNIZIA_GAME, again, begin, id="the next game of Kingdoms"),
        pytest.param(
            KNIZIA_GAME, leave(1), lambda table: set_knizia_players(table, {Colour.RED: "Rosa"}), id="a colour"
        ),
    ],
)
def test_restore_does_not_overwrite_newer_state(table: Table, command: Command, meanwhile: Command) -> None:
    done = run(table, command)

    with pytest.raises(TableError, match="cannot be taken back"):
        undo(meanwhile(done.after), done)


# --- Edits: what a player did, which follows a board that is rotated


SPREAD = Kingdom.parse("ww.../wfC../.fl../..l../.....")
SQUARES = st.builds(Square, st.sampled_from([Terrain.WHEAT, Terrain.FOREST, Terrain.MINE])) | st.just(EMPTY)
PLACES = st.tuples(st.integers(0, 4), st.integers(0, 4))
EDITS = st.lists(st.builds(SquareEdit, PLACES, st.builds(SquareState, SQUARES)), max_size=6).map(tuple)
TRANSFORMS = st.lists(st.none() | st.sampled_from(DIRECTIONS), max_size=4)


EDITED = Board(SPREAD, by_hand=True)
PHOTO = Picture(b"", 500, 500, 1.0)


def table_of(board: Board = EDITED) -> Table:
    return ANA_AND_BEN.with_new_board(1, board)


def transform_board(table: Table, steps: list[Position | None]) -> Table:
    """Rotate the board of the table, or move it where it can be."""
    for step in steps:
        if step is None or step in find_moves(board_of(table).kingdom, 5):
            table = rotate_or_move(table, step)
    return table


@given(EDITS, TRANSFORMS)
def test_edits_and_transforms_commute(squares: tuple[SquareEdit, ...], steps: list[Position | None]) -> None:
    inside = tuple(
        one for one in squares if SPREAD[one.position] != EMPTY and one.held.square != EMPTY
    )  # stay in the frame
    table = table_of()
    edited = partial(edit_board, board=board_of(table).number, squares=inside)

    before, after = transform_board(edited(table), steps), edited(transform_board(table, steps))

    assert board_of(before).kingdom == board_of(after).kingdom


@given(EDITS)
def test_a_kingdom_keeps_at_most_one_castle(squares: tuple[SquareEdit, ...]) -> None:
    laid = tuple(replace(one, held=SquareState(CASTLE)) if at % 2 else one for at, one in enumerate(squares))

    kingdom = board_of(edit_board(table_of(), 3, laid)).kingdom

    assert sum(square.is_castle for _, square in kingdom.squares()) <= 1


@given(EDITS)
def test_unchanged_table_is_the_same_object(squares: tuple[SquareEdit, ...]) -> None:
    table = table_of(replace(EDITED, confirmed=True))
    same = tuple(replace(one, held=SquareState(SPREAD[one.position])) for one in squares)

    assert edit_board(table, 3, same) is table


def test_undo_applies_only_to_unchanged_squares() -> None:
    wheat, forest = SquareState(SPREAD[0, 0]), SquareState(SPREAD[1, 1])
    back = (SquareEdit((0, 0), SquareState(EMPTY), wheat), SquareEdit((0, 1), SquareState(EMPTY), forest))

    kingdom = board_of(edit_board(table_of(), 3, back)).kingdom

    assert str(kingdom).startswith(".w...")


def test_undo_to_the_reading_restores_ready() -> None:
    read = replace(make_board(reading_of(SPREAD), PHOTO), confirmed=True, seen_by_player=False)
    wheat, mine = SquareState(SPREAD[0, 0]), SquareState(Square(Terrain.MINE))
    table = table_of(read)
    number = board_of(table).number

    edited = edit_board(table, number, (SquareEdit((0, 0), mine),))
    undone = edit_board(edited, number, (SquareEdit((0, 0), wheat, mine),))

    assert board_of(edited).trust is Trust.TO_CHECK
    assert board_of(undone).trust is Trust.READ


def test_undo_does_not_confirm_what_the_reader_left_open() -> None:
    unsure = make_board(reading_of(SPREAD), PHOTO)
    there, mine = SquareState(SPREAD[0, 0]), SquareState(Square(Terrain.MINE))
    table = edit_board(table_of(unsure), 3, (SquareEdit((0, 0), mine),))

    assert board_of(edit_board(table, 3, (SquareEdit((0, 0), there),))).trust is Trust.TO_CHECK


def test_only_answered_doubts_can_be_reopened() -> None:
    table = table_of(replace(EDITED, doubtful=frozenset({(0, 0)})))
    wheat = SquareState(SPREAD[0, 0], doubtful=True)

    still = edit_board(table, 3, (SquareEdit((0, 0), wheat), SquareEdit((0, 1), wheat)))

    assert board_of(still).doubtful == {(0, 0)}


def test_a_board_that_two_turn_at_once_is_turned_once() -> None:
    once = edit_board(table_of(), 3, rotate=True)

    assert board_of(once).kingdom == SPREAD.rotate()
    assert edit_board(once, 3, rotate=True) == once


# --- Edits of boards of Kingdoms, and rotations


GAME = Table(knizia=KINGDOMS.with_new_board(0, EPOCH))
ENTRIES = st.lists(
    st.builds(SpaceEdit, st.sampled_from(POSITIONS), st.sampled_from(["+6", "-4", "G", "r1", "b4"]).map(parse_piece)),
    max_size=5,
).map(tuple)


def first(table: Table) -> Epoch:
    return game_of(table).epochs[0]


def of_epoch(table: Table, change: Callable[[Game], Game]) -> Table:
    return replace(table, knizia=change(game_of(table)))


def put_on(table: Table, entries: tuple[SpaceEdit, ...], *, rotate: bool = False) -> Table:
    """Place pieces on the first epoch's board, as a phone that knows of no rotation."""
    return edit_epoch(table, 0, first(GAME).number, entries, rotate)


def rotate_epoch(table: Table, times: int) -> Table:
    for _ in range(times):
        epoch = reorient(first(table))
        table = of_epoch(table, lambda game, epoch=epoch: game.with_new_board(0, epoch))  # type: ignore[misc]
    return table


@given(ENTRIES, ENTRIES, st.integers(0, 5))
def test_rotated_board_keeps_taps_of_both_phones(
    mine: tuple[SpaceEdit, ...], theirs: tuple[SpaceEdit, ...], times: int
) -> None:
    both = rotate_epoch(put_on(put_on(GAME, theirs), mine), times)

    assert first(put_on(rotate_epoch(put_on(GAME, theirs), times), mine)).board == first(both).board


def test_simultaneous_rotations_rotate_once() -> None:
    once = put_on(GAME, (), rotate=True)

    assert put_on(once, (), rotate=True) == once
    assert first(once).board == first(rotate_epoch(GAME, 1)).board


def test_undo_on_an_epoch_board_keeps_others_changes() -> None:
    mine, gold = SpaceEdit((0, 2), parse_piece("+6")), SpaceEdit((0, 2), parse_piece("G"))
    back = replace(mine, space=None, instead_of=mine.space)

    assert first(put_on(put_on(GAME, (mine,)), (back,))).board == first(GAME).board
    assert first(put_on(put_on(GAME, (mine, gold)), (back,))).board == first(put_on(GAME, (gold,))).board


def test_first_piece_starts_one_epoch_board_for_both_phones() -> None:
    opened = replace(GAME, knizia=GAME.knizia and GAME.knizia.confirm_epoch(0))
    number = opened.knizia.open_epoch(1).number if opened.knizia else 0
    ana, ben = ((SpaceEdit((4, at), parse_piece("r1")),) for at in (0, 1))

    both = edit_epoch(edit_epoch(opened, 1, number, ana), 1, number, ben).knizia

    assert both
    assert str(both.epochs[1].board).endswith("r1 r1 . . . .")
    assert not both.epochs[1].confirmed
