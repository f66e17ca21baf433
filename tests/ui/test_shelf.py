"""A reloaded page finds its table again; nobody else does."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from ui import shelf
from ui.shelf import Kept, find, lay, new_key
from ui.table import Colour, Table

APP = str(Path(__file__).parents[2] / "ui" / "app.py")
TABLE = Table().with_player("Ana", Colour.BLUE)
KEPT = Kept(TABLE, None, False, 1)


@pytest.fixture(autouse=True)
def bare_shelf() -> Iterator[None]:
    """Nothing of another test lies on the shelf."""
    shelf._shelf.clear()
    yield
    shelf._shelf.clear()


def test_what_was_laid_down_is_found_under_its_key() -> None:
    key = new_key()

    lay(key, KEPT)

    assert find(key) == KEPT
    assert find(new_key()) is None


def test_the_last_change_counts() -> None:
    key = new_key()
    lay(key, KEPT)

    lay(key, replace(KEPT, seat=None))

    assert find(key) == replace(KEPT, seat=None)


def test_the_table_longest_untouched_makes_room() -> None:
    keys = [new_key() for _ in range(shelf.MOST + 1)]

    for key in keys:
        lay(key, KEPT)

    assert find(keys[0]) is None
    assert find(keys[1]) == find(keys[-1]) == KEPT


def test_a_key_has_128_random_bits() -> None:
    keys = {new_key() for _ in range(100)}

    assert len(keys) == 100
    assert min(map(len, keys)) >= 22  # of 64 letters: 6 bits each


def test_a_reloaded_page_shows_its_players() -> None:
    first = AppTest.from_file(APP, default_timeout=30).run()
    first.button[0].click().run()
    first.text_input[0].set_value("Ana")
    next(button for button in first.button if button.label == "Add player").click().run()
    reloaded = AppTest.from_file(APP, default_timeout=30)
    reloaded.query_params["t"] = first.session_state["shelf_key"]

    reloaded.run()

    assert [seat.name for seat in reloaded.session_state["table"].seats] == ["Ana"]


def test_a_made_up_key_opens_nothing_and_is_not_used() -> None:
    app = AppTest.from_file(APP, default_timeout=30)
    app.query_params["t"] = "a" * 5000

    app.run()

    assert not app.exception
    assert len(app.session_state["shelf_key"]) < 30
