"""A chosen photo is shown at once, reports its progress, and reaches the server over bad networks."""

from __future__ import annotations

from base64 import b64encode
from urllib.parse import urlsplit

import cv2
import pytest
from playwright.sync_api import Browser, FilePayload, Request, Route, expect

from tests.browser.photographed import TRUTH, as_a_phone_takes_it
from tests.browser.player import ANA_AND_BEN, Player, a_phone
from tests.network import network_to
from tests.sample_photos import KITCHEN, SAMPLES
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
KEPT_PHOTOS = """() => new Promise((done) => {
    indexedDB.open('crownsight', 1).onsuccess = ({ target }) => {
        const counted = target.result.transaction('photos').objectStore('photos').count();
        counted.onsuccess = () => done(counted.result);
    };
})"""
STUCK_AFTER_MS = 9_000  # of the clock of the page, in which nothing more of a photo was taken
WAITS = "No connection. The photo is safe here and will be sent once you’re back online."


def is_asked(player: Player) -> Player:
    """Has the camera for the kingdom of Ana on a bare page, in a window that takes what is dropped."""
    player.opens(ANA_AND_BEN, "kingdom", s="1", window="")
    expect(player.button("Photograph the kingdom")).to_be_visible()
    player.waits_until_drawn()
    return player


@pytest.fixture
def asked(bare: Player) -> Player:
    return is_asked(bare)


def opens_the_start(bare: Player) -> None:
    bare.comes_to("start", window="")
    expect(bare.page.locator(".shutter")).to_have_text("Photograph the table")
    bare.waits_until_drawn()


def sees_the_photo(player: Player) -> None:
    expect(player.page.locator(".taken img")).to_be_visible()
    expect(player.button("Photograph the kingdom")).to_be_hidden()


def sends(player: Player) -> list[str]:
    """Record the addresses that photos are sent to from now on."""
    addresses = list[str]()

    def note(request: Request) -> None:
        if request.method == "POST" and "/api/files/" in request.url:
            addresses.append(request.url)

    player.page.on("request", note)
    return addresses


def test_offline_photo_is_sent_after_reconnecting(asked: Player) -> None:
    asked.page.context.set_offline(True)
    asked.photographs(KITCHEN)
    sees_the_photo(asked)
    expect(asked.page.get_by_text(WAITS)).to_be_visible()

    asked.page.context.set_offline(False)
    asked.sees_kingdom(TRUTH)


def test_a_photo_whose_sending_failed_outlives_a_reload(asked: Player) -> None:
    asked.page.route(UPLOADS, lambda route: route.abort())
    asked.photographs(KITCHEN)
    sees_the_photo(asked)
    expect(asked.page.locator(".taken progress")).to_be_hidden()

    asked.page.unroute(UPLOADS)
    asked.page.reload()
    asked.sees_kingdom(TRUTH)
    assert asked.page.evaluate(KEPT_PHOTOS) == 0


def test_read_photo_is_not_restored_on_reopening(asked: Player) -> None:
    sent = sends(asked)
    opens_the_start(asked)
    asked.photographs(KITCHEN)
    expect(asked.page.locator(".shutter")).to_have_count(0)

    for _ in range(2):
        opens_the_start(asked)
        expect(asked.page.locator(".taken")).to_be_hidden()

    assert len(sent) == 1
    assert asked.page.evaluate(KEPT_PHOTOS) == 0


def test_a_photo_whose_answer_was_lost_is_read_once(asked: Player) -> None:
    sent = sends(asked)
    asked.page.route(UPLOADS, lambda route: route.fulfill(status=204), times=1)  # the server does not have it after all
    asked.page.evaluate(LOSES_ONE_ANSWER)
    asked.photographs(KITCHEN)

    asked.sees_kingdom(TRUTH)
    assert len({urlsplit(address).path for address in sent}) == 1  # each time under the same key


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


def test_silent_upload_times_out_and_is_retried(chromium: Browser, bare_address: str) -> None:
    port = urlsplit(bare_address).port
    assert port
    with network_to(port) as network, a_phone(chromium, network.address) as ana:
        ana.page.clock.install()
        is_asked(ana)
        network.swallows(b"POST /api/files/")
        ana.photographs(KITCHEN)
        expect(ana.page.locator(".taken progress")).to_be_visible()
        ana.page.clock.fast_forward(STUCK_AFTER_MS)

        ana.sees_kingdom(TRUTH)


