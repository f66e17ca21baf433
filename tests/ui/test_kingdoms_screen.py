"""The Kingdoms screen as a table uses it, without a browser: players, epochs, photos, gold."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from scoring.kingdoms import Board, Colour
from ui.kingdoms.game import Epoch, Game, Player
from ui.kingdoms.record import game_text
from ui.table import Table
from vision.kingdoms import Memory
from vision.training.kingdoms.samples import FOLDER

APP = Path(__file__).parents[2] / "ui" / "app.py"
RED_ALONE = Board.parse("r2 +3 . . . ./. . . . . ./. . . . . ./. . . . . ./. . . . . .")
MARKUP = "<img src=x onerror=alert(1)> **b**"
SEATED = Game().with_players([Player(Colour.RED, "Ana"), Player(Colour.BLUE, "Ben")])


@pytest.fixture
def app() -> AppTest:
    return AppTest.from_file(str(APP), default_timeout=30)


def opened(app: AppTest, game: Game | None = None) -> AppTest:
    if game is not None:
        app.session_state["table"] = Table(kingdoms=game)
    app.switch_page("screens/kingdoms.py").run()
    assert not app.exception
    return app


def table_of(app: AppTest) -> Table:
    table: Table = app.session_state["table"]
    return table


def game_of(app: AppTest) -> Game:
    game = table_of(app).kingdoms
    assert game is not None
    return game


def words(app: AppTest) -> str:
    return " ".join(element.proto.body for element in app.get("html"))


def labels(app: AppTest) -> list[str]:
    return [button.label for button in app.button]


def press(app: AppTest, label: str) -> AppTest:
    [button] = [button for button in app.button if button.label == label]
    button.click().run()
    assert not app.exception
    return app


def name(app: AppTest, **names: str) -> AppTest:
    for field in app.text_input:
        field.input(names.get(field.label.lower(), ""))
    return app


def photographed(app: AppTest, photo: bytes) -> AppTest:
    app.file_uploader[0].upload("photo.jpg", photo, "image/jpeg").run()
    assert not app.exception
    return app


def played(*boards: Board) -> Game:
    game = SEATED
    for at, board in enumerate(boards):
        game = game.with_new_board(at, Epoch(board)).checked(at)
    return game


def test_start_leads_to_kingdoms(app: AppTest) -> None:
    press(app.run(), "Kingdoms, the board game")

    assert "Who plays Kingdoms?" in words(app)


def test_whoever_has_a_name_plays(app: AppTest) -> None:
    press(name(opened(app), red="Ana", green="Ben"), "Play")

    assert [(player.colour, player.name) for player in game_of(app).players] == [
        (Colour.RED, "Ana"),
        (Colour.GREEN, "Ben"),
    ]
    assert "Enter by hand" in labels(app)


def test_one_player_alone_is_refused_kindly(app: AppTest) -> None:
    press(name(opened(app), red="Ana"), "Play")

    assert "two to four players" in words(app)


def test_an_epoch_is_entered_by_hand_and_the_next_one_follows(app: AppTest) -> None:
    press(opened(app, SEATED), "Enter by hand")
    assert game_of(app).boards == (Board.empty(),)

    press(app, "Looks right: next epoch")
    press(app, "Enter by hand")
    assert len(game_of(app).epochs) == 2


def test_an_earlier_epoch_can_be_looked_at_again(app: AppTest) -> None:
    opened(app, played(RED_ALONE))
    assert "Enter by hand" in labels(app)

    app.button_group[0].select(0).run()
    assert not app.exception
    assert "Looks right: next epoch" in labels(app)


def test_a_photo_becomes_the_board_of_the_epoch(app: AppTest) -> None:
    photographed(opened(app, SEATED), (FOLDER / "epoch-1-window.jpg").read_bytes())

    [epoch] = game_of(app).epochs
    assert epoch.sight is not None
    assert epoch.doubtful
    press(app, "Set corners")
    press(app, "Read this grid")
    assert game_of(app).epochs[0].number == epoch.number + 1


def test_where_no_board_is_found_its_corners_are_set_by_hand(app: AppTest) -> None:
    blank = cv2.imencode(".jpg", np.full((600, 800, 3), 120, np.uint8))[1].tobytes()
    photographed(opened(app, SEATED), blank)

    assert "Set its four corners by hand" in words(app)
    assert {"Read this grid", "Another photo", "Enter by hand"} <= set(labels(app))
    press(app, "Another photo")
    assert app.file_uploader


def test_a_file_that_is_no_photo_gets_a_kind_sentence_and_loses_nothing(app: AppTest) -> None:
    press(opened(app, SEATED.with_new_board(0, Epoch(RED_ALONE))), "Another photo")
    photographed(app, b"%PDF-1.7 minutes of the meeting")

    assert "not a photo" in words(app)
    press(app, "‹ Back to the board")
    assert game_of(app).boards == (RED_ALONE,)


def test_the_gold_is_told_with_places_and_reasons(app: AppTest) -> None:
    opened(app, played(RED_ALONE))

    assert "<bdi>Ana</bdi> starts the next epoch" in words(app)
    assert "6 ahead" in words(app)
    assert "6 behind Ana" in words(app)


def test_a_shared_victory_is_told_and_the_next_game_keeps_this_one(app: AppTest) -> None:
    opened(app, played(Board.empty(), Board.empty(), Board.empty()))
    assert "<bdi>Ana</bdi> and <bdi>Ben</bdi> share the victory" in words(app)

    press(app, "Play again")
    assert game_of(app).epochs == ()
    assert [game.number for game in table_of(app).games] == [1]
    assert "Games so far" in labels(app)


def test_a_saved_game_is_taken_up_again(app: AppTest) -> None:
    opened(app)
    app.file_uploader[0].upload(
        "kingdoms.json", game_text(played(RED_ALONE), Memory.empty()).encode(), "application/json"
    ).run()

    assert not app.exception
    assert game_of(app).boards == (RED_ALONE,)


def test_a_file_that_holds_no_game_is_refused(app: AppTest) -> None:
    opened(app)
    app.file_uploader[0].upload("kingdoms.json", b"[]", "application/json").run()

    assert not app.exception
    assert "cannot be taken up" in words(app)


def test_names_are_changed_while_a_game_is_under_way(app: AppTest) -> None:
    press(name(opened(app, played(RED_ALONE)), red="Anouk", blue="Ben"), "Keep")

    assert game_of(app).name(Colour.RED) == "Anouk"
    assert game_of(app).boards == (RED_ALONE,)


def test_markup_in_a_name_stays_text(app: AppTest) -> None:
    game = played(RED_ALONE).with_players([Player(Colour.RED, MARKUP), Player(Colour.BLUE, "Ben")])
    opened(app, game)

    assert "<img src=x" not in words(app)


def test_the_screen_at_its_own_address_begins_a_table(app: AppTest) -> None:
    opened(app)

    assert "Who plays Kingdoms?" in words(app)
