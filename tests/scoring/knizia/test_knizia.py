"""Knizia's Kingdoms: the text of a board, the gold of an epoch and of a game, and the rules."""

from __future__ import annotations

from random import Random

import pytest

from scoring.kingdom import position_labels
from scoring.knizia import (
    Board,
    BoardError,
    Castle,
    Colour,
    Kind,
    Part,
    Tile,
    count_castles_left,
    find_problems,
    parse_piece,
    score_epoch,
    score_game,
    score_lines,
)
from scoring.knizia.wording import label_line
from scoring.rules import RulesError
from tests.scoring.knizia.slow_steward import draw_board, stewards_count, with_rows


def board(*rows: str) -> Board:
    return Board.parse(with_rows(*rows))


def parts(board: Board) -> dict[str, Part]:
    return {str(label_line(part)): part for line in score_lines(board) for part in line.parts}


# --- The text of a board


@pytest.mark.parametrize(
    ("token", "words"),
    [("+3", "resource +3"), ("-6", "hazard -6"), ("G", "gold mine"), ("y4", "yellow castle of rank 4")],
)
def test_pieces_say_what_they_are(token: str, words: str) -> None:
    assert str(parse_piece(token).label) == words


@pytest.mark.parametrize(
    ("text", "sentence", "position"),
    [
        ("", "5 rows parted by /, not 1", None),
        (with_rows(*[". . . . . ."] * 6), "5 rows parted by /, not 6", None),
        (with_rows(". . . . ."), "a space is missing: row 1 has 5 spaces", None),
        (with_rows(". . . . . . ."), "a space too many: row 1 has 7 spaces", None),
        (with_rows(". . +7 . . ."), "row 1, column 3: '+7' is not a piece", (0, 2)),
        (with_rows(". g5 . . . ."), "row 1, column 2: 'g5' is not a piece", (0, 1)),
        (with_rows("m . . . . ."), "row 1, column 1: 'm' is not a piece", (0, 0)),
        (with_rows("x" * 900 + " . . . . ."), "'xxxxxxxxxxxx...' is not a piece", (0, 0)),
    ],
)
def test_board_error_names_the_space(text: str, sentence: str, position: tuple[int, int] | None) -> None:
    with pytest.raises(BoardError) as refused:
        Board.parse(text)

    assert sentence in str(refused.value)
    assert refused.value.position == position


def test_no_piece_has_a_number_the_box_does_not_print() -> None:
    with pytest.raises(ValueError, match="1 to 6, not 7"):
        Tile(Kind.RESOURCE, 7)
    with pytest.raises(ValueError, match="has no number"):
        Tile(Kind.DRAGON, 1)
    with pytest.raises(ValueError, match="1 to 4, not 0"):
        Castle(Colour.RED, 0)


# --- The gold of an epoch


def test_random_boards_match_the_slow_reference() -> None:
    for seed in range(300):
        drawn = draw_board(Random(seed))
        sheet = score_epoch(drawn)

        gold = {one.colour.letter: (one.rows, one.columns) for one in sheet.incomes}
        assert gold == stewards_count(str(drawn)), str(drawn)
        assert all(one.total == one.rows + one.columns for one in sheet.incomes)
        assert find_problems(drawn, players=max(2, len(sheet.incomes))) == ()
        assert Board.parse(str(drawn)) == drawn


@pytest.mark.parametrize(
    ("row", "names"),
    [
        ("+1 M r1 . . .", ["row 1, left of the mountain", "row 1, right of the mountain"]),
        (
            "+1 M r1 +4 M .",
            ["row 1, left of the mountains", "row 1, between the mountains", "row 1, right of the mountains"],
        ),
        ("M M M M M M", []),
    ],
)
def test_mountains_part_a_line(row: str, names: list[str]) -> None:
    assert [name for name in parts(board(row)) if name.startswith("row 1")] == names


