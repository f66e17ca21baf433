"""Compose photos of a kingdom with one or two stray dominoes, and measure how they are read.

A stray domino is 0.1 to 1 square away from a tile, face up or face down, aligned with the kingdom or turned a little.
As many photos of each kind of kingdom have no stray domino.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

import cv2
import numpy as np
from numpy.random import Generator

from models.training.art.canvas import Canvas, Colour, shade, vary
from models.training.evaluation.evenings import JPEG, PLAIN, SEED, SIZE, DrawBox, Evening, Lying, relit
from models.training.evaluation.outcomes import VERDICTS_HEADER, Verdict, format_verdicts, judge
from models.training.synthesis.camera import Places, Stance, outline, pose, project
from models.training.synthesis.legal_play import Play, play
from models.training.synthesis.light import compress
from models.training.synthesis.scene import Laid, Scene, Spot, render
from scoring.kingdom import Position
from scoring.rules import GRIDS
from vision.photo.photo import Bgr

APART = (0.1, 1.0)  # squares between a domino and a tile
MARGIN_SQUARES = 3.2  # of table around the kingdom: a domino a square away, and a little more
MAX_PLACE_TRIES = 60
GROWTH_SQUARES = 0.05  # by which pieces are grown to check that they are apart
BACKS: tuple[Colour, ...] = ((60, 95, 140), (120, 165, 195), (55, 70, 60), (95, 70, 45), (170, 190, 200))  # BGR


def _play_growing(rng: Generator) -> Play:
    """Play a kingdom that is 6 or 7 squares wide before the game ends, as in a Mighty Duel."""
    while True:
        game = play(rng, grid=max(GRIDS), turns=int(rng.integers(7, 17)))
        if max(game.kingdom.height, game.kingdom.width) > min(GRIDS):
            return game


KINGDOMS: dict[str, Callable[[Generator], Play]] = {
    "5 x 5": lambda rng: play(rng, complete=True),
    "5 x 5, incomplete": lambda rng: play(rng, turns=int(rng.integers(4, 11))),
    "6 or 7 wide": _play_growing,
    "7 x 7": lambda rng: play(rng, grid=max(GRIDS), complete=True),
}
FACES = ("face up", "face down")
NOTHING = "nothing"


def compose(rng: Generator, kingdom: str, beside: str, draw_box: DrawBox) -> Evening:
    """Compose a photo of a kingdom.

    Args:
        rng: source of the random choices.
        kingdom: a kind of kingdom, a key of KINGDOMS.
        beside: stray dominoes, one of FACES, or NOTHING.
        draw_box: draws the tiles of a box.
    """
    laid = Laid(KINGDOMS[kingdom](rng), turn=float(rng.uniform(-12, 12)), standing=bool(rng.random() < 0.15))
    stance = Stance(float(rng.uniform(5, 35)), float(rng.normal(-90, 10)), float(rng.normal(0, 3)), 0.78)
    table = str(rng.choice(["wood", "planks", "cloth", "felt", "marble", "carpet"]))
    side = max(laid.shape)
    scene = Scene.frame((laid,), table, stance, PLAIN, SIZE, fill=side / (side + 2 * MARGIN_SQUARES))
    if beside != NOTHING:
        spots = _place_dominoes(rng, laid, count=1 if rng.random() < 0.6 else 2)
        back = _back_of_box(rng) if beside == "face down" else None
        scene = replace(scene, loose=spots, back=back)
    image, (corners,) = render(scene, rng, draw_box=draw_box)
    image = compress(relit(rng, image, "even"), JPEG)
    return Evening(f"{kingdom}, {beside}", image, (Lying(laid.play.kingdom, corners),))


def _place_dominoes(rng: Generator, laid: Laid, count: int) -> tuple[Spot, ...]:
    """Return places for dominoes beside a kingdom that touch neither a tile nor each other."""
    taken = [_rectangle((column + 0.5, row + 0.5), (1, 1)) for row, column in laid.play.kingdom.tiles]
    spots: list[Spot] = []
    for _ in range(MAX_PLACE_TRIES):
        if len(spots) == count:
            break
        tile = laid.play.kingdom.tiles[int(rng.integers(len(laid.play.kingdom.tiles)))]
        middle, turn = _propose_place(rng, tile)
        if all(_is_apart(_rectangle(middle, (1, 2), turn), each) for each in taken):
            taken.append(_rectangle(middle, (1, 2), turn))
            x, y = project(laid.pose(), np.array([middle]))[0].tolist()
            spots.append((x, y, turn + float(np.radians(laid.turn))))
    return tuple(spots)


def _propose_place(rng: Generator, tile: Position) -> tuple[tuple[float, float], float]:
    """Return the middle of a domino beside a tile, in squares of the kingdom, and its turn in radians."""
    row, column = tile
    points_away = bool(rng.random() < 0.5)
    away = 0.5 + float(rng.uniform(*APART)) + (1.0 if points_away else 0.5)
    along = float(rng.choice([rng.normal(0, 0.05), rng.uniform(-1, 1)]))
    along += 0.0 if points_away else 0.5
    side = int(rng.integers(4))
    x, y = ((away, along), (along, away), (-away, along), (along, -away))[side]
    turn = 0.0 if (side % 2 == 0) == points_away else np.pi / 2
    turn += float(rng.normal(0, 0.02) if rng.random() < 0.6 else rng.uniform(-0.25, 0.25))
    return (column + 0.5 + x, row + 0.5 + y), turn


def _rectangle(middle: tuple[float, float], shape: tuple[int, int], turn: float = 0.0) -> Places:
    """Return the corners (4, 2) of a piece of (rows, columns), grown by GROWTH_SQUARES."""
    corners = project(pose(middle, turn, shape), outline(shape))
    return np.asarray(middle + (corners - middle) * (1 + 2 * GROWTH_SQUARES / min(shape)), np.float64)


def _is_apart(one: Places, other: Places) -> bool:
    return not cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))[0] > 0


def _back_of_box(rng: Generator) -> Callable[[Generator, int], Bgr]:
    """Choose the colours of a box; return a function that draws a back of that box: a number in a ring."""
    colour, ink = vary(rng, BACKS[int(rng.integers(len(BACKS)))], 0.2, 15.0), float(rng.choice([0.5, 1.6]))

    def draw(rng: Generator, px: int) -> Bgr:
        grain = rng.normal(1, 0.05, (px // 4, px // 2, 1))
        face = np.asarray((np.array(colour) * grain).clip(0, 255), np.uint8)
        face = np.asarray(cv2.resize(face, (2 * px, px), interpolation=cv2.INTER_CUBIC), np.uint8)
        middle = np.ascontiguousarray(face[:, px // 2 : px // 2 + px])
        Canvas.of(middle).disc((0.5, 0.5), 0.34, shade(colour, ink))
        Canvas.of(middle).disc((0.5, 0.5), 0.28, colour)
        text, scale = str(int(rng.integers(1, 49))), px / 80
        (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, 3)
        at = (px - width) // 2, (px + height) // 2
        cv2.putText(middle, text, at, cv2.FONT_HERSHEY_DUPLEX, scale, shade(colour, ink), 3, cv2.LINE_AA)
        face[:, px // 2 : px // 2 + px] = middle
        return face

    return draw


def figures(draw_box: DrawBox, each: int) -> Iterator[str]:
    """Yield how ``each`` photos of every kind of kingdom are read, with dominoes and nothing beside it."""
    yield f"{'kingdom':<22}{'beside it':<11}{VERDICTS_HEADER}"
    of_dominoes: list[Verdict] = []
    for kingdom, beside in product(KINGDOMS, (*FACES, NOTHING)):
        rngs = (np.random.default_rng([SEED, number, *map(ord, kingdom + beside)]) for number in range(each))
        verdicts = [judge(compose(rng, kingdom, beside, draw_box)) for rng in rngs]
        of_dominoes += verdicts if beside != NOTHING else []
        yield f"{kingdom:<22}{beside:<11}{format_verdicts(verdicts)}"
    yield f"{'all':<22}{'dominoes':<11}{format_verdicts(of_dominoes)}"
