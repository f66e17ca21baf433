"""Several workers serve at one port: a phone stays with its own, and none is missed for long when it dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import pytest

from tests.benchmarks.phone import CAMERA, LISTENER, Phone
from tests.browser.served_app import served_process
from tests.given import SAMPLES
from tests.ui.event_loop import outcome
from ui.serving import limits
from ui.settings import COOKIE
from ui.store.codes import new_key

WORKERS = 2
SOON = 90.0  # seconds on a busy machine
EDITOR = "board_editor"
GUESSER = "127.9.0.1"  # of this machine, and not the one that is taken for its own


class Servers:
    """The served app and its workers."""

    def __init__(self, address: str, process: int) -> None:
        self.address, self.process = address, process

    def workers(self) -> set[int]:
        """The processes that serve: those that the loaded one has forked."""
        return {worker for loaded in _children(self.process) for worker in _children(loaded)}


def _children(process: int) -> list[int]:
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            except OSError:
                continue
            found += [int(folder.name)] if int(parent) == process else []
    return found


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    folder = tmp_path_factory.mktemp("workers")
    with served_process(folder / "log.txt", 0, "--workers", str(WORKERS)) as (address, process):
        yield Servers(address, process)
    assert "Traceback" not in (folder / "log.txt").read_text()


def phone_of(worker: int, servers: Servers, source: str = "") -> Phone:
    """A phone that stays with this worker, with that address."""
    phone = Phone(servers.address, source)
    while crc32((key := new_key()).encode()) % WORKERS != worker:
        pass
    phone.cookies[COOKIE] = key
    return phone


def says(phone: Phone, text: str) -> bool:
    return text in phone.screen.words()


def is_at_the_camera(phone: Phone) -> bool:
    """Whether the screen asks for the photo of one kingdom."""
    by_hand = phone.screen.first("button", lambda one: one.button.label == "Enter by hand")
    return by_hand is not None and phone.screen.component(CAMERA) is not None and not phone.busy


async def opens_a_table(phone: Phone) -> None:
    """Open a table for Ana."""
    await phone.opens()
    await phone.clicks("By hand")
    await phone.types("Name", "Ana")
    await phone.clicks("Add player")
    await phone.sees(lambda: says(phone, "<bdi>Ana</bdi>") and not phone.busy)


def test_phones_of_all_workers_share_a_table(servers: Servers) -> None:
    async def evening() -> None:
        async with phone_of(0, servers) as ana, phone_of(1, servers) as ben:
            await opens_a_table(ana)
            await ben.opens(f"/table?t={ana.screen.given(LISTENER)['table']}")
            await ben.sees(lambda: says(ben, "<bdi>Ana</bdi>") and not ben.busy, SOON)
            await ana.types("Name", "Cora")
            await ana.clicks("Add player")
            await ben.sees(lambda: says(ben, "<bdi>Cora</bdi>"), SOON)

    outcome(evening())


@pytest.mark.parametrize("worker", range(WORKERS))
def test_a_photo_finds_the_worker_of_its_page_and_is_shown_by_every_other(servers: Servers, worker: int) -> None:
    async def evening() -> None:
        async with phone_of(worker, servers) as phone, phone_of(1 - worker, servers) as other:
            await opens_a_table(phone)
            await phone.clicks("Ana:")
            await phone.sees(lambda: is_at_the_camera(phone), SOON)
            await phone.uploads((SAMPLES / "kitchen-table.jpg").read_bytes())
            await phone.sees(lambda: phone.screen.component(EDITOR), SOON)

            await other.opens(f"/table?t={phone.screen.given(LISTENER)['table']}")
            await other.clicks("Just looking")
            await other.clicks("Ana:")
            await other.sees(lambda: other.screen.component(EDITOR), SOON)
            shown = other.screen.given(EDITOR)["state"]["board"]
            assert shown["code"] == phone.screen.given(EDITOR)["state"]["board"]["code"]
            assert len(await other.request("GET", shown["photo"]["straight"])) > 10_000

    outcome(evening())


def test_no_worker_lets_go_on_guessing_whom_another_has_told_to_wait(servers: Servers) -> None:
    async def is_told_to_wait(worker: int) -> bool:
        async with phone_of(worker, servers, GUESSER) as phone:
            await phone.opens()
            await phone.types("Join with code", "AAA-AAA")
            await phone.clicks("Join")
            await phone.sees(lambda: says(phone, 'role="alert"'), SOON)
            return says(phone, "Too many wrong codes")

    async def evening() -> None:
        told = [await is_told_to_wait(number % WORKERS) for number in range(limits.FREE_GUESSES + 1)]
        assert told == [False] * limits.FREE_GUESSES + [True]

    outcome(evening())


def test_a_worker_that_is_killed_is_replaced_and_its_phone_goes_on(servers: Servers) -> None:
    async def evening() -> None:
        phones = [phone_of(worker, servers) for worker in range(WORKERS)]
        for phone in phones:
            await phone.opens("/table")
        before = servers.workers()
        assert len(before) == WORKERS
        victim = min(before)
        os.kill(victim, signal.SIGKILL)
        begun = time.monotonic()
        for phone in phones:
            await phone.closes()
            async with phone.again() as tab:
                await tab.opens("/table")
                print(f"served again after {time.monotonic() - begun:.2f} s")
        after = servers.workers()
        assert victim not in after
        assert len(after) == WORKERS

    outcome(evening())


def test_a_worker_that_holds_too_much_memory_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path))
    program = """
import sys
from ui.cli import main
from ui.serving import limits
limits.WORKER_BYTES = 1
sys.exit(main(sys.argv[1:]))
"""
    command = [sys.executable, "-c", program, "serve", "--local", "--workers", str(WORKERS)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        servers, seen, until = Servers("", process.pid), set[int](), time.monotonic() + SOON
        while len(seen) <= WORKERS and time.monotonic() < until:
            seen |= servers.workers()
            time.sleep(0.1)
        process.terminate()

    assert len(seen) > WORKERS


def test_workers_end_with_the_process_that_started_them(servers: Servers) -> None:
    """The last test of these servers: nothing is served by them any more."""
    workers = servers.workers()
    os.kill(servers.process, signal.SIGKILL)
    until = time.monotonic() + SOON
    while any(Path(f"/proc/{worker}").exists() for worker in workers) and time.monotonic() < until:
        time.sleep(0.1)

    assert len(workers) == WORKERS
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)
