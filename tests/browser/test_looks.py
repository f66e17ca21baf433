"""Layout regressions: elements are visible, aligned and large enough."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, ViewportSize, WebSocketRoute, expect

from tests.browser.phones import EVERY_SIZE, LAPTOP, PHONES, resize
from tests.browser.photographed import TOGETHER, photo_board, photo_boards
from tests.browser.player import Player
from tests.browser.screens import ANA, faults

pytestmark = pytest.mark.browser

SMALLEST_TARGET = 44  # CSS pixels
SMALL: ViewportSize = {"width": 320, "height": 568}
ON_ITS_SIDE: ViewportSize = {"width": 844, "height": 390}


def boxes(shown: Locator) -> list[FloatRect]:
    """Return the boxes of visible elements in CSS pixels, all at one moment, as a finale may be running."""
    found: list[FloatRect] = shown.evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect())"
        ".map(({ x, y, width, height }) => ({ x, y, width, height })).filter(({ width }) => width)"
    )
    return found


def bottom(box: FloatRect) -> float:
    return box["y"] + box["height"]


def test_first_screen_fits_a_phone_and_is_aligned(other: Player) -> None:
    other.opens_the_app()
    other.waits_until_drawn()
    languages, shutter = other.page.get_by_role("radio").locator("visible=true"), other.page.locator(".shutter")
    expect(languages.last).to_be_in_viewport(ratio=1)
    expect(shutter).to_have_text("Photograph the table")
    (field,), (join,) = boxes(other.page.get_by_label("Join a table (enter code)")), boxes(other.button("Join"))
    assert join["x"] >= field["x"] + field["width"]
    assert join["y"] <= field["y"] + field["height"]

    other.page.set_viewport_size(SMALL)
    kept, taken = other.page.locator(".st-key-camera").evaluate(
        "camera => [parseFloat(getComputedStyle(camera).minHeight), camera.offsetHeight]"
    )
    assert kept == taken  # its place, before it is there
    assert len({box["y"] for box in boxes(languages)}) == 1


# How far all moves once a photo is sent, for which the page hides everything else. On a busy machine the page waits for
# what is not there yet, as it does for three seconds, and makes no room for the badge that says that nobody answers.
SHIFTS = """
    new PerformanceObserver((list) => list.getEntries().forEach(({ hadRecentInput, value }) => {
        if (!hadRecentInput && 'shifted' in window) window.shifted += value;
    })).observe({ type: 'layout-shift' });
    const countFromNow = () => setTimeout(() => (window.shifted ??= 0));
    new MutationObserver(() => {
        if (document.documentElement.dataset.photo !== 'sent') return;
        requestAnimationFrame(() => requestAnimationFrame(countFromNow));
    }).observe(document, { subtree: true, attributeFilter: ['data-photo'] });
    const patient = new CSSStyleSheet();
    patient.replaceSync('html { --badge: 0px !important; } .st-key-page { animation: none !important; }');
    document.adoptedStyleSheets = [patient];
