"""How many spaces of a Kingdoms board have to be named by hand in the three epochs of a rendered game.

``python tests/benchmarks/bench_kingdoms.py [GAMES [FIRST]]``: 12 games from game 0; thresholds were chosen on others.

Each epoch is one photo, each in other light, on another table and from another side. Whoever enters it names what the
app asks for first, then whatever is still wrong, until all 30 spaces are right; the board is then remembered.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np

from models.training.kingdoms.photos import BoardPhoto, draw_shot, photograph
from models.training.kingdoms.play import play
from scoring.kingdoms import EPOCHS, Board, Space
from vision.kingdoms import Memory, NoBoardFound, Seen, StraightBoard, guesses, look, straighten, worth_naming
from vision.photo.photo import Photo

GAMES = 12


@dataclass(frozen=True)
class Entered:
    """One epoch as it was entered: what was named by hand, what was wrong before, and what was wrong but sure."""

    named: int
    wrong_at_first: int
    sure_but_wrong: int
    doubtful: int
    found: bool  # the board's grid, without corners set by hand


def enter(board: Board, photo: BoardPhoto, memory: Memory) -> tuple[Entered, Memory]:
    """One epoch entered until it is right, and what the table knows then."""
    straight, was_found = straightened(photo)
    seen = look(straight)
    truth = dict(board.spaces())
    named: dict[tuple[int, int], Space] = {}
    first = guesses(seen, named, memory)
    while wrong := mistakes(seen, named, memory, truth):
        named[wrong[0]] = truth[wrong[0]]
    entered = Entered(
        len(named),
        sum(not guess.known or guess.space != truth[at] for at, guess in first.items()),
        sum(guess.sure and guess.space != truth[at] for at, guess in first.items()),
        sum(not guess.sure for guess in first.values()),
        was_found,
    )
    return entered, memory.with_named(seen.looks, truth)


def straightened(photo: BoardPhoto) -> tuple[StraightBoard, bool]:
    """The board, found by itself if it can be, else by its true corners; and which of the two."""
    picture = Photo(photo.image, 1.0)
    try:
        found = straighten(picture)
    except NoBoardFound:
        return straighten(picture, photo.corners), False
    space = np.linalg.norm(photo.corners[1] - photo.corners[0]) / 6
    if np.linalg.norm(found.corners - photo.corners, axis=1).max() > space / 4:
        return straighten(picture, photo.corners), False
    return found, True


def mistakes(
    seen: Seen, named: dict[tuple[int, int], Space], memory: Memory, truth: dict[tuple[int, int], Space]
) -> list[tuple[int, int]]:
    """The spaces that are not right yet, those the app asks for first."""
    found = guesses(seen, named, memory)
    wrong = [at for at, guess in found.items() if not guess.known or guess.space != truth[at]]
    return [*(at for at in worth_naming(found) if at in wrong), *wrong]


def enter_game(number: int) -> list[Entered]:
    """The three epochs of a random game, one after the other."""
    rng = np.random.default_rng([2026, number])
    boards = play(rng, players=int(rng.integers(2, 5)))
    memory, epochs = Memory.empty(), []
    for board in boards:
        entered, memory = enter(board, photograph(board, draw_shot(rng), rng), memory)
        memory = Memory.from_json(memory.as_json())  # as the app keeps it between photos
        epochs.append(entered)
    return epochs


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    print(f"{'game':>5}" + "".join(f"   epoch {epoch}: named, wrong at first" for epoch in range(1, EPOCHS + 1)))
    games = []
    for number in range(first, first + count):
        games.append(enter_game(number))
        print(f"{number:>5}" + "".join(f"{one.named:>17}{one.wrong_at_first:>15}" for one in games[-1]), flush=True)
    for epoch in range(EPOCHS):
        entered = [game[epoch] for game in games]
        named = [one.named for one in entered]
        print(
            f"epoch {epoch + 1}: named {np.mean(named):.2f} (most {max(named)}), "
            f"sure but wrong {np.mean([one.sure_but_wrong for one in entered]):.2f}, "
            f"marked for a look {np.mean([one.doubtful for one in entered]):.2f}, "
            f"grid found {sum(one.found for one in entered)} of {count}"
        )


if __name__ == "__main__":
    main()
