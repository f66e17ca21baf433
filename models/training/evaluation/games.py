"""What reading the kingdoms of one game together changes: where they are of one game, and where they are not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

import numpy as np

from models.training.evaluation.hard_light import HARD, pieced_together
from models.training.evaluation.held_out import HeldOut, Trial, whole_boards
from models.training.evaluation.read_boards import ReadBoard, looks_of, read_board, read_game

MIXES = 40  # groups of kingdoms of several games
SEED = 2026
HEADER = f"{'kingdoms':<48}{'groups':>8}{'boards':>8}{'exact apart':>13}{'together':>10}{'squares wrong':>15}{'so':>10}"


@dataclass(frozen=True)
class Games:
    """Groups of kingdoms: boards exact and squares wrong when each is decoded for itself, and together."""

    split: str
    groups: int
    boards: int
    exact_apart: int
    exact_together: int
    wrong_apart: int
    wrong_together: int

    def __str__(self) -> str:
        return (
            f"{self.split:<48}{self.groups:>8}{self.boards:>8}{self.exact_apart:>13}{self.exact_together:>10}"
            f"{self.wrong_apart:>15}{self.wrong_together:>10}"
        )


def games(quarters: Sequence[Trial], unseen: Trial | None) -> Iterator[Games]:
    """The figures for the boards as they are (games left out, then the whole source) and in hard light."""
    everything = reduce(add, [trial.held_out for trial in quarters])
    trials = {"games left out": everything} | ({"the whole source left out": unseen.held_out} if unseen else {})
    for name, held_out in trials.items():
        yield from _figures(f"boards, {name}", _by_kingdom(held_out))
    layouts = {kingdom: [looks_of(board)[1] for board in boards] for kingdom, boards in _sheets(everything).items()}
    for family in HARD:
        if any(patch.group == family for patch in everything.patches):
            hard = {kingdom: pieced_together(found, everything, family) for kingdom, found in layouts.items()}
            yield from _figures(f"hard light {family}", hard)


def _sheets(held_out: HeldOut) -> dict[str, list[HeldOut]]:
    """The boards of each kingdom."""
    found: dict[str, list[HeldOut]] = {}
    for board in whole_boards(held_out.where(lambda p: p.source == "boards")):
        found.setdefault(board.patches[0].group, []).append(board)
    return found


def _by_kingdom(held_out: HeldOut) -> dict[str, list[ReadBoard]]:
    return {
        kingdom: [read_board(kingdom, *looks_of(board)) for board in boards]
        for kingdom, boards in _sheets(held_out).items()
    }


def _figures(split: str, kingdoms: dict[str, list[ReadBoard]]) -> Iterator[Games]:
    of_game: dict[str, list[str]] = {}
    for kingdom in kingdoms:
        of_game.setdefault(kingdom.split("-")[0], []).append(kingdom)
    takes = max(map(len, kingdoms.values()), default=0)
    same = [
        [kingdoms[name][take % len(kingdoms[name])] for name in names]
        for names in of_game.values()
        for take in range(takes)
    ]
    rng = np.random.default_rng(SEED)
    names = sorted(kingdoms)
    mixed = [
        [kingdoms[name][int(rng.integers(len(kingdoms[name])))] for name in rng.choice(names, 2 + mix % 3)]
        for mix in range(MIXES if names else 0)
    ]
    if same:
        yield _compared(f"{split}, one game", same)
        yield _compared(f"{split}, several games", mixed)


def _compared(split: str, groups: list[list[ReadBoard]]) -> Games:
    apart = [board for group in groups for board in group]
    together = [board for group in groups for board in read_game(group)]
    return Games(
        split,
        len(groups),
        len(apart),
        sum(board.exact for board in apart),
        sum(board.exact for board in together),
        sum(int(board.wrong.sum()) for board in apart),
        sum(int(board.wrong.sum()) for board in together),
    )
