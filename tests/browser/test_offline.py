"""A phone without a connection says so within three seconds, keeps what is tapped, and sends it once it is back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from time import monotonic, sleep

import pytest
from playwright.sync_api import Browser, expect

from scoring import Kingdom
from tests.browser.player import ANA_AND_BEN, Player, a_phone
from tests.network import Network, network_to
from tests.ui.served import free_port, served_process

pytestmark = pytest.mark.browser

HEARS = "window.heard = []; for (const name of ['offline', 'online']) \
window.addEventListener('crownsight:' + name, () => window.heard.push(name))"


CUTS = (5, 12, 30)  # seconds without a link
ASLEEP = 60  # seconds in a pocket
# Nothing that is held back for a run of the page is let go for the time that has passed.
IS_PATIENT = "() => { crownsightRuns.begins = () => (crownsightRuns.underWay = true); }"


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Where a server of this file's own listens."""
    served = free_port()
    with served_process(tmp_path_factory.mktemp("offline") / "log.txt", served):
        yield served


@pytest.fixture(scope="module")
def network(port: int) -> Iterator[Network]:
    with network_to(port) as between:
        yield between


@pytest.fixture
def ana(chromium: Browser, network: Network) -> Iterator[Player]:
    """At her board, with one square set."""
    with a_phone(chromium, network.address) as player:
        player.opens(ANA_AND_BEN)
        player.opens_the_kingdom_of("Ana")
        player.starts_by_hand()
        player.taps(0, 0, "mine", crowns=3)
        player.sees_points(3)
        player.page.evaluate(HEARS)
        yield player


def is_told(player: Player, text: str) -> None:
    expect(player.page.locator(".badge")).to_have_text(text)


def plays_on_offline(player: Player) -> None:
    """Sees that there is no connection, taps three squares, and is told why a button does nothing."""
    is_told(player, "Offline")
    for column in range(3):
        player.square(1, column).click()
        player.page.keyboard.press("f")
    is_told(player, "Offline, 3 changes waiting")
    player.button("Looks right").click(force=True)
    is_told(player, "Offline: this button works again once the server answers")
    is_told(player, "Offline, 3 changes waiting")


def is_back_with_all_of_it(player: Player) -> None:
    kingdom = Kingdom.parse("m3..../fff../..C../...../.....")
    is_told(player, "")
    player.is_heard()
    assert player.page.evaluate("window.heard") == ["offline", "online"]
    player.page.reload()
    player.sees_kingdom(kingdom)


def test_a_phone_switched_to_flight_mode_plays_on(ana: Player) -> None:
    ana.page.context.set_offline(True)
    plays_on_offline(ana)
    ana.page.context.set_offline(False)
    is_back_with_all_of_it(ana)


def test_a_network_that_swallows_packets_is_noticed_and_survived(ana: Player, network: Network) -> None:
    network.swallows_packets()
    plays_on_offline(ana)
    network.is_back()
    is_back_with_all_of_it(ana)


def test_connections_that_the_network_has_forgotten_are_opened_anew(ana: Player, network: Network) -> None:
    network.swallows_packets()
    plays_on_offline(ana)
    network.is_back(forgets=True)
    is_back_with_all_of_it(ana)


def test_a_button_pressed_at_once_after_any_break_is_answered(chromium: Browser, port: int) -> None:
    """Links are cut, and a phone sleeps for a minute; ``pytest -rP`` prints how long a press took."""
    with ExitStack() as until_the_end:
        links = [until_the_end.enter_context(network_to(port)) for _ in (*CUTS, ASLEEP)]
        phones = [until_the_end.enter_context(a_phone(chromium, link.address)) for link in links]
        for phone in phones:
            phone.opens(ANA_AND_BEN)
            print(f"{answered(phone, 'Rules'):.1f} s before")
            phone.page.evaluate(IS_PATIENT)
        sleeper = phones[-1].page.context.new_cdp_session(phones[-1].page)
        sleeper.send("Page.setWebLifecycleState", {"state": "frozen"})
        began = monotonic()
        for link in links:
            link.swallows_packets()

        for seconds, link, phone in zip((*CUTS, ASLEEP), links, phones, strict=True):
            sleep(max(0.0, began + seconds - monotonic()))
            link.is_back(forgets=seconds > min(CUTS))
            if seconds == ASLEEP:
                sleeper.send("Page.setWebLifecycleState", {"state": "active"})
            back = monotonic()
            expect(phone.page.locator("html")).to_have_attribute("data-connection", "online")
            online = monotonic() - back
            print(f"{answered(phone, 'Players'):.1f} s after {seconds} s, {online:.1f} s of which it was offline")


def answered(phone: Player, panel: str) -> float:
    """The seconds until a panel is there whose button was pressed."""
    began = monotonic()
    phone.button(panel).click()
    expect(phone.page.get_by_role("heading", name=panel, exact=True)).to_be_visible()
    return monotonic() - began
