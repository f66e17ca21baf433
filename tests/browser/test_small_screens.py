"""Every screen in every language on the smallest phone: nothing runs out of its place, nothing is cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player import Player, seated
from ui.i18n.translate import LANGUAGE_COOKIE, LANGUAGES

pytestmark = pytest.mark.browser

SMALLEST = {"width": 320, "height": 568}
A_BOARD = quote("w1wff1f/wwffl1/ggCll/g2gml1l/ssm2ls1")
SCREENS = {  # the parts of an address behind the table's key; what stands on each only when all of it is drawn
    "": "",
    "table": "",
    "kingdom": "s=1",
    "deal": "",
    "result": "",
    "history": "",
    "player": "n=Maximiliane",
    "past": "g={game}",
    "kingdoms": None,
    "board": f"k={A_BOARD}",
}

# What reaches out of the window, or is cut off without three dots.
SPILT = """() => {
    const parts = (root) => [...root.querySelectorAll('*')]
        .flatMap((one) => [one, ...(one.shadowRoot ? parts(one.shadowRoot) : [])]);
    const isWorded = (one) => one.matches('button, h1, h2, h3, p, li, label, summary, td, th, b, figcaption')
        && one.textContent.trim() && one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const isCut = (one, { overflowX, textOverflow }) => one.scrollWidth > one.clientWidth + 1
        && (overflowX !== 'visible' || one.matches('button')) && textOverflow !== 'ellipsis';
    const isSpilt = (one) => {
        const { left, right, width } = one.getBoundingClientRect();
        return width > 1 && (left < -1 || right > innerWidth + 1 || isCut(one, getComputedStyle(one)));
    };
    return parts(document.body).filter((one) => isWorded(one) && isSpilt(one))
        .map((one) => `${one.tagName} ${one.className}: ${one.textContent.trim().slice(0, 60)}`);
}"""

# Whether neither the window nor the part of it that scrolls can be pushed aside.
STAYS = """() => [document.documentElement, document.querySelector('[data-testid=stMain]')]
    .every((one) => one.scrollWidth <= one.clientWidth)"""


@pytest.fixture
def small(chromium: Browser, server: str) -> Iterator[Player]:
    """A player with a small phone."""
    window = chromium.new_context(viewport=SMALLEST, has_touch=True, locale="en-US")  # type: ignore[arg-type]
    with seated(window, server) as player:
        yield player
    window.close()


def has_played(player: Player) -> str:
    """A game of two is over; the key of its table."""
    player.opens_a_table_for("Maximiliane", "Ben")
    for name in ("Maximiliane", "Ben"):
        player.page.goto(f"{player.address}/table?t={_key(player)}")
        player.opens_the_kingdom_of(name)
        player.starts_by_hand()
        player.taps(0, 0, "mine", crowns=2)
        player.sees_points(2)
        player.finishes()
        player.is_settled()
    return _key(player)


def looks_back(player: Player, key: str) -> str:
    """The game of that table is recorded and opened again; its name in the address."""
    player.page.goto(f"{player.address}/result?t={key}")
    player.skips_the_finale()
    player.page.goto(f"{player.address}/history?t={key}")
    player.page.get_by_role("button", name=re.compile("Maximiliane [0-9]")).first.click()
    player.page.wait_for_url(re.compile("/past"))
    return _key(player, "g")


def _key(player: Player, name: str = "t") -> str:
    found = re.search(f"[?&]{name}=([^&]+)", player.page.url)
    assert found
    return found[1]


def test_every_screen_fits_in_every_language(small: Player) -> None:
    key = has_played(small)
    game = looks_back(small, key)
    spilt: list[str] = []
    for spoken in LANGUAGES:
        small.page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": spoken, "url": small.address}])
        for path, rest in SCREENS.items():
            query = "" if rest is None else f"?t={key}&{rest.format(game=game)}"
            small.page.goto(f"{small.address}/{path}{query}")
            expect(small.page.locator("html")).to_have_attribute("lang", spoken)
            expect(small.page.locator(".st-key-page button").first).to_be_attached()
            small.is_settled()
            spilt += [f"{spoken} /{path} {one}" for one in small.page.evaluate(SPILT)]
            assert small.page.evaluate(STAYS), f"{spoken} /{path} can be pushed aside"

    assert spilt == []