DROPS = """async (count) => {
    const files = new DataTransfer();
    for (const name of window.pictures.slice(0, count)) files.items.add(name);
    const how = { dataTransfer: files, bubbles: true, cancelable: true };
    return ['dragover', 'drop'].map((kind) => document.body.dispatchEvent(new DragEvent(kind, how)));
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
    """Return a photo of each of the four kingdoms of a table."""
    image = load(SAMPLES / "whole-table.jpg").image
    height, width = image.shape[0] // 2, image.shape[1] // 2
    quarters = [image[top : top + height, left : left + width] for top in (0, height) for left in (0, width)]
    return [cv2.imencode(".jpg", quarter)[1].tobytes() for quarter in quarters]


def test_four_photos_at_once_are_assigned_to_four_players(asked: Player) -> None:
    opens_the_start(asked)
    files = [FilePayload(name=f"{at}.jpg", mimeType="image/jpeg", buffer=one) for at, one in enumerate(one_by_one())]
    asked.page.locator("input.picked").set_input_files(files)

    expect(asked.page.locator(".taken figcaption")).to_contain_text("of 4")
    expect(asked.page.locator(".card")).to_have_count(4)


READ_AGAIN = "key => dispatchEvent(new CustomEvent('crownsight:photo', { detail: { key, stage: 'read' } }))"


def test_a_photo_reported_as_read_twice_is_taken_once(asked: Player) -> None:
    sent = sends(asked)

    def report_again(route: Route) -> None:
        asked.page.evaluate(READ_AGAIN, urlsplit(sent[0]).path.rpartition("/")[-1])
        route.continue_()

    opens_the_start(asked)
    asked.page.route("**/drawn/start*", report_again, times=1)  # the run that takes the photo
    asked.photographs(SAMPLES / "whole-table.jpg")

    expect(asked.page.locator(".card")).to_have_count(4)
    asked.waits_until_drawn()
    expect(asked.page.locator(".card")).to_have_count(4)


def test_dropped_and_pasted_photos_survive_a_reload(asked: Player) -> None:
    opens_the_start(asked)
    has_at_hand(asked, KITCHEN.read_bytes(), (SAMPLES / "cutting-mat.jpg").read_bytes())
    asked.page.route(UPLOADS, lambda route: route.abort())
    assert asked.page.evaluate(DROPS, 2) == [False, False]  # the browser does nothing of its own with them
    expect(asked.page.locator(".taken figcaption")).to_contain_text("1 of 2")

    asked.waits_for(f"async () => (await ({KEPT_PHOTOS})()) === 2")
    asked.page.unroute(UPLOADS)
    asked.page.reload()
    expect(asked.page.locator(".card")).to_have_count(2)

    is_asked(asked)
    has_at_hand(asked, KITCHEN.read_bytes())
    asked.page.evaluate(PASTES)
    asked.sees_kingdom(TRUTH)

    asked.comes_to("history", window="")  # where no photo is asked for
    asked.waits_until_drawn()
    has_at_hand(asked, KITCHEN.read_bytes())
    assert asked.page.evaluate(DROPS, 1) == [False, False]


def test_non_pictures_and_excess_photos_are_not_sent(
    asked: Player,
) -> None:
    alert = asked.page.get_by_role("alert")
    asked.page.locator("input.chosen").set_input_files(KITCHEN.with_suffix(".txt"))
    expect(alert).to_contain_text("That isn’t a photo")
    expect(asked.button("Photograph the kingdom")).to_be_visible()

    opens_the_start(asked)
    asked.page.context.set_offline(True)
    picture = FilePayload(name="a.jpg", mimeType="image/jpeg", buffer=KITCHEN.read_bytes())
    asked.page.locator("input.picked").set_input_files([picture] * 9)

    expect(alert).to_have_text("8 photos at a time: the others were skipped.")
    expect(asked.page.locator(".taken figcaption")).to_contain_text("1 of 8")


FILES_SENT = """
    window.filesSent = [];
    const note = (body) => body instanceof Blob && window.filesSent.push(body);
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) { note(body); return send.call(this, body); };
    const { fetch } = window;
    window.fetch = (what, how) => { note(how?.body); return fetch(what, how); };
"""


def test_a_large_photo_is_made_smaller_before_it_is_sent(bare: Player) -> None:
    taken = as_a_phone_takes_it()
    bare.page.add_init_script(FILES_SENT)
    bare.opens(ANA_AND_BEN, "kingdom", s="1")
    bare.photographs(taken)
    bare.waits_for("filesSent.length")

    [size, contents] = bare.page.evaluate("filesSent[0].text().then((text) => [filesSent[0].size, text])")
    assert 50_000 < size < len(taken) / 2
    assert b"taken at home" in taken
    assert "taken at home" not in contents
