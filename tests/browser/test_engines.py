"""Key journeys in Chromium, Firefox and WebKit, without console errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest

from scoring import Castle, Kingdom
from tests.browser.engines import ENGINES, NO_PAGE, Phone, phone
from tests.browser.photographed import photo_board
from tests.browser.player import ANA_AND_BEN
from tests.sample_photos import KITCHEN, SAMPLES
from ui import store
from ui.store import StoredTable
from ui.store.codes import new_key
from ui.system import COOKIE
from ui.table.board import Board, make_blank_board
from ui.table.table import Table

pytestmark = pytest.mark.browser

ESCAPE = "\ue00c"
CARD = "[class*=st-key-card-] button"
SQUARE = "[role=gridcell]"
SCROLLS = "document.querySelector('[data-testid=stMain]').scrollTop = 100; all(arguments[0])[0].click()"
SCROLLED = """const main = document.querySelector('[data-testid=stMain]');
return [main.scrollHeight - main.clientHeight, main.scrollTop];"""
SENDS_NOTHING = "XMLHttpRequest.prototype.send = () => undefined"
KEEPS_A_PHOTO = """
const [done] = arguments;
indexedDB.open('crownsight', 1).onsuccess = ({ target }) => {
    const counted = target.result.transaction('photos').objectStore('photos').count();
    counted.onsuccess = () => done(counted.result);
};
"""
LANGUAGES = ".st-key-footer .stButtonGroup button"
ROWS = "return [...new Set(all(arguments[0]).map((one) => Math.round(one.getBoundingClientRect().y)))]"
COOKIELESS = "return getComputedStyle(document.querySelector('.st-key-page') ?? document.body, '::before').content"


class Guest:
    """Somebody at a table, with a phone."""

    def __init__(self, held: Phone, address: str) -> None:
        self.phone, self.address = held, address
        self.key = new_key()  # of the phone

    def opens_the_app(self) -> None:
        self.phone.opens(self.address)
        self.phone.sees("button", "^Enter a board by hand$")

    def opens(self, table: Table, screen: str = "table", **query: str) -> StoredTable:
        """Open a screen of a new table that only this phone has joined; return the stored table."""
        self.phone.opens(f"{self.address}/{NO_PAGE}")
        self.phone.send("AddCookie", cookie={"name": COOKIE, "value": self.key, "path": "/"})
        kept = store.get_store().create(table, self.key)
        rest = "".join(f"&{name}={value}" for name, value in query.items())
        self.phone.opens(f"{self.address}/{screen}?t={kept.key}{rest}")
        return kept

    def opens_a_table_for(self, *names: str) -> None:
        self.phone.opens(f"{self.address}/table")
        for number, name in enumerate(names, 1):
            self.phone.fills("^Name$", name)
            self.phone.presses("^Add player$")
            self.phone.sees(".cs-card", times=number)
            self.phone.sees(f"input[value='{name}']", times=0)  # the form is a new one

    def opens_the_kingdom_of(self, name: str) -> None:
        self.phone.presses(f"^{name}:", CARD)

    def starts_by_hand(self) -> None:
        self.phone.presses("^Enter by hand$")
        self.phone.sees(SQUARE, times=25)

    def chooses(self, row: int, column: int) -> None:
        """Taps a square that is not chosen yet: a second tap would close it."""
        square = f"^row {row}, column {column}:"
        if not self.phone.counts(f"{SQUARE}[aria-selected=true]", square):
            self.phone.presses(square, SQUARE)

    def taps(self, row: int, column: int, terrain: str, crowns: str) -> None:
        """Changes one square with the palette."""
        self.chooses(row, column)
        self.phone.presses(f"^{terrain}", ".palette button")
        self.phone.presses(f"^{crowns}", ".numbers button")

    def sees_square(self, row: int, column: int, said: str) -> None:
        self.phone.sees(SQUARE, f"^row {row}, column {column}: {said}")

    def sees_points(self, points: int) -> None:
        self.phone.sees("output.total", f"^{points} point")

    def finishes(self) -> None:
        """Says that a kingdom looks right; squares in doubt stay open."""
        if self.phone.counts(".close-square"):
            self.phone.presses("^Close$", ".close-square")
        self.phone.sees("button", "^(Looks right|Done|Not sure)$")
        for way in ("^Not sure$", "^(Looks right|Done)$"):
            while self.phone.counts("button", way):
                self.phone.presses(way)
                self.phone.is_at_rest()
                if "right" in way:
                    return

    def is_told_who_won(self, said: str) -> None:
        """Opens the result, and goes through the race to the places."""
        self.phone.presses("^Who won")
        self.phone.sees("dialog")
        self.phone.types(ESCAPE)
        self.phone.sees("dialog", times=0)
        self.phone.sees("button", "^Replay$")
        self.phone.sees("h1, h2", said)


Seat = Callable[[str], Guest]


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Phone]]:
    """Start one phone of an engine for all tests."""
    with ExitStack() as until_the_end:

        @cache
        def start_phone(engine: str) -> Phone:
            return until_the_end.enter_context(phone(engine, tmp_path_factory.mktemp(engine)))

        yield start_phone


@pytest.fixture
def seat(server: str, start: Callable[[str], Phone]) -> Iterator[Seat]:
    """Give a new guest the phone of an engine; none may have an error on its console in the end."""
    guests: list[Guest] = []

    def seat_guest(engine: str) -> Guest:
        guests.append(Guest(start(engine), server))
        guests[-1].phone.becomes_another(server)
        return guests[-1]

    yield seat_guest
    complaints = [guest.phone.complaints() for guest in guests]
    for guest in guests:
        guest.phone.opens(f"{server}/{NO_PAGE}")  # a page that is left open goes on drawing and asking
    assert complaints == [[] for _ in guests]


@pytest.fixture(params=["firefox", "webkit"])  # all other browser tests are in Chromium
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_one_photo_leads_to_a_winner_on_two_phones(seat: Seat, engine: str) -> None:
    ana = seat(engine)
    ana.opens_the_app()
    ana.phone.sees(LANGUAGES)
    ana.phone.is_at_rest()
    assert len(ana.phone.runs(ROWS, LANGUAGES)) == 1
    ana.phone.attaches(SAMPLES / "whole-table.jpg")
    ana.phone.sees(".cs-card", times=4)
    ana.phone.is_at_rest()
    while ana.phone.counts("button", "^Check [0-9]"):
        ana.phone.presses("^Check [0-9]")
        ana.phone.sees(SQUARE)
        ana.finishes()
        ana.phone.sees(CARD)
        ana.phone.is_at_rest()
    ana.is_told_who_won("^Green wins")
    ana.phone.opens(f"{ana.address}/history")
    ana.phone.presses("^Back up$")
    file = ana.phone.wait_for_download("crownsight-games.json")

    ana.phone.becomes_another(ana.address)
    ana.opens_the_app()
    ana.phone.presses("Restore or import games$")
    ana.phone.attaches(file, "input[accept*=json]")
    ana.phone.sees("*", "^1 game, [0-9] names[.]")
    ana.phone.presses("^Add 1 game$")
    ana.phone.sees("*", "^1 game added.")
    ana.phone.sees("button", "Green [0-9]")


def test_a_kingdom_is_corrected_undone_loaded_again_and_wins(seat: Seat, engine: str) -> None:
    ana = seat(engine)
    ana.opens_a_table_for("Zoë", "Ben")
    ana.opens_the_kingdom_of("Zoë")
    ana.starts_by_hand()
    ana.taps(1, 1, "mine", "2 crowns")
    ana.taps(1, 2, "mine", "1 crown")
    ana.sees_points(6)
    ana.taps(1, 1, "wheat", "0 crown")
    ana.sees_points(1)
    ana.phone.presses("^Undo$")
    ana.phone.presses("^Undo$")
    ana.sees_points(6)
    ana.chooses(1, 1)
    ana.phone.draws(*(f"[data-place='{row},0']" for row in range(3)))
    ana.sees_points(12)
    assert ana.phone.runs("return String(getSelection())") == ""

    ana.phone.send("Refresh")
    ana.sees_square(1, 1, "mine, 2 crowns")
    ana.sees_square(3, 1, "mine")
    ana.sees_points(12)
    ana.phone.opens(ana.address)
    ana.phone.presses("^Back to Zoë")
    ana.phone.sees(CARD, "^Zoë: 12,")

    ana.opens_the_kingdom_of("Zoë")
    ana.finishes()
    ana.starts_by_hand()  # Ben's, where the phone goes on
    ana.taps(1, 1, "lake", "1 crown")
    ana.sees_points(1)
    ana.finishes()
    ana.is_told_who_won("^Zoë wins")


def test_phones_of_three_engines_play_at_one_table(seat: Seat) -> None:
    ana, *guests = (seat(engine) for engine in ENGINES)
    kept = ana.opens(ANA_AND_BEN.with_new_board(1, make_blank_board(5)), "kingdom", s="1")
    code = store.get_store().renew_code(kept.key, ana.key)
    assert code
    for guest in guests:
        guest.opens_the_app()
        guest.phone.fills("^Join a table", code.lower().replace("-", " "))
        guest.phone.presses("^Join$")
        guest.phone.presses("^Just watching$")
        guest.opens_the_kingdom_of("Ana")
        guest.phone.sees(SQUARE, times=25)

    ana.taps(1, 1, "mine", "3 crowns")
    for column, guest in enumerate(guests, 1):
        guest.sees_square(1, 1, "mine, 3 crowns")
        guest.taps(5, column, "lake", "1 crown")
        ana.sees_square(5, column, "lake, 1 crown")
    ana.phone.presses("^Undo$")
    ana.phone.presses("^Undo$")
    for player in (ana, *guests):
        player.sees_square(1, 1, "empty")
        player.sees_square(5, 1, "lake, 1 crown")
        player.sees_square(5, 2, "lake, 1 crown")


# What only one of them does: an iPhone's engine first.


def test_both_pictures_are_saved_in_webkit(seat: Seat) -> None:
    ana = seat("webkit")
    anas, bens = (Board(Kingdom.parse(code), confirmed=True) for code in ("m3m/C.", "w1w/C."))
    ana.opens(ANA_AND_BEN.with_new_board(1, anas).with_new_board(2, bens))
    ana.is_told_who_won("^Ana wins")
    ana.phone.presses("^Share$")

    for name in ("crownsight-boards.png", "crownsight.png"):
        ana.phone.wait_for_download(name)


def test_a_kingdom_begins_at_its_top_in_webkit(seat: Seat) -> None:
    ana = seat("webkit")
    table = ANA_AND_BEN.with_new_board(1, photo_board()).with_player("Chloé", Castle.PINK)
    ana.opens(table.with_player("Dev", Castle.YELLOW))
    ana.phone.send("SetWindowRect", width=390, height=500)
    ana.phone.sees(CARD, times=4)
    ana.phone.is_at_rest()
    ana.phone.runs(SCROLLS, CARD)
    ana.phone.sees(SQUARE, times=25)
    ana.phone.is_at_rest()

    high, scrolled = ana.phone.runs(SCROLLED)
    assert high > 100
    assert scrolled == 0


def test_webkit_private_window_keeps_a_pending_photo(seat: Seat) -> None:
    ana = seat("webkit")  # whose windows are all private
    ana.opens(ANA_AND_BEN, "kingdom", s="1")
    ana.phone.sees("button", "^Enter by hand$")
    ana.phone.runs(SENDS_NOTHING)
    ana.phone.attaches(KITCHEN)
    ana.phone.waits_for(lambda: ana.phone.send("ExecuteAsyncScript", script=KEEPS_A_PHOTO, args=[]), "a kept photo")

    ana.phone.send("Refresh")
    ana.phone.sees(SQUARE, times=25)


def test_firefox_without_cookies_explains_and_offers_nothing(server: str, tmp_path: Path) -> None:
    with phone("firefox", tmp_path, **{"network.cookie.cookieBehavior": 2}) as ana:
        ana.opens(server)

        ana.waits_for(lambda: "blocks cookies" in ana.runs(COOKIELESS), "a sentence on cookies")
        ana.sees("button", times=0)
        assert ana.complaints() == []
