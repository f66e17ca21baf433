"""A page belongs to its phone and to this server: nobody else comes back for it, and nothing leaves the machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from tests.ui.served import ServedApp, app_of_its_own
from tests.ui.sockets import rerun
from ui.store.codes import new_key
from ui.system import COOKIE

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


def page(
    app: ServedApp, phone: str = "", number: str = "", origin: str | None = None, host: str = ""
) -> ClientConnection:
    """A page of a phone, or the one of a number that comes back; from elsewhere where an origin is given."""
    known = {"Cookie": f"{COOKIE}={phone}"} if phone else {}
    protocols = [Subprotocol(one) for one in ("streamlit", "-", number) if one]
    origin = app.address if origin is None else origin
    return connect(
        f"ws{app.address[4:]}/_stcore/stream",
        origin=Origin(origin),
        subprotocols=protocols,
        additional_headers=known,
    )


def number_of(opened: ClientConnection) -> str:
    """The number by which Streamlit knows a page, once its first run has ended."""
    opened.send(rerun())
    number = ""
    while True:
        message = ForwardMsg.FromString(opened.recv(20))
        if message.WhichOneof("type") == "new_session":
            number = message.new_session.initialize.session_id
        if message.WhichOneof("type") == "script_finished":
            return number


def test_the_number_of_a_page_is_worth_nothing_without_its_phone(listened: ServedApp) -> None:
    phone = new_key()
    with page(listened, phone) as first:
        number = number_of(first)
        with page(listened, new_key(), number) as stranger, page(listened, "", number) as nobody:
            assert number not in (number_of(stranger), number_of(nobody))
    with page(listened, phone, number) as again:
        assert number_of(again) == number
        with page(listened, phone, number) as twice:
            assert number_of(twice) == number

    assert number not in listened.log.read_text()


@pytest.mark.parametrize("origin", ["null", "file://", "https:", "http://", "http://elsewhere.example", "http://["])
def test_a_page_from_elsewhere_or_nowhere_is_refused_and_nobody_outside_is_asked(
    listened: ServedApp, origin: str
) -> None:
    with pytest.raises(InvalidStatus, match="403"), page(listened, origin=origin):
        pass


def test_nothing_that_is_served_leaves_the_machine(listened: ServedApp) -> None:
    for origin in (listened.address, "null", "http://elsewhere.example"):
        with suppress(InvalidStatus), page(listened, new_key(), origin=origin) as opened:
            number_of(opened)

    outside = Path(listened.folder / "outside.txt")
    assert not outside.exists(), outside.read_text()


def test_a_page_is_drawn_without_the_libraries_of_tables_that_streamlit_brings(listened: ServedApp) -> None:
    with page(listened, new_key()) as opened:
        number_of(opened)

    loaded = Path(f"/proc/{listened.process}/maps").read_text()
    assert [name for name in ("pandas", "pyarrow") if f"/{name}/" in loaded] == []
