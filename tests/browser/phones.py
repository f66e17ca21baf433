"""Window sizes of common phones, and a script that measures the board in one."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import ViewportSize

from tests.browser.player import Player

PHONES = ((390, 844), (390, 664), (375, 553), (360, 640), (412, 732), (320, 568), (844, 390))
"""Windows in CSS pixels: an iPhone without and with the bars of Safari, an SE, Androids, a small one, one sideways."""
LAPTOP = (1280, 800)
EVERY_SIZE = (*PHONES, LAPTOP)

BOARD_STATE = """() => {
    const host = [...document.querySelectorAll('*')].find((one) => one.shadowRoot?.querySelector('.board'));
    const root = host.shadowRoot;
    const isShown = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length;
    const box = (one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [x, y, width, height].map((number) => Math.round(number * 10) / 10);
    };
    const isHit = (one) => {
        const [x, y, width, height] = box(one);
        const found = root.elementFromPoint(x + width / 2, y + height / 2);
        return y >= 0 && y + height <= innerHeight && one.contains(found);
    };
    const scrolls = (one) => one.scrollHeight > one.clientHeight + 1
        && ['auto', 'scroll'].includes(getComputedStyle(one).overflowY);
    const buttons = [...root.querySelectorAll('.palette button, .numbers button, .chosen button')].filter(isShown);
    return {
        board: box(root.querySelector('.board')),
        square: box(root.querySelector('.square'))[2],
        crop: [...root.querySelectorAll('.crop')].filter(isShown).map((crop) => box(crop)[2])[0] ?? 0,
        reachable: buttons.filter(isHit).length,
        unreachable: buttons.filter((one) => !isHit(one)).map((one) => one.textContent),
        scrollers: [...root.querySelectorAll('*')].filter(scrolls).map((one) => one.className),
    };
}"""


def resize(player: Player, size: tuple[int, int]) -> None:
    """Give the window of a player this size, with the page at its top."""
    viewport: ViewportSize = {"width": size[0], "height": size[1]}
    player.page.set_viewport_size(viewport)
    player.page.evaluate("document.querySelector('[data-testid=stMain]')?.scrollTo(0, 0)")


def board_state(player: Player) -> dict[str, Any]:
    """Return where the board lies, and which buttons of its editor a finger reaches without scrolling."""
    state: dict[str, Any] = player.page.evaluate(BOARD_STATE)
    return state
