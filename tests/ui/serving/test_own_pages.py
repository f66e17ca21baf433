"""A page belongs to its phone and to this server: nobody else comes back for it, and nothing leaves the machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from tests.ui.served import ServedApp, app_of_its_own
from tests.ui.sockets import page
from ui.store.codes import new_key

# Every process that starts meanwhile tells where it would go outside this machine.
LISTENS = """
import sys

def heard(event, given):
    if event in ("socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"):
        where = given[0] if "get" in event else given[-1]
        host = where[0] if isinstance(where, tuple) else where
        if host and not str(host).startswith(("127.", "::1", "localhost", "/", "0.0.0.0")):
            with open(PLACE, "a") as file:
                file.write(event + " " + repr(where) + chr(10))

sys.addaudithook(heard)
"""


@pytest.fixture(scope="module")
def listened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedApp]:
    """An app of which every way out of this machine is written down."""
    folder = tmp_path_factory.mktemp("listened")
    (folder / "sitecustomize.py").write_text(LISTENS.replace("PLACE", repr(str(folder / "outside.txt"))))
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHONPATH", str(folder))
        with app_of_its_own(folder) as app:
            environment.undo()
            yield app


def test_the_number_of_a_page_is_worth_nothing_without_its_phone(listened: ServedApp) -> None:
    phone = new_key()
    with page(listened.address, phone) as first, page(listened.address) as another:
        once = first.numbers()
        first.is_drawn()  # so that nothing of the first time is still on its way
        [number] = once & first.numbers() - another.numbers()
    for who, comes_back in ((new_key(), False), ("", False), (phone, True)):
        with page(listened.address, who, number.decode()) as again:
            assert (number in again.numbers()) == comes_back

    assert number not in listened.log.read_bytes()


@pytest.mark.parametrize("origin", ["null", "file://", "https:", "http://", "http://elsewhere.example", "http://["])
def test_a_page_from_elsewhere_or_nowhere_is_refused(listened: ServedApp, origin: str) -> None:
    with pytest.raises(InvalidStatus, match="403"), page(listened.address, new_key(), origin=origin):
        pass


def test_nothing_that_is_served_leaves_the_machine_and_no_library_of_tables_is_loaded(listened: ServedApp) -> None:
    for origin in ("null", "http://elsewhere.example"):
        with suppress(InvalidStatus), page(listened.address, origin=origin):
            pass
    with page(listened.address, new_key()) as opened:
        opened.is_drawn()

    outside = Path(listened.folder / "outside.txt")
    assert not outside.exists(), outside.read_text()
    loaded = Path(f"/proc/{listened.process}/maps").read_text()
    assert [name for name in ("pandas", "pyarrow") if f"/{name}/" in loaded] == []
