"""A page belongs to its phone and to this server: nobody else comes back for it, and nothing leaves the machine."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from tests.ui.served import ServedApp
from tests.ui.sockets import page
from ui.store.codes import new_key


def test_the_number_of_a_page_is_worth_nothing_without_its_phone(served: ServedApp) -> None:
    phone = new_key()
    with page(served.address, phone) as first, page(served.address) as another:
        once = first.numbers()
        first.is_drawn()  # so that nothing of the first time is still on its way
        [number] = once & first.numbers() - another.numbers()
    for who, comes_back in ((new_key(), False), ("", False), (phone, True)):
        with page(served.address, who, number.decode()) as again:
            assert (number in again.numbers()) == comes_back

    assert number not in served.log.read_bytes()


@pytest.mark.parametrize("origin", ["null", "file://", "https:", "http://", "http://elsewhere.example", "http://["])
def test_a_page_from_elsewhere_or_nowhere_is_refused(served: ServedApp, origin: str) -> None:
    with pytest.raises(InvalidStatus, match="403"), page(served.address, new_key(), origin=origin):
        pass


def test_nothing_that_is_served_leaves_the_machine_and_no_library_of_tables_is_loaded(served: ServedApp) -> None:
    for origin in ("null", "http://elsewhere.example"):
        with suppress(InvalidStatus), page(served.address, origin=origin):
            pass
    with page(served.address, new_key()) as opened:
        opened.is_drawn()

    outside = Path(served.folder / "outside.txt")
    assert not outside.exists(), outside.read_text()
    loaded = Path(f"/proc/{served.process}/maps").read_text()
    assert [name for name in ("pandas", "pyarrow") if f"/{name}/" in loaded] == []
