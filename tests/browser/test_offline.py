"""A phone without a connection says so within three seconds, keeps what is tapped, and sends it once it is back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from scoring import Kingdom
from tests.browser.player import Player, a_phone
from tests.network import Network, network_to
from tests.ui.served import free_port, served_process

pytestmark = pytest.mark.browser

HEARS = "window.heard = []; for (const name of ['offline', 'online']) \
window.addEventListener('crownsight:' + name, () => window.heard.push(name))"


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Network]:
    port = free_port()
    with served_process(tmp_path_factory.mktemp("offline") / "log.txt", port), network_to(port) as between:
        yield between


@pytest.fixture
def ana(chromium: Browser, network: Network) -> Iterator[Player]:
    """At her board, with one square set."""
    with a_phone(chromium, network.address) as player:
        player.opens_a_table_for("Ana", "Ben")
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
