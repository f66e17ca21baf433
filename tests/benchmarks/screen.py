"""What stands on the screen of a phone without a browser: the elements that Streamlit's messages draw."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

CARD = "player_card"  # the component
OFFERED = 2  # runs of the page after which a large message that was not shown any more is to be sent again
FORGOTTEN = 20  # runs after which it is forgotten; the answer to an offer may be under way a while


@dataclass(frozen=True)
class Shown:
    """One element on the screen, the fragment it belongs to (empty: the page), and the run that drew it last."""

    element: Element
    fragment: str
    run: str


def with_note(card: str, note: str) -> str:
    """The HTML of a player's card as a phone shows it, with what that phone alone says behind the state."""
    return re.sub(r'(?<="state">)[^<]*', lambda state: state[0] + note, card)


class Screen:
    """The elements by their place on the page."""

    def __init__(self) -> None:
        self.runs = 0  # of the whole page, finished
        self.told_cards: dict[int, dict[str, Any]] = {}  # those of which the server has told, by seat
        self._shown: dict[tuple[int, ...], Shown] = {}
        self._run = ""  # the one under way, as the server calls it
        self._remembered: dict[str, tuple[Delta, int]] = {}  # large messages, with the run that last showed them

    def all(self, kind: str) -> list[Shown]:
        """The elements of a kind, from the top."""
        return [one for _, one in sorted(self._shown.items()) if one.element.WhichOneof("type") == kind]

    def first(self, kind: str, wanted: Callable[[Element], bool] = lambda one: True) -> Shown | None:
        """The first element of a kind that is wanted."""
        return next((one for one in self.all(kind) if wanted(one.element)), None)

    def component(self, name: str) -> Shown | None:
        """The component of that name."""
        return self.first("bidi_component", lambda one: one.bidi_component.component_name == name)

    def given(self, name: str) -> dict[str, Any]:
        """What the component of that name was given to draw; empty if it is not on the screen."""
        shown = self.component(name)
        return json.loads(shown.element.bidi_component.json) if shown else {}

    def words(self) -> str:
        """Every piece of HTML on the screen, players' cards last."""
        return "\n".join([*(one.element.html.body for one in self.all("html")), *self._cards()])

    def _cards(self) -> Iterator[str]:
        """Players' cards as they were drawn, or as the server has told of them since."""
        for one in self.all("bidi_component"):
            if one.element.bidi_component.component_name == CARD:
                data = json.loads(one.element.bidi_component.json)
                drawn = data["state"]
                told = self.told_cards.get(drawn["card"]["seat"], drawn)
                state = max(drawn, told, key=lambda state: state["version"])
                yield with_note(state["card"]["html"], data["note"])

    def widgets(self) -> Iterator[str]:
        """The numbers of the widgets on the screen."""
        for one in self._shown.values():
            widget = getattr(one.element, one.element.WhichOneof("type") or "empty")
            if hasattr(widget, "id"):
                yield widget.id

    def offers(self) -> list[str]:
        """The large messages that need not be sent again."""
        return [key for key, (_, shown) in self._remembered.items() if self.runs - shown <= OFFERED]

    def begin(self, message: ForwardMsg) -> None:
        """A run begins."""
        self._run = message.metadata.run.script_run_id

    def draw(self, message: ForwardMsg) -> Element | None:
        """The element that a message draws; None for a message that only makes room."""
        if message.WhichOneof("type") == "ref_hash":
            delta = self._remembered[message.ref_hash][0]
            self._remembered[message.ref_hash] = (delta, self.runs)
        else:
            delta = message.delta
            if message.metadata.cacheable:
                self._remembered[message.hash] = (delta, self.runs)
        if delta.WhichOneof("type") != "new_element":
            return None
        self._shown[tuple(message.metadata.delta_path)] = Shown(delta.new_element, delta.fragment_id, self._run)
        return delta.new_element

    def finish(self, message: ForwardMsg) -> None:
        """A run ends: what it did not draw again goes off the screen; one that was cut short changes nothing."""
        whole = message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY
        fragments = set(message.metadata.run.fragment_ids)
        if not (whole or message.script_finished == ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY):
            return
        self._shown = {
            path: one
            for path, one in self._shown.items()
            if one.run == self._run or not (whole or one.fragment in fragments)
        }
        if whole:
            self.runs += 1
            known = self._remembered.items()
            self._remembered = {key: held for key, held in known if self.runs - held[1] <= FORGOTTEN}
