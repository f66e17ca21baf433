"""The Kingdoms screen without a browser: players, epochs, gold."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from scoring.knizia import Colour
from tests.ui.factories import EVENING, KINGDOMS, RED_ALONE, game_of, play
from tests.ui.phone import (
    a_phone,
    chooses_file,
    components,
    figures,
    find_stored_table,
    goes_to,
    holding,
    labels,
    phone_at,
    press,
    table_of,
    words,
)
from ui.table.knizia import Epoch, Game
from ui.table.serialization import dumps_knizia_game
from ui.table.table import Table


def open_screen(app: AppTest, game: Game | None = None) -> AppTest:
    return goes_to(app if game is None else holding(app, Table(knizia=game)), "kingdoms")


def name(app: AppTest, **names: str) -> AppTest:
    for field in app.text_input:
        field.input(names.get(field.label.lower(), ""))
    return app


def boards_to_tap(app: AppTest) -> list[str]:
    """Return the headings of the boards on the screen."""
    return [told["state"]["board"]["name"] for told in components(app, "board")]


def at_table(table: Table, *, host: bool = True) -> AppTest:
    """Open the screen of Kingdoms as the host, or as a guest."""
    return open_screen(phone_at(table, host=host))


def test_named_players_take_part(app: AppTest) -> None:
    press(name(open_screen(app), red="Ana", green="Ben"), "Play")

    assert [(player.colour, player.name) for player in game_of(table_of(app)).players] == [
        (Colour.RED, "Ana"),
        (Colour.GREEN, "Ben"),
    ]
    assert boards_to_tap(app) == ["Epoch 1"]


def test_confirmed_epoch_leads_to_the_next(app: AppTest) -> None:
    press(open_screen(app, KINGDOMS.with_new_board(0, Epoch(RED_ALONE))), "Score epoch 1")
    assert game_of(table_of(app)).is_confirmed
    assert boards_to_tap(app) == ["Epoch 2"]

    app.button_group[0].select(0).run()
    assert not app.exception
    assert boards_to_tap(app) == ["Epoch 1"]


def test_finale_follows_the_last_board_and_is_recorded_once(app: AppTest) -> None:
    open_screen(app, play(RED_ALONE, RED_ALONE).with_new_board(2, Epoch(RED_ALONE)))
    press(app, "Show the final gold")

    assert "<h1><bdi>Ana</bdi> wins</h1>" in words(app)
    assert "data-played" in words(app)
    drawn = [getattr(element, "proto", None) for element in app.main]
    told = next(at for at, proto in enumerate(drawn) if "wins</h1>" in str(proto))
    assert told < next(at for at, proto in enumerate(drawn) if 'component_name: "board"' in str(proto))
    assert "Show the final gold" not in labels(app)
    app.run()
    assert len(table_of(app).games) == 1
    press(app, "Play again")
    assert len(table_of(app).games) == 1


def test_a_saved_game_is_taken_up_again(app: AppTest) -> None:
    open_screen(app)
    chooses_file(app, dumps_knizia_game(play(RED_ALONE)).encode())

    assert not app.exception
    assert game_of(table_of(app)).boards == (RED_ALONE,)


# --- One table, several phones


def test_address_and_start_page_reopen_the_game() -> None:
    host = at_table(Table(knizia=play(RED_ALONE)))
    guest = goes_to(a_phone(find_stored_table(host).key), "table")
    assert "Ana</bdi> starts the next epoch" in words(guest)

    press(goes_to(host, "start"), "Back to Ana, Ben")
    assert "Ana</bdi> starts the next epoch" in words(host)
    press(goes_to(host, "start"), "Kingdoms by Reiner Knizia")
    assert game_of(table_of(host)) == Game()


def test_guest_claims_a_free_colour() -> None:
    guest = at_table(Table(knizia=KINGDOMS), host=False)
    assert "Keep photos with past games" not in [toggle.label for toggle in guest.toggle]

    press(guest, "Players")
    press(name(guest, red="Ana", blue="Ben", green="Chloé"), "Keep")
    assert [label for label in labels(guest) if label.startswith("Remove")] == ["Remove Chloé"]

    press(name(guest, red="Ana", green="Chloé"), "Keep")
    assert "Only the phone that opened the table can remove another player." in words(guest)
    assert game_of(table_of(guest)).name(Colour.BLUE) == "Ben"


# --- Past games


def test_history_lists_knizia_games_with_gold() -> None:
    host = at_table(Table(knizia=play(RED_ALONE, RED_ALONE, RED_ALONE)).again(EVENING))
    goes_to(host, "history")

    assert "Saturday, November 21, 2026" in words(host)
    press(host, "**Ana** · 1 game · 1 win")
    goes_to(host, "player")
    assert figures(host)[:3] == [("Games", "1"), ("Wins", "1"), ("Average gold", "68.0")]
    assert "Kingdomino" not in words(host)
    press(host, "Kingdoms Ana 68, Ben 50")
    assert "18 ahead" in words(host)
