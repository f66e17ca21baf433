"""Photos wait in line and have their turn: first come, first served, a bounded number at a time."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

import pytest

from ui.photos.reading import AT_ONCE, PhotoQueue, QueueFull, turn


class Sender(threading.Thread):
    """Somebody with a photo, who holds the turn until told to let go."""

    def __init__(self, line: PhotoQueue, served: SimpleQueue[str], name: str, patience: int = 1_000) -> None:
        super().__init__(name=name, daemon=True)
        self.places: SimpleQueue[int] = SimpleQueue()
        self.let_go = threading.Event()
        self._line, self._served, self._patience = line, served, patience

    def run(self) -> None:
        try:
            with self._line.turn(self._hear):
                self._served.put(self.name)
                self.let_go.wait(30)
        except InterruptedError:
            pass

    def _hear(self, place: int) -> None:
        self.places.put(place)
        if place > self._patience:
            raise InterruptedError

    def hears(self, place: int) -> None:
        """Waits until this place is said; other places may be said before it."""
        while self.places.get(timeout=30) != place:
            pass


@pytest.fixture
def served() -> SimpleQueue[str]:
    return SimpleQueue()


def arrived(line: PhotoQueue, served: SimpleQueue[str], *names: str, patience: int = 1_000) -> list[Sender]:
    """Senders in the order of their names, each in the line before the next comes."""
    senders = []
    for place, name in enumerate(names):
        senders.append(Sender(line, served, name, patience))
        senders[-1].start()
        if place == 0:
            assert served.get(timeout=30) == name
        else:
            senders[-1].hears(place)
    return senders


def test_places_count_down_and_turns_come_in_order(served: SimpleQueue[str]) -> None:
    ana, ben, chloe, dev = arrived(PhotoQueue(at_once=1, longest=10), served, "Ana", "Ben", "Chloé", "Dev")

    for leaving, next_one, waiting in ((ana, "Ben", (chloe, dev)), (ben, "Chloé", (dev,)), (chloe, "Dev", ())):
        leaving.let_go.set()
        assert served.get(timeout=30) == next_one
        for place, sender in enumerate(waiting, start=1):
            sender.hears(place)
    dev.let_go.set()


def test_who_goes_away_while_waiting_leaves_the_line(served: SimpleQueue[str]) -> None:
    line = PhotoQueue(at_once=1, longest=10)
    ana, ben = arrived(line, served, "Ana", "Ben")
    gone = Sender(line, served, "Chloé", patience=1)
    gone.start()
    gone.join(30)
    dev = Sender(line, served, "Dev")
    dev.start()

    dev.hears(2)
    ana.let_go.set()
    ben.let_go.set()
    dev.let_go.set()


def test_a_line_that_is_too_long_takes_nobody_more(served: SimpleQueue[str]) -> None:
    line = PhotoQueue(at_once=1, longest=1)
    ana, ben = arrived(line, served, "Ana", "Ben")

    with pytest.raises(QueueFull, match="Try again in a minute"), line.turn(lambda place: None):
        pass
    ana.let_go.set()
    ben.let_go.set()


# --- Turns


def test_no_more_photos_are_read_at_once_than_allowed() -> None:
    late = 3
    inside: set[int] = set()
    most: list[int] = []
    heard: SimpleQueue[str] = SimpleQueue()
    go_on = threading.Event()

    def read(number: int) -> None:
        with turn(heard.put):
            inside.add(number)
            most.append(len(inside))
            go_on.wait()
            inside.remove(number)

    with ThreadPoolExecutor(AT_ONCE + late) as readers:
        done = [readers.submit(read, number) for number in range(AT_ONCE + late)]
        heard_first = {heard.get() for _ in range(late)}
        go_on.set()
        for each in done:
            each.result()
    assert max(most) == AT_ONCE
    assert all(word.startswith("waiting ") for word in heard_first)


def test_a_turn_is_given_back_when_reading_fails() -> None:
    heard: list[str] = []
    for _ in range(AT_ONCE + 1):
        with pytest.raises(RuntimeError), turn(heard.append):
            raise RuntimeError("the photo was too much")

    assert heard == []
