"""How long players wait, in a real Chromium with the real app: ``python tests/benchmarks/bench_app.py``.

Photos are samples enlarged to the 12 MP of a phone; where a network is slowed down, that is said. Every figure is the
median of a few runs on this machine, browser and server sharing its cores.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[2]))

from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright
from playwright.sync_api import TimeoutError as TooLong

from tests.benchmarks.bench_reading import enlarged
from tests.browser.player import Player
from tests.browser.served_app import CHROMIUM_FLAGS, PATIENCE_MS, chromium_path, served_app
from tests.browser.whole_table import COUNT_TAPS, answers_what_is_asked, taps
from tests.given import SAMPLES

RUNS = 5
TAPS = 20
PHONE = {"width": 390, "height": 844}
SLOW = 2_000_000 / 8  # bytes a second upwards: a phone far from the router
TAP = """async ([place, land]) => {
    const root = [...document.querySelectorAll('*')].find((one) => one.shadowRoot?.querySelector('.board')).shadowRoot;
    const total = root.querySelector('.total');
    root.querySelector(`[data-place="${place}"]`).click();
    const before = total.textContent;
    const changed = new Promise((done) => {
        const watch = new MutationObserver(() => {
            if (total.textContent === before) return;
            watch.disconnect();
            done(performance.now());
        });
        watch.observe(total, { childList: true, characterData: true, subtree: true });
        setTimeout(() => done(NaN), 5000);
    });
    const start = performance.now();
    root.querySelector(`.palette [data-land="${land}"]`).click();
    return (await changed) - start;
}"""


class Phone(Player):
    """A player who counts taps."""

    answered = 0  # taps that answered a question about what was read
    tapped = 0  # the others

    def __init__(self, context: BrowserContext, address: str) -> None:
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        super().__init__(page, address)


def on_a_phone(browser: Browser, address: str, measure: Callable[[Phone], float]) -> float:
    """One measurement on a phone that has never seen the app."""
    context = browser.new_context(viewport=PHONE, has_touch=True)  # type: ignore[arg-type]
    try:
        return measure(Phone(context, address))
    finally:
        context.close()


def first_screen(phone: Phone) -> float:
    """Seconds from the address to the Start screen."""
    start = time.perf_counter()
    phone.page.goto(phone.address, wait_until="commit")
    expect(phone.button("By hand")).to_be_visible()
    return time.perf_counter() - start


def photo_to_board(photo: bytes, bytes_a_second: float | None = None) -> Callable[[Phone], float]:
    """Seconds from a photo being chosen to its board being shown."""

    def measure(phone: Phone) -> float:
        phone.begins_with_one_kingdom()
        expect(phone.page.locator("input[type=file]")).to_be_attached()
        phone.page.wait_for_timeout(500)
        if bytes_a_second:
            slow = {"offline": False, "latency": 20, "downloadThroughput": -1, "uploadThroughput": bytes_a_second}
            devtools = phone.page.context.new_cdp_session(phone.page)
            devtools.send("Network.enable")
            devtools.send("Network.emulateNetworkConditions", slow)
        start = time.perf_counter()
        phone.sends(photo)
        expect(phone.square(0, 0)).to_be_visible()
        return time.perf_counter() - start

    return measure


def tap_to_score(phone: Phone) -> float:
    """Seconds from a tap on the palette to the new score, median of many taps."""
    phone.opens_a_table_for("Ana")
    phone.opens_the_kingdom_of("Ana")
    phone.starts_by_hand()
    phone.taps(0, 0, "forest", crowns=1)
    phone.sees_points(1)
    phone.page.wait_for_timeout(500)
    taps = []
    for number in range(TAPS):
        taps.append(phone.page.evaluate(TAP, ["0,1", "f" if number % 2 == 0 else "l"]) / 1000)
        phone.page.wait_for_timeout(150)
    return median(taps)


def to_another_phone(browser: Browser, address: str) -> Callable[[Phone], float]:
    """Seconds from a tap on one phone to the new points on another one's Table screen."""

    def measure(phone: Phone) -> float:
        phone.opens_a_table_for("Ana", "Ben")
        shared = phone.page.url
        other = browser.new_page(viewport=PHONE)  # type: ignore[arg-type]
        other.goto(shared)
        other.get_by_role("button", name="Just looking").click()
        expect(other.locator(".cs-card")).to_have_count(2)
        phone.opens_the_kingdom_of("Ana")
        phone.starts_by_hand()
        phone.taps(0, 0, "forest", crowns=1)
        expect(other.locator(".cs-card .sum").first).to_have_text("1")
        start = time.perf_counter()
        phone.taps(0, 1, "forest")
        expect(other.locator(".cs-card .sum").first).to_have_text("2")
        waited = time.perf_counter() - start
        other.close()
        return waited

    return measure


