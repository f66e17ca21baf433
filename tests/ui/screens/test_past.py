"""A past game is corrected, deleted and restored by the host alone; dates have the reader's form."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import pytest
from streamlit.testing.v1 import AppTest

from scoring.castle import Castle
from tests.ui.factories import ANA, BOTH_LAID, EVENING, with_boards
from tests.ui.phone import (
    fill,
    find_stored_table,
    goes_to,
    holding,
    labels,
    phone_at,
    phone_key_of,
    press,
    table_of,
    words,
)
from ui import store
from ui.i18n.translate import in_language
from ui.screens.dates import format_full, session_date
from ui.table.table import Table, add_record

PLAYED = BOTH_LAID.again(EVENING)
BEN_WINS = "Ben 6, Ana 2"


class Context(NamedTuple):
    """What Streamlit tells of a browser."""

    locale: str | None = None
    timezone: str | None = None


def past_game(table: Table = PLAYED, *, host: bool = True) -> AppTest:
    """Open the page of a table's last game as the host, or as a guest."""
    app = goes_to(phone_at(table, host=host), "history")
    return goes_to(press(app, BEN_WINS), "past")


def to_correct(table: Table = PLAYED) -> AppTest:
    """Open the form that corrects a table's last game."""
    return press(past_game(table), "Correct or delete")


def names(app: AppTest) -> list[str]:
    """Return the players of the last game."""
    return [one.name for one in find_stored_table(app.run()).table.games[-1].players]


def test_place_opens_the_board_of_its_player() -> None:
    app = press(past_game(), "Ben’s board")
    assert "<h1><bdi>Ben</bdi>: 6 points</h1>" in words(app)
    assert "mine</span><span>2 × 3</span><b>= 6</b>" in words(app)
    assert app.query_params["board"] == "1"

    press(app, "‹ Result")
    assert "<h1><bdi>Ben</bdi> wins</h1>" in words(app)
    assert "Saturday, November 21, 2026" in words(app)


def test_address_of_no_board_shows_the_result() -> None:
    app = past_game()

    for board in ("2", "-1", "x", "1" * 99, "²"):
        app.query_params["board"] = board
        assert "<h1><bdi>Ben</bdi> wins</h1>" in words(app.run())


def test_host_renames_a_player_and_undoes_it() -> None:
    app = to_correct()
    press(fill(app, "Ben’s name", "Bea"), "Save names")
    assert "<h1><bdi>Bea</bdi> wins</h1>" in words(app)
    assert names(app) == ["Ana", "Bea"]

    press(app, "Undo")
    assert names(app) == ["Ana", "Ben"]
    assert "Undo" not in labels(app)


def test_refused_name_is_explained() -> None:
    app = to_correct()
    press(fill(app, "Ben’s name", "ana"), "Save names")

    assert "Two players cannot both be called ana" in words(app)
    assert names(app) == ["Ana", "Ben"]


def test_host_deletes_a_game_and_undoes_it() -> None:
    app = to_correct()
    press(app, "Delete this game")
    assert "Game deleted." in words(app)
    assert find_stored_table(app).table.games == ()

    press(app, "Undo")
    assert find_stored_table(app).table.games == PLAYED.games
    assert "<h1><bdi>Ben</bdi> wins</h1>" in words(app)


def test_deleted_game_is_gone_once_its_page_is_left() -> None:
    app = press(press(to_correct(), "Delete this game"), "‹ Past games")

    assert BEN_WINS not in labels(app)
    assert "Undo" not in labels(goes_to(app, "past"))


def test_game_of_another_table_is_corrected() -> None:
    app = phone_at(PLAYED)
    elsewhere = store.get_store().create(replace(PLAYED, games=()).again(EVENING), phone_key_of(app))
    store.get_store().change(elsewhere.key, phone_key_of(app), lambda _: BOTH_LAID.again(EVENING + timedelta(days=1)))
    goes_to(app, "history")
    [row] = [button for button in app.button if button.key == f"open-past-{elsewhere.number}-1"]
    row.click().run()
    press(press(goes_to(app, "past"), "Correct or delete"), "Delete this game")

    found = store.get_store().find(elsewhere.key)
    assert found
    assert found.table.games == ()
    assert table_of(app).games == PLAYED.games


def test_player_without_a_name_gets_one() -> None:
    table = add_record(with_boards(ANA.with_player("", Castle.GREEN), "w1w/Cf", "m3m/Cf"), EVENING)
    app = holding(phone_at(table), language="de")
    goes_to(press(goes_to(app, "history"), "Grün 6, Ana 2"), "past")
    press(app, "Korrigieren oder löschen")
    press(fill(app, "Name von Grün", "Ben"), "Namen speichern")

    assert names(app) == ["Ana", "Ben"]


def test_guest_cannot_correct_a_game() -> None:
    guest = past_game(host=False)

    assert "Correct or delete" not in labels(guest)
    guest.query_params["edit"] = "1"
    assert "Delete this game" not in labels(guest.run())


@pytest.mark.parametrize(
    ("locale", "language", "shown"),
    [
        ("en-GB", "en", "Friday, 27 November 2026"),
        ("en-US", "en", "Friday, November 27, 2026"),
        ("de-DE", "en", "Friday, 27 November 2026"),
        ("de-AT", "de", "Freitag, 27. November 2026"),
        ("xx-<b>", "fr", "vendredi 27 novembre 2026"),
        (None, "en", "Friday, November 27, 2026"),
    ],
)
def test_dates_have_the_form_of_the_reader(
    locale: str | None, language: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("streamlit.context", Context(locale=locale))
    with in_language(language):
        assert format_full(session_date(datetime(2026, 11, 27, 12, tzinfo=UTC))) == shown


@pytest.mark.parametrize(
    ("timezone", "hour", "day"),
    [
        ("America/Los_Angeles", 3, 27),
        ("Europe/Berlin", 3, 27),  # before six in the morning
        ("Europe/Berlin", 5, 28),
        ("Asia/Tokyo", 3, 28),
    ],
)
def test_dates_are_of_the_time_zone_of_the_browser(
    timezone: str, hour: int, day: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("streamlit.context", Context(timezone=timezone))

    assert session_date(datetime(2026, 11, 28, hour, tzinfo=UTC)).day == day


@pytest.mark.parametrize("timezone", ["", "America", "../../etc/passwd", "\0", "Nowhere/Town", "x" * 9_999])
def test_unknown_time_zone_is_that_of_the_server(timezone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("streamlit.context", Context(timezone=timezone))
    noon = datetime(2026, 11, 28, 12, tzinfo=UTC)

    assert session_date(noon) == (noon.astimezone() - timedelta(hours=6)).date()
