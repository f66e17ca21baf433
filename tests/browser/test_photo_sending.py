"""A chosen photo is on the screen at once, says how far it is, and reaches the server whatever the network does."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, FilePayload, Request, expect

from scoring import Kingdom
from tests.browser.player import ANA_AND_BEN, Player, a_phone
from tests.browser.whole_table import answers_what_is_asked
from tests.given import KITCHEN, SAMPLES
from tests.network import network_to
from tests.ui.served import free_port, served_process
from vision import load

pytestmark = pytest.mark.browser

UPLOADS = "**/api/files/*"
LOSES_ONE_ANSWER = """() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
        XMLHttpRequest.prototype.send = send;
        this.upload.addEventListener('load', () => this.abort());
        send.call(this, body);
    };
}"""
KEEPS_NO_FILES = """() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (value, key) {
        if (Object.values(value).some((part) => part instanceof Blob)) throw new DOMException('', 'UnknownError');
        return put.call(this, value, key);
    };
}"""  # as a private window of Safari
KEPT_PHOTOS = """() => new Promise((done) => {
    indexedDB.open('crownsight', 1).onsuccess = ({ target }) => {
        const counted = target.result.transaction('photos').objectStore('photos').count();
        counted.onsuccess = () => done(counted.result);
    };
})"""
WAITS = "No connection. The photo is kept here and sent as soon as there is one."
TRUTH = Kingdom.parse(KITCHEN.with_suffix(".txt").read_text(encoding="utf-8").split()[0])


@pytest.fixture
def asked(chromium: Browser, server: str) -> Iterator[Player]:
    """A player who is asked for the photo of a kingdom."""
    with a_phone(chromium, server) as player:
        player.opens(ANA_AND_BEN, "kingdom", s="1")
        player.is_asked_for_the_kingdom_of("Ana")
        player.is_settled()
        yield player


def sees_the_photo(player: Player) -> None:
    expect(player.page.locator(".taken img")).to_be_visible()
    expect(player.button("Photograph the kingdom")).to_be_hidden()


def test_a_photo_taken_without_a_connection_is_sent_when_it_is_back(asked: Player) -> None:
    asked.page.context.set_offline(True)
    asked.photographs(KITCHEN)
    sees_the_photo(asked)
    expect(asked.page.get_by_text(WAITS)).to_be_visible()

    asked.page.context.set_offline(False)
    asked.sees_kingdom(TRUTH)


def test_a_photo_whose_sending_failed_outlives_a_reload_in_a_private_window_too(asked: Player) -> None:
    asked.page.evaluate(KEEPS_NO_FILES)
    asked.page.route(UPLOADS, lambda route: route.abort())
    asked.photographs(KITCHEN)
    sees_the_photo(asked)
    expect(asked.page.locator(".taken progress")).to_be_hidden()

    asked.page.unroute(UPLOADS)
    asked.page.reload()
    asked.sees_kingdom(TRUTH)
    asked.button("Another photo").click()
    expect(asked.button("Photograph the kingdom")).to_be_visible()  # and is not sent again


def sends(player: Player) -> list[str]:
    """The addresses that photos are sent to from now on."""
    addresses = list[str]()

    def note(request: Request) -> None:
        if request.method == "POST" and "/api/files/" in request.url:
            addresses.append(request.url)

    player.page.on("request", note)
    return addresses


def test_a_photo_that_was_read_is_forgotten_when_its_address_is_opened_again(phone: Player) -> None:
    sent = sends(phone)
    phone.opens_the_app()
    phone.photographs(SAMPLES / "whole-table.jpg")
    expect(phone.page.locator(".cs-card")).to_have_count(4)

    for _ in range(2):
        phone.opens_the_app()
        phone.is_settled()
        expect(phone.button("Photograph the table")).to_be_visible()
        expect(phone.page.locator(".taken")).to_be_hidden()

    assert len(sent) == 1
    kept = phone.page.evaluate(KEPT_PHOTOS)
    assert kept == 0


def test_a_photo_whose_answer_was_lost_is_read_once(asked: Player) -> None:
    sent = sends(asked)
    asked.page.evaluate(LOSES_ONE_ANSWER)
    asked.photographs(KITCHEN)

    asked.sees_kingdom(TRUTH)
    assert len({*sent}) == 1  # each time under the same key
    asked.button("Another photo").click()
    expect(asked.button("Photograph the kingdom")).to_be_visible()


def test_a_photo_outlives_the_server_that_reads_it(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "tables"))
    port = free_port()
    with a_phone(chromium, f"http://127.0.0.1:{port}") as ana:
        with served_process(tmp_path / "first.txt", port):
            ana.opens_a_table_for("Ana")
            ana.opens_the_kingdom_of("Ana")
            ana.is_asked_for_the_kingdom_of("Ana")
            ana.is_settled()
            ana.photographs(KITCHEN)
            expect(ana.page.locator("html[data-photo]")).to_have_count(1)

        with served_process(tmp_path / "second.txt", port):
            ana.sees_kingdom(TRUTH)


def test_a_photo_that_the_server_does_not_have_after_all_is_sent_again(asked: Player) -> None:
    asked.page.route(UPLOADS, lambda route: route.fulfill(status=204), times=1)
    asked.photographs(KITCHEN)
    sees_the_photo(asked)

    asked.sees_kingdom(TRUTH)


def test_a_slow_photo_says_how_far_it_is_and_can_be_dropped(asked: Player) -> None:
    devtools = asked.page.context.new_cdp_session(asked.page)
    slow = {"offline": False, "latency": 50, "downloadThroughput": -1, "uploadThroughput": 20_000}
    devtools.send("Network.emulateNetworkConditions", slow)
    asked.photographs(KITCHEN)
    sees_the_photo(asked)
    expect(asked.page.locator(".taken figcaption")).to_contain_text("%")

    asked.page.locator(".taken").get_by_role("button", name="Another photo").click()
    expect(asked.button("Photograph the kingdom")).to_be_focused()
    expect(asked.page.locator(".taken")).to_be_hidden()


def test_a_request_that_stays_open_and_silent_is_given_up_and_the_photo_sent_again(
    chromium: Browser, tmp_path: Path
) -> None:
    port = free_port()
    with (
        served_process(tmp_path / "log.txt", port),
        network_to(port) as network,
        a_phone(chromium, network.address) as ana,
    ):
        ana.opens(ANA_AND_BEN, "kingdom", s="1")
        ana.is_asked_for_the_kingdom_of("Ana")
        network.swallows(b"POST /api/files/")
        ana.photographs(KITCHEN)

        ana.sees_kingdom(TRUTH)


DROPS = """async (count) => {
    const files = new DataTransfer();
    for (const name of window.pictures.slice(0, count)) files.items.add(name);
    const over = document.querySelector('.st-key-page h1');
    const how = { dataTransfer: files, bubbles: true, cancelable: true };
    return ['dragover', 'drop'].map((kind) => over.dispatchEvent(new DragEvent(kind, how)));
}"""
PASTES = """() => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(window.pictures[0]);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
}"""
FETCHES = """async (photos) => {
    const fetched = await Promise.all(photos.map((photo) => fetch(`data:image/jpeg;base64,${photo}`)));
    const blobs = await Promise.all(fetched.map((answer) => answer.blob()));
    window.pictures = blobs.map((blob, at) => new File([blob], `${at}.jpg`, { type: 'image/jpeg' }));
}"""


def has_at_hand(player: Player, *photos: bytes) -> None:
    """Has these photos in a window beside the browser, or copied."""
    player.page.evaluate(FETCHES, [b64encode(photo).decode() for photo in photos])


def one_by_one() -> list[bytes]:
    """A photo of each of the four kingdoms of a table."""
    image = load(SAMPLES / "whole-table.jpg").image
    height, width = image.shape[0] // 2, image.shape[1] // 2
    quarters = [image[top : top + height, left : left + width] for top in (0, height) for left in (0, width)]
    return [cv2.imencode(".jpg", quarter)[1].tobytes() for quarter in quarters]


def test_four_photos_at_once_are_a_table_of_four_and_lead_to_the_winner(phone: Player) -> None:
    phone.opens_the_app()
    files = [FilePayload(name=f"{at}.jpg", mimeType="image/jpeg", buffer=one) for at, one in enumerate(one_by_one())]
    phone.is_settled()
    phone.page.locator("input.picked").set_input_files(files)
    expect(phone.page.locator(".taken figcaption")).to_contain_text("of 4")

    answers_what_is_asked(phone)
    expect(phone.page.locator(".cs-card")).to_have_count(4)
    phone.button("Who won?").click()
    expect(phone.page.get_by_text("Green wins").first).to_be_attached()


def test_photos_are_dropped_anywhere_or_pasted_and_outlive_a_reload_together(laptop: Player) -> None:
    laptop.opens_the_app()
    laptop.is_settled()
    has_at_hand(laptop, KITCHEN.read_bytes(), (SAMPLES / "cutting-mat.jpg").read_bytes())
    laptop.page.route(UPLOADS, lambda route: route.abort())
    assert laptop.page.evaluate(DROPS, 2) == [False, False]  # the browser does nothing of its own with them
    expect(laptop.page.locator(".taken figcaption")).to_contain_text("1 of 2")

    laptop.page.wait_for_function(f"async () => (await ({KEPT_PHOTOS})()) === 2")
    laptop.page.unroute(UPLOADS)
    laptop.page.reload()
    expect(laptop.page.locator(".cs-card")).to_have_count(2)

    laptop.opens_the_app()
    laptop.is_settled()
    has_at_hand(laptop, KITCHEN.read_bytes())
    laptop.page.evaluate(PASTES)
    laptop.sees_kingdom(TRUTH)


def test_what_is_dropped_where_no_photo_is_asked_for_opens_nothing(laptop: Player) -> None:
    laptop.opens_the_app()
    laptop.button("Games so far").click()
    expect(laptop.page.get_by_role("heading", name="Games so far")).to_be_visible()
    laptop.is_settled()
    has_at_hand(laptop, KITCHEN.read_bytes())
    assert laptop.page.evaluate(DROPS, 1) == [False, False]


def test_more_pictures_than_are_taken_at_once_are_left_out_and_that_is_said(laptop: Player) -> None:
    laptop.opens_the_app()
    laptop.is_settled()
    laptop.page.context.set_offline(True)
    picture = FilePayload(name="a.jpg", mimeType="image/jpeg", buffer=KITCHEN.read_bytes())
    laptop.page.locator("input.picked").set_input_files([picture] * 9)

    expect(laptop.page.get_by_role("alert")).to_have_text("8 pictures at a time: the others are left out.")
    expect(laptop.page.locator(".taken figcaption")).to_contain_text("1 of 8")
    laptop.page.context.set_offline(False)
    laptop.page.locator(".taken").get_by_role("button", name="Another photo").click()


def test_what_is_no_picture_is_refused_before_it_is_sent(asked: Player) -> None:
    asked.page.locator("input.chosen").set_input_files(KITCHEN.with_suffix(".txt"))

    expect(asked.page.get_by_role("alert")).to_contain_text("This file is no picture")
    expect(asked.button("Photograph the kingdom")).to_be_visible()
