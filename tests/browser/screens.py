"""Every screen of the app with its address and state, and its axe-core faults."""

from __future__ import annotations

from dataclasses import dataclass, replace

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from scoring.knizia import Board as EpochBoard
from scoring.knizia import Colour
from tests.browser.photographed import photo_board, photo_boards
from tests.browser.player import Player
from tests.ui.factories import EVENING
from ui import store
from ui.table.knizia import Epoch, Game
from ui.table.knizia import Player as Seated
from ui.table.table import Table

ANA = "Maximiliane"  # the longest first name we know
KINGDOMS = Game().with_players([Seated(Colour.RED, ANA), Seated(Colour.GREEN, "Ben")])
LOSES_AND_GAINS = EpochBoard.parse("r2 -3 . . . ./+6 . . . . ./. . . . . ./. . . . . ./. . . . . .")
SERIOUS = {"serious", "critical"}
OF_STREAMLIT = {"meta-viewport"}  # what the page around the app brings with it
# To another address in the page that is there, as the browser's own buttons lead.
GOES = """(address) => {
    History.prototype.replaceState.call(history, null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
}"""
IS_THERE = "crownsight.visit.path === location.pathname.slice(1)"


@dataclass(frozen=True)
class Screen:
    """A screen by the end of its address, what is pressed there, and what is seen then.

    One without an address comes by itself after the one before it.
    """

    name: str
    address: str | None
    press: str = ""
    seen: str = ".st-key-page button"

    @property
    def is_finale(self) -> bool:
        """Whether the screen lies over the result and is shown once."""
        return self.seen.startswith("dialog")


SCREENS = (
    Screen("start", ""),
    Screen("who-plays-kingdoms", "kingdoms"),
    Screen("table", "table?t={played}"),
    Screen("camera", "kingdom?t={begun}&s=1"),
    Screen("kingdom", "kingdom?t={played}&s=2", press='[role=gridcell][data-place="2,2"]', seen=".palette"),
    Screen("doubt", "kingdom?t={doubted}&s=1", seen=".square.doubtful"),
    Screen("assign", "assign?t={begun}"),
    Screen("race", "result?t={played}", seen="dialog .skip"),
    Screen("winner", None, seen="dialog .on"),
    Screen("result", "result?t={played}"),
    Screen("result-board", "result?t={played}&board=1", seen=".cs-sums"),
    Screen("history", "history?t={played}"),
    Screen("player", f"player?t={{played}}&n={ANA}"),
    Screen("past", "past?t={played}&g={game}"),
    Screen("teach", "teach?t={played}"),
    Screen("kingdoms", "kingdoms?t={kingdoms}", seen=".margin .loss"),
)


def four_in_one_photo() -> Table:
    """Build a finished game of four from one photo."""
    return photo_boards(ANA, "Ben", "Chloé", "Dev")


def four_by_hand() -> Table:
    """Build the same game, entered by hand."""
    table = four_in_one_photo()
    for seat in table.seats:
        if seat.board:
            table = table.with_board(seat.number, replace(seat.board, source=None))
    return table


class Visitor:
    """A player who comes to one screen after another, at tables that are kept for this phone."""

    def __init__(self, player: Player, played: Table) -> None:
        self.player = player
        game = played.again(EVENING)
        tables = {
            "played": played,
            "begun": game,
            "doubted": game.with_new_board(1, photo_board((1, 3))),
            "kingdoms": Table(knizia=KINGDOMS.with_new_board(0, Epoch(LOSES_AND_GAINS))),
        }
        phone = player.registers_phone()
        kept = {name: store.get_store().create(table, phone) for name, table in tables.items()}
        self.words = {name: table.key for name, table in kept.items()}
        self.words["game"] = f"{kept['begun'].number}-{game.games[0].number}"

    def comes_to(self, screen: Screen) -> None:
        """Open the screen by its address and wait until all of it is drawn."""
        told = self.player.page.locator("dialog .on")
        if screen.address is not None:
            if told.is_visible():
                told.click()
            self.player.page.goto(self._address(screen.address))
        self._sees(screen)

    def goes_on_to(self, screen: Screen) -> None:
        """Go to the screen in the open page, without reloading it."""
        self.player.page.evaluate(GOES, self._address(screen.address or ""))
        self.player.waits_for(IS_THERE)
        self.player.waits_until_drawn()
        self._sees(screen)

    def _address(self, of_screen: str) -> str:
        return f"{self.player.address}/{of_screen.format(**self.words)}"

    def _sees(self, screen: Screen) -> None:
        page = self.player.page
        if screen.press:
            page.locator(screen.press).first.click()
        expect(page.locator(screen.seen).first).to_be_visible()
        self.player.waits_until_drawn()


def faults(player: Player, *rules: str) -> list[str]:
    """List the serious accessibility faults of a fully drawn screen, of these rules or of all."""
    player.waits_until_drawn()
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found = Axe().run(player.page, options=options).response["violations"]
    return [
        f"{fault['id']}: {fault['nodes'][0]['html'][:160]} {fault['nodes'][0].get('failureSummary', '')[:300]}"
        for fault in found
        if fault["impact"] in SERIOUS and fault["id"] not in OF_STREAMLIT
    ]