def test_lines_write_themselves_as_a_player_would() -> None:
    written = parts(board("+3 D r1 M b2 +5", "+4 G -3 y4 y1 ."))

    assert [tuple(map(str, (part, *part.gains))) for part in list(written.values())[:3]] == [
        ("row 1, left of the mountain: dragon cancels +3, base 0", "red 1 rank = 0"),
        ("row 1, right of the mountain: +5, base 5", "blue 2 ranks = +10"),
        ("row 2: +4 -3, gold mine doubles 1, base 2", "yellow 4 + 1 ranks = +10"),
    ]


EXAMPLE = Board.parse("""
    y4 r1 -6 b1 +3 y1
    r2 +4 b2 -5 b4 W
    +6 -3 +2 +1 b3 b1
    +1 D  y2 M  b1 +5
    y1 G  M  y3 y3 +2
""")


def test_the_scoring_example_of_the_rulebook() -> None:
    """Two of its lines have castles beside the wizard; its dragons cancel a village and a windmill."""
    bases = {name: part.base for name, part in parts(EXAMPLE).items()}
    totals = {one.colour.value: (one.rows, one.columns, one.total) for one in score_epoch(EXAMPLE).incomes}
    gold = {purse.colour.value: purse.now for purse in score_game([EXAMPLE]).purses}

    assert (bases["row 1"], bases["row 4, left of the mountain"], bases["row 4, right of the mountain"]) == (-3, 0, 5)
    assert (bases["column 2"], bases["column 6"]) == (-6, 7)
    assert (bases["column 4, above the mountain"], bases["column 4, below the mountain"]) == (-4, 0)
    assert totals == {"red": (-5, 8, 3), "blue": (25, 29, 54), "yellow": (-6, 50, 44)}
    assert gold == {"blue": 104, "yellow": 94, "red": 53}
    assert find_problems(EXAMPLE) == ()


# --- The gold of a game

RED_TEN = board("r2 +5 . . . .")
BLUE_TWENTY = board("b4 +5 . . . .")
BLUE_TEN = board("b2 +5 . . . .")
RED_LOSS = board("r4 -6 . . . .")


@pytest.mark.parametrize(
    ("epochs", "players", "purses"),
    [
        (
            [RED_TEN, BLUE_TWENTY, RED_TEN],
            [],
            [("red", (60, 60, 70), 1, "as much as blue"), ("blue", (50, 70, 70), 1, "as much as red")],
        ),
        (
            [RED_TEN, BLUE_TWENTY, BLUE_TEN],
            [Colour.YELLOW],
            [
                ("blue", (50, 70, 80), 1, "20 ahead"),
                ("red", (60, 60, 60), 2, "20 behind blue"),
                ("yellow", (50, 50, 50), 3, "10 behind red"),
            ],
        ),
        (
            [RED_TEN, BLUE_TEN, Board.empty()],
            [Colour.YELLOW],
            [
                ("red", (60, 60, 60), 1, "as much as blue"),
                ("blue", (50, 60, 60), 1, "as much as red"),
                ("yellow", (50, 50, 50), 3, "10 behind red"),
            ],
        ),
        ([RED_LOSS], [], [("red", (26,), 1, "the only player")]),  # paid from the purse
    ],
)
def test_gold_adds_up_and_the_richest_wins(
    epochs: list[Board], players: list[Colour], purses: list[tuple[str, tuple[int, ...], int, str]]
) -> None:
    game = score_game(epochs, players)

    assert [(purse.colour.value, purse.gold, purse.rank, str(purse)) for purse in game.purses] == purses
    assert [colour.value for colour in game.richest] == [colour for colour, _, place, _ in purses if place == 1]
    assert game.is_over is (len(epochs) == 3)


# --- What is forbidden


