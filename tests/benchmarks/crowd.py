"""People at tables: they join, photograph, correct squares, look round the table, and what they lived through."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from random import Random
from time import perf_counter
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qsl

from scoring import Kingdom, Position, Rules, Square, score
from tests.benchmarks.phone import CAMERA, Phone
from tests.benchmarks.sent_photos import SHOWN
from ui.store.codes import new_key

EDITOR = "board_editor"
NAMES = tuple(SHOWN)
PAUSE = (2.0, 6.0)  # seconds between two corrections
AT_THE_BOARD = 5  # corrections before a look round the table
LOOK = (5.0, 10.0)  # seconds
NEW_PHOTO = (240.0, 480.0)  # seconds between two photos of one person
READ = 180.0  # seconds after which a photo counts as unread
AGAIN_AFTER = 0.5  # seconds after which a correction is sent again, twice as long every time, as board_editor does
ATTEMPTS = 6  # after which it counts as unanswered here, and the page is loaded anew
_CARD = re.compile(r'<bdi>([^<]+)</bdi>.*?<span class="sum">(\d+)</span>')
_SQUARES = [square for _, square in Kingdom.parse("w w1 f f1/l l1 g g1/g2 s s1 s2/m m1 m2 m3").squares()]


@dataclass(frozen=True)
class Acknowledged:
    """A correction that the server has answered: where, what the square is now (kingdom code), by whom."""

    table: str
    board: int
    square: Position
    now: str


@dataclass
class Ledger:
    """How long everybody waited, in seconds, and what was promised to them."""

    screens: list[float] = field(default_factory=list)
    reads: list[float] = field(default_factory=list)
    rush: list[float] = field(default_factory=list)  # reads when everybody sends a photo at once
    corrections: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)  # from a correction until another phone showed its points
    acknowledged: list[Acknowledged] = field(default_factory=list)
    said_again: int = 0  # corrections sent anew, since no answer had come
    saved_later: int = 0  # answers that said that the correction is not saved yet
    wrong: int = 0  # answers with other points than the rules give
    unanswered: int = 0
    unread: int = 0  # photos of the rush that came to nothing
    back: list[float] = field(default_factory=list)  # from a break until the board was there again
    reloads: int = 0  # of pages on which nothing happened any more

    def begin(self) -> None:
        """Forget how long everybody waited until now, not what was promised."""
        for waited in (self.screens, self.reads, self.corrections, self.seen, self.back):
            waited.clear()
        self.said_again = self.saved_later = self.wrong = self.unanswered = self.reloads = 0


@dataclass
class Party:
    """One table: its address and who is looking at it just now."""

    key: str
    looking: list[Person] = field(default_factory=list)

    def tell(self, teller: Person, points: int, since: float) -> None:
        """Let everybody who looks wait for these points."""
        for person in self.looking:
            if person is not teller:
                person.waits_for(teller.name, points, since)


class Person:
    """Somebody with a phone and a seat; of several at one seat, each corrects squares of their own."""

    def __init__(
        self, phone: Phone, name: str, ledger: Ledger, chance: Random, *, at_seat: int = 0, of: int = 1
    ) -> None:
        self.phone, self.name = phone, name
        self.party = Party("")
        self.answered = 0.0  # when a correction last was, of perf_counter
        self._ledger, self._chance = ledger, chance
        self._at_seat, self._of = at_seat, of
        self._number, self._version = -1, 0  # of the board, and of the table when it was as it is held
        self._kingdom = Kingdom.empty(1, 1)
        self._recent: list[int] = []
        self._unanswered: tuple[Position, Square, float, str] | None = None  # a correction, when it was made, its key
        self._waiting: dict[str, list[tuple[int, float]]] = {}
        phone.on_news = self._looks

    @property
    def is_first(self) -> bool:
        """Whether this is the person who photographs for the seat."""
        return self._at_seat == 0

    async def opens_a_table(self) -> Party:
        """Open a table for everybody's names."""
        await self.phone.opens()
        await self.phone.clicks("By hand")
        for name in NAMES:
            await self.phone.types("Name", name)
            await self.phone.clicks("Add player")
            await self._is_seated(name)
        self.party = Party(dict(parse_qsl(self.phone.query))["t"])
        return self.party

    async def _is_seated(self, name: str) -> None:
        await self.phone.sees(lambda: f"<bdi>{name}</bdi>" in self.phone.screen.words() and not self.phone.busy)

    async def joins(self, party: Party) -> None:
        """Scan the table's picture, unless this is the phone that opened it."""
        if party is not self.party:
            self.party = party
            began = perf_counter()
            await self.phone.opens(f"/table?t={party.key}")
            self._ledger.screens.append(perf_counter() - began)
            await self.phone.clicks(f"I am {self.name}")
        await self.phone.clicks(f"{self.name}:")

    async def photographs(self, photo: bytes) -> None:
        """Send a photo, and wait for its board."""
        await self._goes_to_the_camera()
        await self._is_read(photo, self._ledger.reads)

    async def photographs_in_a_rush(self, photo: bytes, gate: asyncio.Barrier) -> None:
        """Send a photo as soon as everybody stands at the gate, and wait for its board."""
        with suppress(OSError):
            await self._goes_to_the_camera()
        await gate.wait()
        try:
            await self._is_read(photo, self._ledger.rush)
        except OSError:
            self._ledger.unread += 1

    async def _goes_to_the_camera(self) -> None:
        screen = self.phone.screen
        if self._is_at_the_table():
            await self.phone.clicks(f"{self.name}:")
        await self.phone.sees(lambda: screen.component(EDITOR) or self._is_at_the_camera())
        if screen.component(EDITOR):  # on a page loaded anew too, where a photo was read that nobody saw come
            await self.phone.clicks("Another photo")
        await self.phone.sees(lambda: self._is_at_the_camera() and not self.phone.busy)

    def _is_at_the_table(self) -> bool:
        label = f"{self.name}:"
        return self.phone.screen.first("button", lambda one: one.button.label.startswith(label)) is not None

    def _is_at_the_camera(self) -> bool:
        """Whether the screen asks for this kingdom's photo; that of the table has a camera, too."""
        is_offered = self.phone.screen.first("button", lambda one: one.button.label == "Enter by hand")
        return is_offered is not None and self.phone.screen.component(CAMERA) is not None

    async def _is_read(self, photo: bytes, waited: list[float]) -> None:
        began = perf_counter()
        await self.phone.uploads(photo)
        await self.phone.sees(lambda: self._shown_number() not in (None, self._number), READ)
        waited.append(perf_counter() - began)

    def _shown_number(self) -> int | None:
        """The number of the board on the screen."""
        state = self.phone.screen.given(EDITOR).get("state")
        return state["board"]["number"] if state else None

    async def finds_the_board(self) -> None:
        """Wait until the board is on the screen."""
        await self.phone.sees(lambda: self.phone.screen.component(EDITOR))

    async def reloads(self) -> None:
        """Load a page anew on which nothing happens any more, as people do."""
        self._ledger.reloads += 1
        await self.phone.closes()
        self.phone, self._number, self._version = self.phone.again(), -1, 0
        await self.phone.opens(f"/table?t={self.party.key}")
        await self.phone.clicks(f"{self.name}:")

    async def corrects(self) -> None:
        """Put another square somewhere, and wait for the points of the board with it.

        A correction that a broken connection has left without an answer comes first, as on a page, unless it is there.
        """
        self._take(self.phone.screen.given(EDITOR)["state"])
        self._take(self.phone.told)
        self._unanswered = self._unanswered or (*self._another(self._kingdom), perf_counter(), new_key())
        place, square, began, key = self._unanswered
        self._kingdom = self._kingdom.with_square(*place, square)
        points = score(self._kingdom, Rules()).total
        if self._of == 1:
            self.party.tell(self, points, began)
        edit = {"key": key, "squares": [{"at": place, "to": [str(square), False]}]}
        answer = await self._answer(json.dumps(edit).encode())
        if answer is None:
            self._ledger.unanswered += 1
            raise ConnectionError("a correction is not answered")
        self._unanswered = None
        self.answered = perf_counter()
        self._ledger.corrections.append(self.answered - began)
        self._ledger.acknowledged.append(Acknowledged(self.party.key, self._number, place, str(square)))
        self._ledger.wrong += self._of == 1 and answer["board"]["total"] != points
        self._take(answer)

    async def _answer(self, edit: bytes) -> dict[str, Any] | None:
        """What the server says of an edit, sent until it is answered, as the page does; None where it never is."""
        path = f"/api/tables/{self.party.key}/boards/{self._number}"
        for attempt in range(ATTEMPTS):
            self._ledger.said_again += attempt > 0
            try:
                answer: dict[str, Any] = json.loads(await self.phone.request("POST", path, edit, "application/json"))
                return answer
            except HTTPError as refused:
                if refused.code < HTTPStatus.TOO_MANY_REQUESTS:
                    raise
                self._ledger.saved_later += refused.code == HTTPStatus.SERVICE_UNAVAILABLE
            except OSError:
                pass
            await asyncio.sleep(AGAIN_AFTER * 2**attempt)
        return None

    async def looks_round(self) -> None:
        """Go to the table for a while, and back to the board."""
        await self.phone.clicks("‹ ")
        await self.phone.sees(lambda: _CARD.search(self.phone.screen.words()))
        self.party.looking.append(self)
        await asyncio.sleep(self._chance.uniform(*LOOK))
        self.party.looking.remove(self)
        now = perf_counter()
        late = [now - since for waiting in self._waiting.values() for _, since in waiting if now - since > LOOK[0]]
        self._ledger.seen += late
        self._waiting.clear()
        await self.phone.clicks(f"{self.name}:")
        await self.finds_the_board()

    async def plays(self, photos: Sequence[bytes]) -> None:
        """Correct and look round in turn, with a new photo now and then, until cancelled."""
        next_photo = perf_counter() + self._chance.uniform(*NEW_PHOTO)
        if self._unanswered:
            await self.corrects()
        while True:
            for _ in range(AT_THE_BOARD):
                await asyncio.sleep(self._chance.uniform(*PAUSE))
                await self.corrects()
            if photos and self._of == 1 and perf_counter() > next_photo:
                await self.photographs(self._chance.choice(photos))
                next_photo = perf_counter() + self._chance.uniform(*NEW_PHOTO)
            else:
                await self.looks_round()

    def waits_for(self, name: str, points: int, since: float) -> None:
        """Look out for these points on somebody's card."""
        self._waiting.setdefault(name, []).append((points, since))

    def _looks(self) -> None:
        if not self._waiting:
            return
        for name, points in _CARD.findall(self.phone.screen.words()):
            waiting = self._waiting.get(name, [])
            found = next((place for place, (wanted, _) in enumerate(waiting) if wanted == int(points)), -1)
            self._ledger.seen += [perf_counter() - since for _, since in waiting[: found + 1]]
            del waiting[: found + 1]

    def _take(self, state: dict[str, Any]) -> None:
        """Hold what the server has told of the board, unless it is older than what is held."""
        if state and state["version"] >= self._version:
            self._version, self._number = state["version"], state["board"]["number"]
            self._kingdom = Kingdom.parse(state["board"]["code"])

    def _another(self, kingdom: Kingdom) -> tuple[Position, Square]:
        """A place and a square for it with which the points are others than those of the last corrections."""
        places = [
            place
            for place, square in kingdom.squares()
            if not square.is_castle and sum(place) % self._of == self._at_seat
        ]
        while True:
            place, square = self._chance.choice(places), self._chance.choice(_SQUARES)
            points = score(kingdom.with_square(*place, square), Rules()).total
            if square != kingdom[place] and points not in self._recent:
                self._recent = [*self._recent[-3:], points]
                return place, square


def everybody(
    persons: int, tables: int, phone: Callable[[], Phone], ledger: Ledger, chance: Random
) -> list[list[Person]]:
    """The people of each table; those beyond four at a table share the seats of the first."""
    seats = [[number for number in range(persons) if number % tables == table] for table in range(tables)]
    return [
        [
            Person(
                phone(),
                NAMES[place % len(NAMES)],
                ledger,
                chance,
                at_seat=place // len(NAMES),
                of=len(range(place % len(NAMES), len(here), len(NAMES))),
            )
            for place in range(len(here))
        ]
        for here in seats
    ]