def one_photo_of_four(phone: Phone) -> float:
    """Seconds from the photo of four kingdoms to their winner, beside answers to doubts."""
    phone.page.add_init_script(COUNT_TAPS)
    phone.opens_the_app()
    phone.is_settled()
    start = time.perf_counter()
    phone.photographs(SAMPLES / "whole-table.jpg")
    expect(phone.page.get_by_role("heading", name=re.compile("^(Table|Whose kingdom)"))).to_be_visible()
    read = time.perf_counter() - start
    phone.answered = answers_what_is_asked(phone)
    start = time.perf_counter()
    phone.button("Who won?").click()
    expect(phone.page.get_by_text("Green wins").first).to_be_attached()
    phone.tapped = 1 + taps(phone) - phone.answered
    return read + time.perf_counter() - start


def taps_of_one_photo(phone: Phone) -> int:
    """How many taps lead from Start to the winner of four kingdoms in one photo; choosing the photo is one."""
    one_photo_of_four(phone)
    return phone.tapped


def taps_of_four_photos(phone: Phone) -> int:
    """How many taps lead from Start to the winner where each of four kingdoms has a photo of its own.

    Choosing a photo is one, typing a name is none: players who type nothing are called by their castle's colour.
    Answers to doubts are not counted.
    """
    photos = ("kitchen-table", "evening-lamp", "gap-on-checks", "standing-castle")
    phone.page.add_init_script(COUNT_TAPS)
    phone.opens_the_app()
    answers = 0
    for number, photo in enumerate(photos, start=1):
        phone.photographs(SAMPLES / f"{photo}.jpg")
        asked = phone.page.get_by_role("heading", name="Whose kingdom")
        expect(phone.square(0, 0).or_(asked)).to_be_visible()
        if asked.count():  # a standing castle hides its colour
            phone.page.get_by_role("button", name="green").click()
            expect(phone.square(0, 0)).to_be_visible()
        phone.is_settled()
        before = taps(phone)
        phone.answers_every_doubt()
        answers += taps(phone) - before
        phone.finishes()
        expect(phone.page.locator(".cs-card")).to_have_count(number)
        phone.is_settled()
    phone.sees_who_won()
    expect(phone.page.get_by_text("wins").first).to_be_attached()
    return len(photos) + taps(phone) - answers


def show(what: str, wanted: str, measured: Callable[[], float], runs: int = RUNS) -> None:
    """One line: the median of some runs, and the figure to reach."""
    try:
        print(f"{what:<58}{median(measured() for _ in range(runs)):>8.3f} s   to reach {wanted}", flush=True)
    except (AssertionError, TooLong):
        print(f"{what:<58}  never   to reach {wanted}", flush=True)


def main() -> None:
    """Measure one figure after the other."""
    expect.set_options(timeout=PATIENCE_MS)
    photo = enlarged(SAMPLES / "kitchen-table.jpg")
    with (
        tempfile.TemporaryDirectory() as folder,
        served_app(Path(folder) / "log.txt") as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=CHROMIUM_FLAGS)

        def on_phones(measure: Callable[[Phone], float]) -> Callable[[], float]:
            return lambda: on_a_phone(browser, address, measure)

        on_phones(photo_to_board(photo))()  # the server has read its first photo
        show("first screen, warm", "1 s (2 s)", on_phones(first_screen))
        chosen = f"{len(photo) / 1e6:.1f} MB photo chosen to board shown"
        show(chosen, "1.5 s (3 s)", on_phones(photo_to_board(photo)))
        show(f"{chosen}, 2 Mbit/s", "(told)", on_phones(photo_to_board(photo, SLOW)), runs=1)
        show("tap to score", "0.05 s (0.15 s)", on_phones(tap_to_score), runs=3)
        show("another phone sees a change", "1 s (2 s)", on_phones(to_another_phone(browser, address)), runs=3)
        show("four kingdoms, one photo: photo to winner, beside answers", "15 s", on_phones(one_photo_of_four), runs=3)
        for what, most, measure in (("one photo", 5, taps_of_one_photo), ("a photo each", 11, taps_of_four_photos)):
            counted = on_a_phone(browser, address, measure)
            print(f"{f'taps from Start to the winner of four, {what}':<58}{counted:>5.0f}     to reach {most}")
        browser.close()


if __name__ == "__main__":
    main()
