"""Draw table tops from straight above: detailed ones for photos, rough ones for single squares."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.canvas import Canvas, Colour, clouds, lump, mix, shade, vary
from vision.photo.photo import Bgr

Field = NDArray[np.float32]  # shape (size, size): how much lighter (above 0) or darker, as a share

WOODS: tuple[Colour, ...] = (
    (128, 178, 214),  # beech
    (96, 148, 190),  # oak
    (58, 92, 138),  # walnut
    (140, 196, 226),  # pine
    (62, 74, 120),  # mahogany
    (120, 140, 156),  # weathered
    (40, 56, 78),  # wenge
)
CLOTHS: tuple[Colour, ...] = (
    (205, 210, 214),
    (60, 50, 160),
    (140, 90, 50),
    (90, 130, 80),
    (70, 70, 74),
    (150, 190, 205),
    (120, 60, 90),
    (170, 150, 100),
)
MATS: tuple[Colour, ...] = ((92, 60, 32), (70, 84, 28), (46, 44, 44), (150, 140, 132), (100, 70, 110))

SHARES = (0.22, 0.2, 0.1, 0.13, 0.1, 0.25)
CONTRAST = ((0.05, 0.6), (0.05, 0.6), (0.05, 0.6), (0.05, 0.6), (0.1, 1.0), (0.3, 1.0))


def surface(rng: Generator, size: int, *, square_px: float = 64.0, kind: str | None = None) -> Bgr:
    """Draw a table top, uint8 (size, size, 3), at ``square_px`` pixels a square.

    ``kind`` is one of SURFACES; None chooses one at random.
    """
    return SURFACES[kind or str(rng.choice(list(SURFACES)))](rng, size, square_px)


def lit(colour: Colour | Bgr | NDArray[np.float32], field: Field) -> Bgr:
    """Lighten and darken a colour or picture by a field."""
    return np.asarray(np.clip(np.asarray(colour, np.float32) * (1 + field[..., None]), 0, 255), np.uint8)


def _specks(rng: Generator, size: int, across: float) -> Field:
    """Draw noise of spread 1 whose specks are about ``across`` pixels wide."""
    noise = np.asarray(rng.standard_normal((size, size)), np.float32)
    smooth = np.asarray(cv2.GaussianBlur(noise, (0, 0), max(0.6, across / 2)), np.float32)
    return smooth / np.float32(max(1e-3, float(smooth.std())))


def _pick(rng: Generator, colours: tuple[Colour, ...]) -> Colour:
    return vary(rng, colours[int(rng.integers(len(colours)))], 0.1, 6.0)


def _grain(rng: Generator, size: int, square_px: float) -> Field:
    """Draw wood grain along x: long streaks bent round each other, with pores."""
    streaks = rng.standard_normal((max(4, size // 3), max(2, size // 260 + 2)), dtype=np.float32)
    long = cv2.resize(streaks, (size, size), interpolation=cv2.INTER_CUBIC)
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    bend = clouds(rng, size, 3) * square_px * float(rng.uniform(0.1, 0.5))
    bent = cv2.remap(long, x, y + bend, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    rings = np.sin((y + 2.2 * bend) * (float(rng.uniform(6, 16)) / square_px) + 2 * clouds(rng, size, 6))
    pores = cv2.blur(rng.standard_normal((size, size), dtype=np.float32), (9, 1))
    strength = float(rng.uniform(0.4, 1.0))
    return np.asarray(strength * (0.05 * bent + 0.045 * rings + 0.1 * np.minimum(pores, 0)), np.float32)


def _wood(rng: Generator, size: int, square_px: float) -> Bgr:
    wood = lit(_pick(rng, WOODS), _grain(rng, size, square_px) + 0.04 * clouds(rng, size, 3))
    return wood if rng.random() < 0.5 else _upright(wood)


def _upright(image: Bgr) -> Bgr:
    return np.ascontiguousarray(image.transpose(1, 0, 2))


def _planks(rng: Generator, size: int, square_px: float) -> Bgr:
    colour, field = _pick(rng, WOODS), _grain(rng, size, square_px)
    wide = max(8, round(square_px * float(rng.uniform(1.1, 3.2))))
    for top in range(0, size, wide):
        low = min(size, top + wide)
        field[top:low] = np.roll(field[top:low], int(rng.integers(size)), axis=1) + 0.06 * float(rng.standard_normal())
        joint = int(rng.integers(size))
        field[top:low, joint : joint + max(1, round(square_px / 40))] -= 0.35
        field[top : top + max(1, round(square_px / 30))] -= 0.4
    planks = lit(colour, field)
    return planks if rng.random() < 0.5 else _upright(planks)


def _folds(rng: Generator, size: int) -> Field:
    return np.asarray(0.05 * clouds(rng, size, 3) + 0.03 * clouds(rng, size, 9), np.float32)


def _weave(rng: Generator, size: int, square_px: float) -> Field:
    """Weave threads over and under each other, and loose fibres."""
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    step = 2 * np.pi / max(2.5, square_px / float(rng.uniform(9, 24)))
    threads = np.sin(x * step) * np.sin(y * step) + 0.5 * np.sin((x + y) * step)
    return np.asarray(0.045 * threads, np.float32) + 0.015 * _specks(rng, size, 1.6)


def _cloth(rng: Generator, size: int, square_px: float) -> Bgr:
    return lit(_pick(rng, CLOTHS), _weave(rng, size, square_px) + _folds(rng, size))


def _checks(rng: Generator, size: int, square_px: float) -> Bgr:
    """Draw gingham or tartan: stripes both ways, darker where they cross."""
    ground, stripe = vary(rng, (220, 226, 228)), _pick(rng, CLOTHS[1:])
    period = square_px * float(rng.uniform(0.5, 2.4))
    at = (np.arange(size) / period) % 1.0
    band = (at < 0.5).astype(np.float32) * 0.75
    if rng.random() < 0.4:
        band = np.maximum(band * 0.7, ((at > 0.7) & (at < 0.76)).astype(np.float32))
    share = (band[None] + band[:, None])[..., None] / 2
    cloth = np.asarray(np.array(ground) * (1 - share) + np.array(stripe) * share, np.float32)
    return lit(cloth, _weave(rng, size, square_px) + _folds(rng, size))


def _cutting_mat(rng: Generator, size: int, square_px: float) -> Bgr:
    """Draw a cutting mat with its own grid, finer lines between, diagonals and numbers."""
    colour = _pick(rng, MATS)
    mat = lit(colour, 0.02 * rng.standard_normal((size, size), dtype=np.float32) + 0.04 * clouds(rng, size, 4))
    ink = mix(colour, (225, 228, 225), float(rng.uniform(0.45, 0.9)))
    step = square_px * float(rng.uniform(0.22, 0.75))
    thin = max(1, round(square_px / 60))
    first = step * float(rng.random())
    for count, at in enumerate(np.arange(first, size, step).tolist()):
        wide = thin * 2 if count % 5 == 0 else thin
        tone = ink if count % 5 == 0 else mix(colour, ink, 0.55)
        cv2.line(mat, (round(at), 0), (round(at), size), tone, wide, cv2.LINE_AA)
        cv2.line(mat, (0, round(at)), (size, round(at)), tone, wide, cv2.LINE_AA)
        if count % 5 == 0:
            place = (round(at) + 2, round(first + 0.8 * step))
            cv2.putText(mat, str(count), place, cv2.FONT_HERSHEY_SIMPLEX, square_px / 140, ink, thin, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 4))):
        start = (int(rng.integers(size)), 0)
        end = (start[0] + round(size * float(rng.choice([1.0, -1.0, 0.577, -1.732]))), size)
        cv2.line(mat, start, end, ink, thin, cv2.LINE_AA)
    return mat


def _carpet(rng: Generator, size: int, square_px: float) -> Bgr:
    colour = vary(rng, mix((150, 165, 175), CLOTHS[int(rng.integers(len(CLOTHS)))], float(rng.random()) * 0.8), 0.12)
    tuft = square_px / float(rng.uniform(12, 30))
    depth = float(rng.uniform(0.05, 0.13))
    field = depth * _specks(rng, size, tuft) + 0.7 * depth * _specks(rng, size, tuft / 3)
    return lit(colour, field + 0.05 * clouds(rng, size, 5))


def _cork(rng: Generator, size: int, square_px: float) -> Bgr:
    field = 0.03 * rng.standard_normal((size, size), dtype=np.float32)
    for crumb, depth in ((square_px / 30, 0.07), (square_px / 13, 0.06)):
        specks = _specks(rng, size, crumb)
        field += depth * np.tanh(specks) - 0.2 * (specks < -1.9)
    return lit(vary(rng, (84, 132, 178), 0.1, 8.0), field)


def _felt(rng: Generator, size: int, square_px: float) -> Bgr:
    return lit(_pick(rng, CLOTHS[1:]), 0.04 * _specks(rng, size, 2.4) + _folds(rng, size))


def _marble(rng: Generator, size: int, square_px: float) -> Bgr:
    base = vary(rng, (222, 224, 226) if rng.random() < 0.6 else (58, 56, 56), 0.06)
    vein = mix(base, (120, 118, 116), 0.8) if base[0] > 128 else (170, 172, 175)
    share = np.zeros((size, size), np.float32)
    for cells, depth in ((2, 0.7), (4, 0.35), (9, 0.2)):
        hills = clouds(rng, size, cells) + 0.4 * clouds(rng, size, 2 * cells + 3) + 0.2 * clouds(rng, size, 6 * cells)
        share += depth * np.exp(-np.abs(hills) * float(rng.uniform(12, 30))) * np.clip(0.6 + clouds(rng, size, 5), 0, 1)
    share = np.clip(share, 0, 0.8)[..., None]
    stone = np.asarray(np.array(base) * (1 - share) + np.array(vein) * share, np.float32)
    return lit(stone, 0.05 * clouds(rng, size, 4))


def _granite(rng: Generator, size: int, square_px: float) -> Bgr:
    field = 0.06 * _specks(rng, size, 1.2) + 0.09 * np.tanh(1.5 * _specks(rng, size, square_px / 20))
    return lit(vary(rng, (130, 136, 142), 0.25, 6.0), np.asarray(field, np.float32))


def _draw_tablecloth(rng: Generator, size: int, square_px: float) -> Bgr:
    """Draw a tablecloth with a printed motif in rows: flowers, leaves or dots."""
    cloth = _cloth(rng, size, square_px)
    inks = [_pick(rng, CLOTHS) for _ in range(3)]
    step = square_px * float(rng.uniform(0.6, 2.0))
    petals, big = int(rng.integers(1, 7)), float(rng.uniform(0.12, 0.3))
    for row, y in enumerate(np.arange(0, size + step, step).tolist()):
        for x in np.arange((row % 2) * step / 2, size + step, step).tolist():
            motif = Canvas(cloth, (x, y), (step, 0.0), (0.0, step)).place((0, 0), turn=float(rng.choice([0, 90])))
            for turn in range(petals):
                motif.place((0, 0), turn=360 / petals * turn).oval((0, -big), (big * 0.55, big * 0.55), inks[0])
            motif.disc((0, 0), big * 0.5, inks[1])
            motif.line([(0.2, 0.3), (0.35, 0.45)], inks[2], 0.04)
    return lit(cloth, _folds(rng, size))


def _newspaper(rng: Generator, size: int, square_px: float) -> Bgr:
    """Print columns of grey lines, headlines and pictures."""
    paper = lit(vary(rng, (196, 214, 222), 0.05), _folds(rng, size))
    column, line = square_px * float(rng.uniform(1.2, 2.2)), square_px / float(rng.uniform(8, 13))
    for left in np.arange(0, size, column).tolist():
        y = -float(rng.random()) * square_px
        while y < size:
            y = _paragraph(paper, rng, left + 0.06 * column, y, 0.88 * column, line)
    return np.asarray(cv2.blur(paper, (2, 2)), np.uint8)


def _paragraph(paper: Bgr, rng: Generator, left: float, top: float, wide: float, line: float) -> float:
    """Draw one paragraph, headline or picture into the paper and return where the next begins."""
    ink: Colour = (96, 92, 92)
    style = float(rng.random())
    if style < 0.12:
        high = wide * float(rng.uniform(0.4, 0.9))
        corner = (round(left + wide), round(top + high))
        cv2.rectangle(paper, (round(left), round(top)), corner, _pick(rng, CLOTHS), -1)
        return top + high + line
    rows, high = (2, line * 1.7) if style < 0.25 else (int(rng.integers(4, 14)), line)
    for row in range(rows):
        x, y = left, top + row * high
        while x < left + wide * (0.6 if row == rows - 1 else 0.96):
            word = high * float(rng.uniform(0.5, 2.2))
            end = (round(min(x + word, left + wide)), round(y + 0.5 * high))
            cv2.rectangle(paper, (round(x), round(y)), end, shade(ink, 0.8 + 0.8 * float(rng.random())), -1)
            x += word + 0.35 * high
    return top + rows * high + line


def _play_mat(rng: Generator, size: int, square_px: float) -> Bgr:
    """Draw a dark printed mat: peaks, dotted beams, stars."""
    mat = lit(vary(rng, (52, 34, 28), 0.2, 6.0), 0.1 * clouds(rng, size, 4))
    canvas = Canvas.of(mat)
    for _ in range(int(rng.integers(2, 7))):
        x, high = float(rng.random()), float(rng.uniform(0.2, 0.7))
        tone = _pick(rng, ((110, 62, 34), (70, 50, 44), (90, 40, 70)))
        canvas.polygon([(x - 0.12, 1.0), (x, 1 - high), (x + 0.14, 1.0)], tone)
    for _ in range(int(rng.integers(4, 14))):
        x, low = float(rng.random()), float(rng.uniform(0.1, 0.6))
        tone = _pick(rng, ((50, 50, 190), (190, 110, 60), (60, 140, 200)))
        for y in np.arange(0, low, 0.012).tolist():
            canvas.disc((x, y), 0.003, tone)
    for x, y in rng.random((40, 2)).tolist():
        canvas.polygon(lump(rng, (x, y), 0.006, 6), shade((90, 80, 80), 0.5 + float(rng.random())))
    return mat


SURFACES: dict[str, Callable[[Generator, int, float], Bgr]] = {
    "wood": _wood,
    "planks": _planks,
    "cloth": _cloth,
    "checks": _checks,
    "cutting mat": _cutting_mat,
    "carpet": _carpet,
    "cork": _cork,
    "felt": _felt,
    "marble": _marble,
    "granite": _granite,
    "printed cloth": _draw_tablecloth,
    "newspaper": _newspaper,
    "play mat": _play_mat,
}


def draw_rough_surface(rng: Generator, side: int) -> Bgr:
    """Draw a piece of a random table top, uint8 (side, side, 3)."""
    pattern = int(rng.choice(len(PATTERNS), p=SHARES))
    first, second = _any_colour(rng, pattern), _any_colour(rng, pattern)
    if PATTERNS[pattern] is _rough_mat and rng.random() < 0.7:
        first, second = rng.uniform(0.15, 0.6) * first, rng.uniform(180, 250, 3)
    relief = PATTERNS[pattern](rng, side)
    near = first + (second - first) * rng.uniform(*CONTRAST[pattern])
    image = first + (near - first) * relief[:, :, None]
    return np.asarray(np.clip(image, 0, 255), np.uint8)


def surface_of_colour(rng: Generator, side: int, colour: NDArray[np.float64]) -> Bgr:
    """Draw a plain top of about one colour (BGR), without checks or lines: cloth, felt or wood."""
    relief = PLAIN[int(rng.integers(len(PLAIN)))](rng, side)
    first = colour * rng.uniform(0.75, 1.2) * np.exp(rng.normal(0, 0.06, 3))
    depth = rng.uniform(0.0, 0.35) * (rng.random() < 0.8)
    image = first * (1 + depth * (relief - 0.5))[:, :, None]
    return np.asarray(np.clip(image, 0, 255), np.uint8)


def _any_colour(rng: Generator, pattern: int) -> NDArray[np.float64]:
    """Draw a colour: a brown of wood for wood and often elsewhere, or a grey, sometimes any colour."""
    chance = rng.random() * (0.5 if PATTERNS[pattern] in (_rough_wood, _rough_beech) else 1.0)
    if chance < 0.45:
        hue = rng.uniform(5, 24)
        hsv = [hue, rng.uniform(40, 230 if hue < 22 else 160), rng.uniform(60, 245)]
    elif chance < 0.7:
        hsv = [rng.uniform(0, 180), rng.uniform(0, 40), rng.uniform(15, 255)]
    else:
        hsv = [rng.uniform(0, 180), rng.uniform(40, 230), rng.uniform(30, 230)]
    return np.asarray(cv2.cvtColor(np.array([[hsv]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0], np.float64)


def _noise(rng: Generator, side: int, stretch: tuple[float, float]) -> NDArray[np.float32]:
    """Draw smooth noise from 0 to 1, drawn out along the axes."""
    noise = rng.standard_normal((side, side), np.float32)
    noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), sigmaX=stretch[0], sigmaY=stretch[1]), np.float32)
    return np.asarray(np.clip(0.5 + (noise - noise.mean()) / (4 * noise.std() + 1e-6), 0, 1), np.float32)


def _rough_wood(rng: Generator, side: int) -> NDArray[np.float32]:
    length, width = rng.uniform(20, 90), rng.uniform(0.6, 3.0)
    grain = 0.6 * _noise(rng, side, (length, width)) + 0.4 * _noise(rng, side, (length / 4, width * 4))
    if rng.random() < 0.3:  # the joint of two boards
        grain[int(rng.integers(side))] *= rng.uniform(-1.0, 0.5)
    return grain if rng.random() < 0.5 else grain.T


def _rough_cloth(rng: Generator, side: int) -> NDArray[np.float32]:
    y, x = np.mgrid[:side, :side].astype(np.float32)
    period = rng.uniform(2.0, 6.0)
    weave = 0.5 + 0.25 * (np.sin(2 * np.pi * x / period) + np.sin(2 * np.pi * y / period))
    return np.asarray(0.5 * weave + 0.5 * _noise(rng, side, (rng.uniform(5, 40),) * 2), np.float32)


def _rough_stone(rng: Generator, side: int) -> NDArray[np.float32]:
    """Draw carpet, cork or stone."""
    fine, coarse = rng.uniform(0.6, 2.5), rng.uniform(4, 30)
    return np.asarray(0.7 * _noise(rng, side, (fine, fine)) + 0.3 * _noise(rng, side, (coarse, coarse)), np.float32)


def _rough_checks(rng: Generator, side: int) -> NDArray[np.float32]:
    y, x = np.mgrid[:side, :side].astype(np.float32)
    angle, period, ratio = rng.uniform(0, np.pi), rng.uniform(12, 90), rng.uniform(0.2, 0.8)
    across = (x * np.cos(angle) + y * np.sin(angle)) / period % 1 < ratio
    along = (y * np.cos(angle) - x * np.sin(angle)) / period % 1 < ratio
    both = across.astype(np.float32) + along * (rng.random() < 0.6)
    return np.asarray(1.5 * both * rng.uniform(0.3, 1.0) + 0.2 * _noise(rng, side, (1.0, 1.0)), np.float32)


def _rough_beech(rng: Generator, side: int) -> NDArray[np.float32]:
    """Draw smooth wood with short flecks along the grain."""
    wood = 0.3 * _noise(rng, side, (rng.uniform(15, 60), rng.uniform(1.0, 5.0)))
    for _ in range(int(rng.integers(60, 500))):
        x, y, length = int(rng.integers(side)), int(rng.integers(side)), int(rng.integers(2, 9))
        wood[y, x : x + length] += rng.uniform(0.1, 0.7)
    wood = np.asarray(cv2.GaussianBlur(wood, (0, 0), float(rng.uniform(0.4, 0.9))), np.float32)
    return wood if rng.random() < 0.5 else wood.T


def _rough_mat(rng: Generator, side: int) -> NDArray[np.float32]:
    """Draw a plain cutting mat with thin lines and figures."""
    y, x = np.mgrid[:side, :side].astype(np.float32)
    angle, period = rng.uniform(0, np.pi), rng.uniform(14, 90, 2) if rng.random() < 0.3 else [rng.uniform(14, 90)] * 2
    lean, line = rng.uniform(-0.25, 0.25), rng.uniform(1.0, 4.5)
    across = (x * np.cos(angle) + y * np.sin(angle)) % period[0] < line
    along = (y * np.cos(angle + lean) - x * np.sin(angle + lean)) % period[1] < line
    lines = np.maximum(across, along).astype(np.uint8) * 255
    for _ in range(int(rng.integers(0, 4))):
        at = rng.integers(0, side, 2).tolist()
        cv2.putText(lines, str(rng.integers(100)), at, cv2.FONT_HERSHEY_SIMPLEX, float(rng.uniform(0.4, 2.0)), 255, 2)
        cv2.circle(lines, at[::-1], int(rng.integers(8, 60)), 255, int(rng.integers(1, 4)))
    return np.asarray(lines / 255.0 * rng.uniform(0.8, 1.5) + 0.1 * _noise(rng, side, (2.0, 2.0)), np.float32)


PATTERNS = (_rough_wood, _rough_beech, _rough_cloth, _rough_stone, _rough_checks, _rough_mat)
PLAIN = (_rough_wood, _rough_beech, _rough_cloth, _rough_stone, _rough_stone)
