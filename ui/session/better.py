"""The kingdoms that could have been had, sought beside everything else: one at a time, each of them once."""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock

from scoring import Kingdom, Laying, Rules, better_laying, build_order

MOST_REMEMBERED = 500  # answers
MOST_WAITING = 40  # kingdoms, of a second or two; the one asked for longest ago gives way
_Question = tuple[Kingdom, Rules]


@dataclass(frozen=True)
class Possible:
    """What was found for a kingdom: a better laying of its dominoes if there is one; ``legal`` if it could be laid."""

    legal: bool
    laying: Laying | None


_seeker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="better")  # one, so that taps have the rest
_answers: OrderedDict[_Question, Future[Possible]] = OrderedDict()
_lock = Lock()


def possible(kingdom: Kingdom, rules: Rules) -> Possible | None:
    """What could have been had with the dominoes of a kingdom; None while that is being sought, which starts now."""
    question = kingdom, rules
    with _lock:
        if question not in _answers:
            _answers[question] = _seeker.submit(_sought, kingdom, rules)
        _answers.move_to_end(question)
        answer = _answers[question]
        waiting = [asked for asked, one in _answers.items() if not one.done()]
        for forgotten in (*[*_answers][:-MOST_REMEMBERED], *waiting[:-MOST_WAITING]):
            _answers.pop(forgotten).cancel()
    return answer.result() if answer.done() else None


def _sought(kingdom: Kingdom, rules: Rules) -> Possible:
    return Possible(build_order(kingdom, rules.grid, rules.box) is not None, better_laying(kingdom, rules))
