"""The score reveal of each game: highlights, bars, gold and the end."""

from __future__ import annotations

from collections.abc import Mapping

from scoring import BASE, GIANTS, Castle, Kingdom, Quest, Rules, Terrain, rank_dynasty, score
from scoring.knizia import Board
from tests.sample_photos import SAMPLES
from tests.ui import factories
from tests.ui.factories import EVENING
from ui.components.finale import Animation, build_dynasty_animation, build_game_animation, build_knizia_animation
from ui.drawing.tiles import LANDS
from ui.table.completed_games import Game, PlayerBoard
from ui.table.knizia import Game as KniziaGame

RULES = Rules(middle_kingdom=True)
ANAS, BENS = Kingdom.parse("w1w/Cf1"), Kingdom.parse("m3m/Cf")


def play(
    ana: Kingdom = ANAS, ben: Kingdom = BENS, rules: Rules = RULES, photos: Mapping[str, str] | None = None
) -> Animation:
    players = PlayerBoard("Ana", Castle.BLUE, ana), PlayerBoard("Ben", Castle.GREEN, ben)
    return build_game_animation(Game(1, EVENING, rules, players), photos or {}, ["Ben's best ever: 16"])


def test_round_highlights_territories_with_their_sums() -> None:
    [wheat] = [leg for leg in play().legs if leg.title == "Wheat"]
    anas, bens = wheat.highlights

    assert set(anas.squares) == {(0, 0), (0, 1)}
    assert anas.labels == (((0, 0), "2"),)
    assert (bens.squares, bens.labels) == ((), ())
    assert wheat.fill == LANDS[Terrain.WHEAT].fill


def test_quests_are_counted_on_the_squares_that_they_counted() -> None:
    rules = Rules(box=BASE + GIANTS, quests=(Quest.LOCAL_BUSINESS_WHEAT,))
    *_, before, quests = play(Kingdom.parse("w1w/Cf1"), rules=rules).legs
    anas, bens = quests.highlights

    assert quests.title == "Quests"
    assert [after - points for points, after in zip(before.totals, quests.totals, strict=True)] == [10, 0]
    assert set(anas.squares) == {(0, 0), (0, 1)}
    assert anas.labels == (((0, 0), "10"),)
    assert (bens.squares, bens.labels) == ((), ())


def test_end_names_winner_points_decision_and_achievement() -> None:
    ending = play().ending

    assert (ending.headline, ending.colour, ending.boards) == ("Ben wins", "green", (1,))
    assert ending.lines == ("16 points", "Won on mines", "Ben's best ever: 16")


def test_end_outlines_the_territory_that_decided() -> None:
    [mines] = play().ending.deciding

    assert (mines.board, set(mines.squares), mines.labels) == (1, {(0, 0), (0, 1)}, ())


def test_a_shared_victory_has_no_colour_of_its_own() -> None:
    ending = play(ANAS, ANAS).ending

    assert (ending.headline, ending.colour, ending.boards) == ("Ana and Ben share the victory", "", (0, 1))


def test_reveal_uses_the_photo_or_a_drawn_board() -> None:
    with_photo, drawn = play(photos={"Ana": "/media/board.jpg"}).boards

    assert ('src="/media/board.jpg"' in with_photo.picture, with_photo.margin) == (True, 0)
    assert "data:image/svg" in drawn.picture
    assert drawn.margin > 0


def test_pointless_kingdoms_reveal_only_the_end() -> None:
    bare = Kingdom.parse("ww/Cf")

    assert play(bare, bare, Rules()).legs == []


def test_dynasty_reveal_keeps_the_order_of_players() -> None:
    games = [
        {"Ana": score(Kingdom.parse("C w1")), "Ben": score(Kingdom.parse(ben))} for ben in ("C m3", "C w1", "C m2")
    ]
    animation = build_dynasty_animation(rank_dynasty(games), {"Ana": "blue", "Ben": "green"})

    assert [bar.name for bar in animation.bars] == ["Ana", "Ben"]
    assert [leg.totals for leg in animation.legs] == [(1, 3), (2, 4), (3, 6)]
    assert (animation.ending.headline, animation.ending.lines) == ("Ben wins the Dynasty", ("3 + 1 + 2 = 6",))


# --- Kingdoms


PARTED = Board.parse("r2 +3 M . . ./. . . . . ./. . . . . ./. . . . . ./. . . . . .")


def kingdoms_played(game: KniziaGame, *remarks: str) -> Animation:
    found = build_knizia_animation(game, remarks)
    assert found
    return found


def test_epoch_reveal_goes_by_rows_then_columns() -> None:
    legs = kingdoms_played(factories.play(PARTED, Board.empty(), PARTED)).legs
    rows, columns, *_ = legs

    assert [leg.title for leg in legs] == [f"Epoch {epoch}: {axis}" for epoch in (1, 3) for axis in ("rows", "columns")]
    assert rows.highlights[0].squares == ((0, 0), (0, 1))
    assert rows.highlights[0].labels == (((0, 1), "+3"),)
    assert len(columns.highlights[0].squares) == 5


def test_gold_counts_from_the_start_to_what_the_sheet_says() -> None:
    boards = (SAMPLES / "kingdoms" / f"epoch-{number}.txt" for number in (1, 2, 3))
    game = factories.play(*(Board.parse(board.read_text()) for board in boards))
    assert game.sheet is not None
    animation = kingdoms_played(game)

    assert [bar.start for bar in animation.bars] == [50] * len(game.sheet.purses)
    ended = {bar.colour: gold for bar, gold in zip(animation.bars, animation.legs[-1].totals, strict=True)}
    assert ended == {purse.colour.value: purse.now for purse in game.sheet.purses}


def test_the_richest_is_named_last_with_the_gold_and_one_memory() -> None:
    ending = kingdoms_played(factories.play(PARTED, Board.empty(), Board.empty()), "Ana's first win").ending

    assert (ending.headline, ending.colour) == ("Ana wins", "red")
    assert ending.lines == ("56 gold", "6 ahead", "Ana's first win")
