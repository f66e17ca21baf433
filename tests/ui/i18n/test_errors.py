"""Errors and refusals are shown in the reader's language."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from string import Formatter

import numpy as np
import pytest
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import OperationalError
from streamlit.testing.v1 import AppTest

from scoring import Edition, Kingdom, Rules, ScoreSheet, dynasty
from scoring.castle import Castle
from scoring.kingdoms import Board, score_game
from scoring.kingdoms import problems as board_problems
from scoring.message import CrownsightError, Message
from scoring.rules import game_setup
from tests.given import APP
from ui.i18n import translate
from ui.i18n.translate import LANGUAGES, translated
from ui.photos.reading import PhotoQueue, read_upload
from ui.store.backup import back_up, opened_backup
from ui.store.database import clearly, database_url
from ui.store.store import Store
from ui.table.table import Table
from vision import find_grids
from vision.locate.locate import Location
from vision.photo.photo import Photo, load

TRANSLATED = [language for language in LANGUAGES if language != "en"]
BLACK = Photo(np.zeros((480, 640, 3), np.uint8), 1.0)
SQUARE = np.array([(0, 0), (400, 0), (400, 400), (0, 400)], np.float32)
SQLITE, POSTGRESQL = make_url("sqlite:////tables/tables.sqlite3"), make_url("postgresql://ana@here/tables")


def failing(url: URL, why: str) -> None:
    with clearly(url):
        raise OperationalError("save", {}, sqlite3.OperationalError(why))


def reading_in_a_full_queue() -> None:
    queue = PhotoQueue(at_once=1, longest=0)
    with queue.turn(lambda place: None), queue.turn(lambda place: None):
        pass


REFUSED: dict[str, Callable[[], object]] = {
    "an edition": lambda: Edition("third"),
    "a grid": lambda: Rules(grid=6),
    "one player": lambda: game_setup(1),
    "a Mighty Duel of three": lambda: game_setup(3, Rules(grid=7)),
    "a Dynasty without a game": lambda: dynasty([]),
    "a Dynasty with other players": lambda: dynasty([{"Ana": ScoreSheet(())}, {}]),
    "a code": lambda: Kingdom.parse("w?"),
    "a long code": lambda: Kingdom.parse("w" * 99),
    "Kingdoms for nine": lambda: board_problems(Board.empty(), players=9),
    "Kingdoms without a board": lambda: score_game([]),
    "a board": lambda: Board.parse("q9"),
    "an empty file": lambda: load(b""),
    "a file that is no photo": lambda: load(b"GIF89a"),
    "a photo that is not there": lambda: load("no/such/photo.jpg"),
    "a grid of no rows": lambda: Location.from_corners(BLACK, SQUARE, 0, 5),
    "corners that frame nothing": lambda: Location.from_corners(BLACK, SQUARE * 0, 5, 5),
    "a photo without a kingdom": lambda: find_grids(BLACK),
    "a full queue": reading_in_a_full_queue,
    "a locked database": lambda: failing(SQLITE, "database is locked"),
    "a full disk": lambda: failing(SQLITE, "database or disk is full"),
    "a folder that is not ours": lambda: failing(SQLITE, "unable to open database file"),
    "a broken database": lambda: failing(SQLITE, "file is not a database"),
    "a silent database": lambda: failing(POSTGRESQL, "connection refused"),
    "a backup that is there": lambda: back_up(Store(make_url("sqlite://")), Path(__file__)),
    "a backup that is not there": lambda: opened_backup(Path("no/such/backup")).__enter__(),
    "a castle that is taken": lambda: Table().with_player("Ana", Castle.BLUE).with_player("Ben", Castle.BLUE),
}


def spoken(message: Message, language: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(translate, "language", lambda: language)
    return translated(message)


def wordless(message: Message) -> bool:
    """Whether nothing but parts is in a message, so that there is nothing to translate."""
    return not any(text.strip(" ,;:") for text, *_ in Formatter().parse(message.pattern))


def all_in(message: Message) -> list[Message]:
    return [message, *(inner for _, part in message.parts if isinstance(part, Message) for inner in all_in(part))]


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("refused", REFUSED)
def test_an_error_speaks_every_language(refused: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CrownsightError) as caught:
        REFUSED[refused]()

    for message in all_in(caught.value.message):
        assert wordless(message) or spoken(message, language, monkeypatch) != str(message)


def test_an_error_about_a_photo_keeps_its_words_on_the_way_to_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    attempt = read_upload(b"", show=lambda picture: None, progress=lambda step: None)

    assert attempt.message
    assert spoken(attempt.message, "de", monkeypatch) == "Die Datei ist leer. Schick das Foto noch einmal."


def test_a_wrong_address_of_the_database_is_said_in_the_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNSIGHT_DATABASE", "nonsense")
    with pytest.raises(CrownsightError):
        database_url()
    app = AppTest.from_file(str(APP), default_timeout=30)
    app.session_state["language"] = "de"

    app.run().run()

    drawn = " ".join(element.proto.body for element in app.get("html"))
    assert "CROWNSIGHT_DATABASE ist keine Datenbankadresse" in drawn