def sentences_by_rule(board: Board, earlier: tuple[Board, ...] = (), players: int | None = None) -> dict[str, str]:
    """Return the sentence of each broken rule; an unfinished board always has free spaces."""
    found = [problem for problem in find_problems(board, earlier, players) if problem.rule != "free"]
    assert all(str(one).endswith(str(position_labels(one.squares))) for one in found if one.rule != "players")
    return {problem.rule: str(problem) for problem in found}


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (["D . D . . ."], "2 dragons, but 1 in the box: row 1, column 1; row 1, column 3"),
        (["G G . . . ."], "2 gold mines, but 1 in the box: row 1, column 1; row 1, column 2"),
        (["W W . . . ."], "2 wizards, but 1 in the box: row 1, column 1; row 1, column 2"),
        (["M M M . . ."], "3 mountains, but 2 in the box: row 1, column 1; row 1, column 2; row 1, column 3"),
        (
            ["-1 -2 -3 -4 -5 -6", "-1 . . . . ."],
            "7 hazards, but 6 in the box: row 1, column 1; row 1, column 2; row 1, column 3; row 1, column 4; "
            "row 1, column 5; row 1, column 6; and 1 more",
        ),
        (
            ["+1 +2 +3 +4 +5 +6"] * 2 + ["+1 . . . . ."],
            "13 resources, but 12 in the box: row 1, column 1; row 1, column 2; row 1, column 3; row 1, column 4; "
            "row 1, column 5; row 1, column 6; and 7 more",
        ),
    ],
)
def test_more_tiles_than_the_box_has_are_a_problem(rows: list[str], sentence: str) -> None:
    assert sentences_by_rule(board(*rows)) == {"box": f"There are {sentence}"}


def test_more_castles_than_owned_are_a_problem() -> None:
    said = "Yellow has 2 castles of rank 4 on the board, but owns 1 with 2 players: row 1, column 1; row 1, column 3"

    assert sentences_by_rule(board("y4 . y4 . . .")) == {"owned": said}


@pytest.mark.parametrize(
    ("row", "earlier", "players", "wrong"),
    [
        ("r1 r1 r1 . . .", (), 2, False),
        ("r1 r1 r1 . . .", (), 3, False),
        ("r1 r1 r1 . . .", (), 4, True),
        ("r1 r1 r1 b1 . .", (), None, False),  # without a number of players the colours on all boards count
        ("r1 r1 r1 b1 . .", (board("y1 g1 . . . ."),), None, True),
    ],
)
def test_rank_1_castles_depend_on_the_number_of_players(
    row: str, earlier: tuple[Board, ...], players: int | None, wrong: bool
) -> None:
    assert ("owned" in sentences_by_rule(board(row), earlier, players)) is wrong


def test_a_castle_of_rank_2_to_4_is_spent_after_one_epoch() -> None:
    said = "Red has 1 castle of rank 4 on the board, but none left after epoch 1: row 1, column 3"

    assert sentences_by_rule(board(". . r4 . . ."), (board("r4 . . . . ."),)) == {"spent": said}


def test_castles_left_are_those_owned_less_those_spent() -> None:
    earlier = [board("r1 r2 r2 r3 b2 ."), board("r2 r4 . . . .")]

    assert count_castles_left(Colour.RED, earlier, 2) == (4, 0, 1, 0)
    assert count_castles_left(Colour.GREEN, earlier, 4) == (2, 3, 2, 1)


def test_boards_are_checked_against_earlier_epochs() -> None:
    rules = [{problem.rule for problem in wrong} for wrong in score_game([BLUE_TWENTY] * 3).problems]

    assert rules == [{"free"}, {"free", "spent"}, {"free", "spent"}]


def test_free_spaces_at_the_end_of_an_epoch_are_named() -> None:
    (problem,) = find_problems(EXAMPLE.with_piece(3, 4, None))

    assert str(problem) == "1 space is free, so the epoch is not over: row 4, column 5"


def test_castles_of_more_colours_than_players_are_a_problem() -> None:
    said = "There are castles of 3 colours, but 2 players"

    assert sentences_by_rule(board("r1 b1 y1 . . ."), players=2)["players"] == said


def test_a_game_has_three_epochs_and_two_to_four_players() -> None:
    for epochs in (0, 4):
        with pytest.raises(RulesError, match=f"3 epochs, not {epochs}"):
            score_game([RED_TEN] * epochs)
    for players in (1, 5):
        with pytest.raises(RulesError, match=f"2 to 4 players, not {players}"):
            find_problems(Board.empty(), players=players)
