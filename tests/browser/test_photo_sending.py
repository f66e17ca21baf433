"""A chosen photo is on the screen at once, says how far it is, and reaches the server whatever the network does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Request, expect

from scoring import Kingdom
from tests.browser.player import Player, a_phone
from tests.given import KITCHEN, SAMPLES
from tests.ui.served import free_port, served_process

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
        player.opens_a_table_for("Ana")
        player.opens_the_kingdom_of("Ana")
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


def test_what_is_no_picture_is_refused_before_it_is_sent(asked: Player) -> None:
    asked.page.locator("input.chosen").set_input_files(KITCHEN.with_suffix(".txt"))

    expect(asked.page.get_by_role("alert")).to_contain_text("This file is no picture")
    expect(asked.button("Photograph the kingdom")).to_be_visible()