"""


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["upright", "sideways"])
def test_layout_is_stable_when_the_table_arrives(other: Player, size: tuple[int, int]) -> None:
    other.page.add_init_script(SHIFTS)
    resize(other, size)
    other.opens_the_app()
    other.photographs(TOGETHER)
    expect(other.page.locator(".cs-card")).to_have_count(4)
    other.waits_until_drawn()

    assert other.page.evaluate("window.shifted") < 0.05


def test_kingdom_on_a_laptop_has_a_board_of_600_pixels(laptop: Player) -> None:
    resize(laptop, LAPTOP)
    laptop.opens_a_board(photo_board((1, 3)))
    laptop.waits_until_drawn()

    (board,) = boxes(laptop.page.locator(".board"))
    assert board["width"] >= 590
    assert bottom(board) <= LAPTOP[1]


def test_text_is_set_in_the_typeface_of_the_app(other: Player) -> None:
    other.opens_the_app()
    other.waits_until_drawn()
    loaded = "() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)"
    families = other.page.locator(".cs-start *, button:visible, input:visible").evaluate_all(
        "all => all.map((one) => getComputedStyle(one).fontFamily)"
    )

    assert any("Source Sans" in family for family in other.page.evaluate(loaded))
    assert [one for one in families if not one.startswith('"Source Sans"')] == []


TILE_PARTS = """() => {
    const root = [...document.querySelectorAll('*')].find((one) => one.shadowRoot?.querySelector('.board')).shadowRoot;
    const box = (one) => one.getBoundingClientRect();
    return [...root.querySelectorAll('.square:has(.points)')].map((square) => {
        const [points, art] = [box(square.querySelector('.points')), square.querySelector('.art')];
        return { square: box(square).width, points: points.width, right: points.right <= box(square).right };
    });
}"""


def test_points_fit_their_square_on_a_small_phone(other: Player) -> None:
    resize(other, (320, 568))
    other.opens_a_board(photo_board())
    other.waits_until_drawn()

    parts = other.page.evaluate(TILE_PARTS)
    assert parts
    assert all(one["points"] <= 0.55 * one["square"] and one["right"] for one in parts)


def test_a_laptop_is_told_what_this_is_and_asked_for_a_picture(laptop: Player) -> None:
    laptop.opens_the_app()
    expect(laptop.page.get_by_role("heading", name="Crownsight")).to_be_visible()
    expect(laptop.page.get_by_text("Snap the table. See who won.")).to_be_visible()
    expect(laptop.page.locator(".shutter")).to_have_text("Choose from photos")
    for hidden in (".shutter svg", ".gallery"):
        expect(laptop.page.locator(hidden)).to_be_hidden()
    with laptop.page.expect_file_chooser():
        laptop.button("Choose from photos").click()


def test_play_again_on_a_laptop_opens_the_next_table(laptop: Player) -> None:
    laptop.opens(photo_boards(), "result")
    laptop.skips_the_finale()
    laptop.waits_until_drawn()

    sizes = boxes(laptop.page.locator(".st-key-go-on button:visible"))
    assert [(one["y"], one["height"]) for one in sizes] == [(sizes[0]["y"], 56)] * 2
    assert sizes[0]["width"] == pytest.approx(sizes[1]["width"], abs=2)
    laptop.button("Play again").click()

    expect(laptop.page.get_by_role("heading", name="Tonight’s table")).to_be_visible()
    with laptop.page.expect_file_chooser():
        laptop.button("Photograph the table").click()


IS_WHOLE = "all => all.every((one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight + 1)"


def test_long_names_are_whole_on_every_phone(other: Player) -> None:
    other.opens(photo_boards(ANA, "Ben", "Chloé", "Dev"))
    for size in PHONES:
        resize(other, size)
        other.waits_until_drawn()
        for names in (".cs-card .who b", ".cs-pill span"):
            assert other.page.locator(names).evaluate_all(IS_WHOLE), (size, names)


def test_table_of_four_fits_every_phone(other: Player) -> None:
    other.page.set_viewport_size(ON_ITS_SIDE)
    other.opens(photo_boards())
    expect(other.button("Who won?")).to_be_visible()
    other.waits_until_drawn()
    cards, (photo,) = other.page.locator(".cs-card"), boxes(other.page.locator(".st-key-kingdoms-photo"))
    (gold,) = boxes(other.button("Who won?"))
    assert len(boxes(cards)) == 4
    assert all(card["x"] >= photo["x"] + photo["width"] for card in boxes(cards))
    assert max(bottom(card) for card in boxes(cards)) <= gold["y"]
    assert max(bottom(photo), bottom(gold)) <= ON_ITS_SIDE["height"]

    other.button("Who won?").click()
    other.skips_the_finale()
    places, ways = other.page.locator(".cs-place"), other.page.locator(".st-key-go-on button:visible")
    for size in (ON_ITS_SIDE, SMALL):
        other.page.set_viewport_size(size)
        other.waits_until_drawn()
        assert faults(other) == []
        asked = boxes(other.page.locator(".who :is(button, input):visible"))
        assert all(box["height"] >= SMALLEST_TARGET for box in asked)
        share, again = boxes(ways)
        assert share["height"] == again["height"]
        assert len(boxes(places)) == 4
        assert max(bottom(place) for place in boxes(places)) <= share["y"]


@pytest.mark.parametrize("size", [(390, 664), (360, 640)])
def test_photo_four_cards_and_button_fit_a_phone(other: Player, size: tuple[int, int]) -> None:
    resize(other, size)
    other.opens(photo_boards("Maximiliane", "Ben", "Chloé", "Dev"))
    expect(other.button("Who won?")).to_be_visible()
    other.waits_until_drawn()

    (behind,), (photo,) = boxes(other.page.locator(".cs-behind")), boxes(other.page.locator(".cs-shot"))
    cards, (action,) = boxes(other.page.locator(".cs-card")), boxes(other.button("Who won?"))
    assert behind["x"] <= 0
    assert behind["width"] >= size[0]
    assert photo["width"] >= 0.6 * size[0]
    assert bottom(photo) <= min(card["y"] for card in cards)
    assert max(map(bottom, cards)) <= action["y"]
    assert bottom(action) <= size[1]


ON_TOP = """target => {
    const { left, top, width, height } = target.getBoundingClientRect();
    const found = target.getRootNode().elementFromPoint(left + width / 2, top + height / 2);
    return target === found || target.contains(found);
}"""
BAR = ("Swamp", "Something else", "Not sure")


def test_question_bar_is_visible_and_covers_nothing(other: Player) -> None:
    other.opens_a_board(photo_board((1, 3), (3, 3)))
    expect(other.first_answer).to_be_visible()

    for width, height in EVERY_SIZE:
        resize(other, (width, height))
        for seen in (other.first_answer, *(other.button(name) for name in BAR), other.page.locator(".board")):
            expect(seen).to_be_in_viewport(ratio=1)
            assert seen.evaluate(ON_TOP), (seen, width, height)
        other.page.locator(".sums li").last.scroll_into_view_if_needed()
        assert other.page.locator(".sums li").last.evaluate(ON_TOP)
        (back,), (total,) = (boxes(other.page.locator(place)) for place in (".st-key-back", ".to-sums"))
        assert back["x"] + back["width"] <= total["x"]


def test_landscape_phone_shows_board_beside_palette_or_sums(other: Player) -> None:
    other.page.set_viewport_size(ON_ITS_SIDE)
    other.opens_a_board(photo_board((1, 3), (3, 3)))
    other.waits_until_drawn()
    other.button("Something else").click()
    assert other.first_answer.evaluate(ON_TOP)
    for reached in ("wheat", "empty", "3 crowns", "Undo"):
        assert other.button(reached).evaluate(ON_TOP), reached
    expect(other.page.locator(".board")).to_be_in_viewport(ratio=1)

    other.opens_a_board(photo_board())
    expect(other.page.locator(".at-rest")).to_have_count(1)
    for sum_of in other.page.locator(".sums li:not(.nothing)").all():
        assert sum_of.evaluate(ON_TOP)
    expect(other.page.locator(".board")).to_be_in_viewport(ratio=1)


def test_a_silent_server_is_told_in_the_players_language(chromium: Browser, server: str) -> None:
    window = chromium.new_context(locale="de-DE")
    page = window.new_page()
    connections: list[WebSocketRoute] = []

    def connects(connection: WebSocketRoute) -> None:
        connections.append(connection)
        if len(connections) == 1:
            connection.connect_to_server()

    page.route_web_socket("**/_stcore/stream", connects)
    page.goto(server)
    expect(page.get_by_role("button", name="Aus Fotos wählen")).to_be_visible()
    page.route("**/*", lambda route: route.abort())
    connections[0].close()

    told = page.get_by_role("dialog")
    expect(told).to_be_visible()
    words = told.evaluate("(dialog) => getComputedStyle(dialog.querySelector('h2'), '::after').content")
    assert words == '"Der Server antwortet nicht"'
    close = told.get_by_role("button", name="Schließen").bounding_box()
    assert close
    assert min(close["width"], close["height"]) >= SMALLEST_TARGET
    window.close()


def test_waiting_page_says_the_server_is_starting(chromium: Browser, server: str) -> None:
    window = chromium.new_context(locale="de-DE")
    try:
        page = window.new_page()
        page.route_web_socket("**/_stcore/stream", lambda _held: None)  # opened, and never answered
        page.goto(server)
        said = "getComputedStyle(document.body, '::after')"

        while page.evaluate(f"{said}.visibility") != "visible":
            page.wait_for_timeout(100)

        assert page.evaluate(f"{said}.content") == '"Crownsight startet …"'
    finally:
        window.close()
