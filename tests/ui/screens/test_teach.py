"""A host teaches the tiles of another edition and chooses the edition of a table."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from scoring import Kingdom
from scoring.boxes import Printing
from scoring.castle import Castle
from tests.sample_photos import KITCHEN, SAMPLES, codes_of
from tests.ui.factories import ANA, teach_edition
from tests.ui.phone import (
    a_phone,
    chooses_file,
    find_stored_table,
    goes_to,
    holding,
    labels,
    list_requested_photos,
    phone_at,
    phone_key_of,
    photographs,
    press,
    table_of,
    words,
)
from ui import store
from ui.photos.photo_reader import teach_by_corners
from ui.photos.pictures import shrink_photo
from ui.session.tile_choice import load_table_edition
from ui.store.edition_store import Contents, StoredEdition
from ui.table.board import Board, make_board
from ui.table.table import UNKNOWN_TILES, Table
from vision import read
from vision.photo.photo import load
from vision.pipeline.teach import TeachingResult

ASKED = "These tiles look unfamiliar"
OURS = SAMPLES / "another-edition"
STRANGE = replace(ANA, tiles=replace(UNKNOWN_TILES, seen=Printing.OTHER))


def editions_of(app: AppTest) -> list[StoredEdition]:
    return store.get_store().editions.list_own(phone_key_of(app))


def who_has_taught(table: Table = ANA) -> AppTest:
    """Open a table whose host has taught an edition before."""
    app = phone_at(table)
    store.get_store().editions.save(phone_key_of(app), "Ours", lambda _: Contents(teach_edition(), 1))
    return app.run()


def chooses(app: AppTest, edition: object) -> None:
    [row] = [row for row in app.button_group if row.label == "Edition"]
    row.select(edition).run()
    assert not app.exception


def edition_choice(app: AppTest) -> str:
    """Return the label of the chosen edition."""
    [row] = [row for row in app.button_group if row.label == "Edition"]
    [chosen] = row.indices
    return row.options[chosen]


def test_only_the_host_is_offered_to_teach_strange_tiles() -> None:
    host = goes_to(phone_at(STRANGE), "table")
    guest = press(goes_to(a_phone(find_stored_table(host).key), "table"), "Just watching")
    for phone, offered in ((host, True), (guest, False)):
        assert ASKED in words(phone)
        assert ("Teach my edition" in labels(phone)) == offered

    press(guest, "Check every square")

    assert ASKED not in words(guest)
    assert ASKED not in words(host.run())


def test_known_tiles_ask_nothing_and_edition_can_change() -> None:
    app = goes_to(phone_at(replace(ANA, tiles=replace(UNKNOWN_TILES, seen=Printing.NEWER))), "table")
    assert ASKED not in words(app)
    press(app, "Rules")

    assert edition_choice(app) == "Automatic (newer)"
    chooses(app, Printing.OLDER)
    assert edition_choice(app) == "older"
    chooses(app, "detect")
    assert edition_choice(app) == "Automatic (newer)"


def test_taught_edition_is_offered_until_deleted() -> None:
    app = goes_to(who_has_taught(), "table")
    [edition] = editions_of(app)
    guest = press(goes_to(a_phone(find_stored_table(app).key), "table"), "Just watching")
    press(guest, "Rules")

    chooses(guest, edition.number)

    assert table_of(app.run()).tiles.taught == edition.number
    press(app, "Rules")
    assert edition_choice(app) == "Ours"
    press(goes_to(app, "teach"), "Forget")
    assert editions_of(app) == []
    assert table_of(app).tiles.taught is None
    goes_to(app, "start")
    assert table_of(press(app, "Enter a board by hand")).tiles.taught is None


class Taught(NamedTuple):
    """A host's phone after one photo has taught an edition, and the boards of its table before and after."""

    app: AppTest
    before: Board
    after: tuple[Board | None, ...]  # the same, not confirmed and confirmed


@pytest.fixture(scope="module")
def taught() -> Taught:
    opened = load(OURS / "one-kingdom.jpg")
    [reading] = read(opened)
    board = make_board(reading, shrink_photo(opened))
    laid = STRANGE.with_player("Ben", Castle.GREEN).with_new_board(1, board).with_new_board(2, board.confirm())
    app = goes_to(holding(phone_at(laid).run(), laid), "teach")
    photographs(app, (OURS / "lesson.jpg").read_bytes())
    assert "Crownsight knows your edition now, from 25 squares." in words(app)
    return Taught(app, board, tuple(seat.board for seat in table_of(app).seats))


def test_one_photo_teaches_this_table_and_the_next(taught: Taught) -> None:
    [edition] = editions_of(taught.app)

    assert (edition.name, edition.kingdoms, edition.is_default) == ("My edition", 1, True)
    assert table_of(taught.app).tiles.taught == edition.number
    press(goes_to(taught.app, "start"), "Enter a board by hand")
    assert table_of(taught.app).tiles.taught == edition.number


def test_teaching_rereads_unconfirmed_kingdoms(taught: Taught) -> None:
    truth = Kingdom.parse(*codes_of(OURS / "one-kingdom.jpg"))
    again, checked = taught.after

    assert taught.before.kingdom != truth
    assert again
    assert again.kingdom == truth
    assert again.doubts < taught.before.doubts
    assert checked
    assert checked.kingdom == taught.before.kingdom


def test_useless_teaching_photo_is_dropped_and_offers_corners() -> None:
    app = goes_to(who_has_taught(), "teach")
    [before] = editions_of(app)
    photographs(app, KITCHEN.read_bytes())
    assert "These are not the twelve dominoes" in words(app)

    press(app, "Mark the corners")

    assert "Drag the rings" in words(app)
    press(app, "Read again")
    assert "These are not the twelve dominoes" in words(app)
    assert "Drag the rings" in words(app)
    press(app, "Another photo")
    assert list_requested_photos(app)
    assert editions_of(app) == [before]
    assert store.get_store().editions.load(before.number) == teach_edition()


def test_corners_set_by_hand_teach_an_edition() -> None:
    picture = shrink_photo(load(OURS / "lesson.jpg"))
    [reading] = read(OURS / "lesson.jpg")
    corners = np.array(reading.corners, np.float32) / np.float32(picture.scale)

    taught = teach_by_corners(picture, corners, "Ours", progress=lambda _: None)

    assert isinstance(taught, TeachingResult)
    assert len(taught.tiles) == 25


def test_edition_file_is_imported_or_refused() -> None:
    app = goes_to(phone_at(ANA), "teach")
    press(chooses_file(app, teach_edition()[:-40]), "Read with this edition")
    assert "This file has no edition" in words(app)
    assert editions_of(app) == []

    press(chooses_file(app, teach_edition()), "Read with this edition")

    [edition] = editions_of(app)
    assert edition.name == "Ours"
    assert table_of(app).tiles.taught == edition.number
    assert store.get_store().editions.load(edition.number) == teach_edition()


def test_edition_of_an_older_network_must_be_taught_again() -> None:
    app = phone_at(ANA)
    earlier = teach_edition().replace(b'"network": "', b'"network": "x')
    number = store.get_store().editions.save(phone_key_of(app), "Ours", lambda _: Contents(earlier, 1))
    goes_to(app, "teach")

    assert "This edition was taught to an earlier version of Crownsight" in words(app)
    assert load_table_edition(replace(ANA, tiles=UNKNOWN_TILES.with_choice(taught=number))) is None
