"""Compose hard evenings from drawn tiles, and list the real photos in bad light.

They differ from the pictures that the networks are trained on: whole photos at the size of a phone's, tiles of boxes
that were not drawn for training, castles in true perspective, and cloths and lights that only this module draws. Tiles,
hands and things come from the code of the training with other seeds, so the figures are too good for other artwork.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.pictures.editions import Drawn, Edition, Newer, Painted
from models.training.pictures.labels import load_kingdoms, square_side
from models.training.synthesis.camera import Stance
from models.training.synthesis.legal_play import Play, play, replay
from models.training.synthesis.light import Light, compress
from models.training.synthesis.scene import Laid, Scene, render
from scoring.castle import Castle
from scoring.kingdom import Kingdom
from vision.photo.photo import Bgr, Points, load

DrawBox = Callable[[Generator], Edition]
EDITIONS = ("own", "newer", "style")  # tile sets that ``boxes_of`` builds

SEED = 150_000  # used by no training
SIZE = (1200, 900)
LARGE = (1600, 1200)  # pixels, of photos of three kingdoms and more
IN_A_ROW, ROW_APART = 2, 7.6  # kingdoms, on a table with more; squares from one row of them to the next
PLAIN = Light(blur=0.5)
JPEG = 88

CLOTHS: Mapping[str, tuple[int, int, int]] = {  # BGR, in the colours of lakes, wheat, meadows, mines and wood
    "blue": (150, 95, 25),
    "dark blue": (70, 40, 18),
    "yellow": (40, 175, 215),
    "green felt": (50, 110, 55),
    "beech": (140, 185, 215),
    "pale yellow, nearly white": (200, 235, 245),
}

Values = NDArray[np.float32]  # (height, width, 3), 0 to 255
Relit = Callable[[Generator, Values], Values]


def boxes_of(name: str, data: Path) -> DrawBox:
    """Return the generator of boxes of an edition: "own" art, "newer" and "style" of pictures in the data folder."""
    boxes: dict[str, DrawBox] = {
        "own": Drawn.box,
        "newer": partial(Newer.box, data),
        "style": partial(Painted.box, data),
    }
    return boxes[name]


@dataclass(frozen=True, eq=False)
class Lying:
    """A kingdom in a photo."""

    kingdom: Kingdom
    corners: Points | None  # (4, 2), of its grid, clockwise from its own top left; None if unknown
    castle: Castle | None = None  # the colour of its castle; None if unknown

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns of its grid."""
        return self.kingdom.height, self.kingdom.width

    @property
    def step_px(self) -> float:
        """The side of its squares in pixels."""
        assert self.corners is not None, "it was composed or measured"
        return square_side(self.corners, self.size[0] * self.size[1])


@dataclass(frozen=True, eq=False)
class Evening:
    """A photo and everything in it; ``cut`` means that a kingdom continues beyond its edge."""

    case: str
    image: Bgr
    lying: tuple[Lying, ...]
    cut: bool = False


@dataclass(frozen=True)
class Case:
    """A kind of hard evening: how its scene differs from a good one."""

    name: str
    light: str = "even"
    scene: Callable[[Generator, Scene], Scene] = lambda rng, scene: scene
    tilt: tuple[float, float] = (5.0, 30.0)
    kingdoms: int = 1
    standing: bool = False
    gaps: bool = False
    fill: float = 0.72  # of the photo, covered by the kingdoms at most
    cut: float = 0.0  # squares that are outside the photo
    bare: bool = False  # an empty table without the kingdom
    size: tuple[int, int] = SIZE
    laid: str = ""  # code of the kingdom; empty: a random one
    one_box: bool = False  # castles have different colours


def evenings(case: Case, count: int, seed: int = SEED, draw_box: DrawBox = Drawn.box) -> Iterator[Evening]:
    """Compose so many evenings of a case, always the same; those of other seeds have other kingdoms."""
    for number in range(count):
        yield evening(case, number, seed, draw_box)


def evening(case: Case, number: int, seed: int = SEED, draw_box: DrawBox = Drawn.box) -> Evening:
    """Compose one evening of a case, with tiles of our own or of another edition's box."""
    rng = np.random.default_rng([seed, number, *map(ord, case.name)])
    laid = _lay_kingdoms(case, rng)
    stance = Stance(float(rng.uniform(*case.tilt)), float(rng.normal(-90, 10)), float(rng.normal(0, 3)), 0.78)
    table = str(rng.choice(["wood", "planks", "cloth", "felt", "marble", "carpet"]))
    scene = case.scene(rng, Scene.frame(laid, table, stance, PLAIN, case.size, case.fill))
    image, corners = render(scene, rng, draw_box=draw_box)
    if case.bare:  # the same table with nothing but the loose dominoes
        image, corners = render(replace(scene, kingdoms=()), rng, draw_box=draw_box)
    image = relit(rng, image, case.light)
    shown = zip(laid, corners, strict=not case.bare)
    lying = [Lying(each.play.kingdom, grid, Castle(each.player)) for each, grid in shown]
    if case.cut:
        image, lying = _cut(rng, image, lying, case.cut)
    return Evening(case.name, compress(image, JPEG), tuple(lying), cut=case.cut > 0)


def _lay_kingdoms(case: Case, rng: Generator) -> tuple[Laid, ...]:
    """Lay out the kingdoms of one game in a row; more than two in two rows."""
    games: list[Play] = []
    for _ in range(case.kingdoms):
        used = {domino.number for game in games for domino in game.laid}
        gappy = case.gaps or rng.random() < 0.3
        turns = int(rng.integers(7, 11)) if gappy else None
        games.append(replay(case.laid) if case.laid else play(rng, complete=not gappy, turns=turns, taken=used))
    laid, left, shifts = [], 0.0, list[int]()
    for number, game in enumerate(games):
        turn, wide = float(rng.uniform(-12, 12)), game.kingdom.width
        shifts.append(int(rng.integers(4)))
        player = ("yellow", "pink", "green", "blue")[(number + shifts[0 if case.one_box else -1]) % 4]
        standing = case.standing or bool(rng.random() < 0.15)
        row = number // IN_A_ROW if case.kingdoms > IN_A_ROW else 0
        left = 0.0 if row and number == IN_A_ROW else left
        middle = (left + wide / 2, row * ROW_APART + float(rng.uniform(-0.3, 0.3)))
        laid.append(Laid(game, middle, turn, standing, player))
        left += wide + float(rng.uniform(1.6, 2.6))
    return tuple(laid)


def _cloth(name: str) -> Callable[[Generator, Scene], Scene]:
    """Return a change that spreads a plain cloth, with folds and threads that the training does not draw."""

    def draw(rng: Generator, side: int) -> Bgr:
        y, x = np.mgrid[:side, :side].astype(np.float32) / side
        folds = sum(
            rng.uniform(0.01, 0.04) * np.sin(2 * np.pi * (a * x + b * y) + c)
            for a, b, c in rng.uniform(-4, 4, (5, 3)).tolist()
        )
        threads = 0.02 * np.sin(x * side * 1.3) * np.sin(y * side * 1.3) + rng.normal(0, 0.012, (side, side))
        colour = np.array(CLOTHS[name]) * rng.uniform(0.85, 1.15)
        return np.asarray((colour * (1 + folds + threads)[..., None]).clip(0, 255), np.uint8)

    return lambda rng, scene: replace(scene, cloth=draw)


def _beside(rng: Generator, scene: Scene) -> Scene:
    """Add one or two dominoes 0.25 to 0.4 square from the right or lower border of the first kingdom."""
    first = scene.kingdoms[0]
    rows, columns = first.shape
    places = []
    for _ in range(int(rng.integers(1, 3))):
        apart, along = float(rng.uniform(0.25, 0.4)), float(rng.uniform(0.5, 4.5))
        at = (columns + apart + 1, min(along, rows - 0.5)) if rng.random() < 0.5 else (along, rows + apart + 0.5)
        places.append((*_on_table(first, at), np.radians(first.turn)))
    too_near = len(places) > 1 and np.hypot(places[0][0] - places[1][0], places[0][1] - places[1][1]) < 2.3
    return replace(scene, loose=tuple(places[:1] if too_near else places))


def _line(rng: Generator, scene: Scene) -> Scene:
    """Add the four dominoes of the next round, one under the other."""
    first = scene.kingdoms[0]
    apart, gap = float(rng.uniform(0.4, 2.0)), float(rng.uniform(0.03, 0.5))
    at = [(first.shape[1] + apart + 1, 0.5 + row * (1 + gap)) for row in range(4)]
    turn = np.radians(first.turn)
    return replace(scene, loose=tuple((*_on_table(first, each), turn) for each in at))


def _on_table(laid: Laid, place: tuple[float, float]) -> tuple[float, float]:
    """Convert a position in squares of a kingdom to table coordinates."""
    x, y, w = laid.pose() @ np.array([*place, 1.0])
    return float(x / w), float(y / w)


def _cover_with(kind: str) -> Callable[[Generator, Scene], Scene]:
    """Return a change that lays an object over the border of the first kingdom."""

    def add_object(rng: Generator, scene: Scene) -> Scene:
        corner = scene.kingdoms[0].corners()[int(rng.integers(4))]
        place = (float(corner[0] - rng.uniform(0.5, 1.3)), float(corner[1] - rng.uniform(0.5, 1.3)))
        return replace(scene, things=((kind, (*place, float(rng.uniform(0, 6.28)))),))

    return add_object


def _everything(rng: Generator, scene: Scene) -> Scene:
    """Add a coloured cloth, a domino close by and a cup."""
    name = str(rng.choice(list(CLOTHS)))
    return _cover_with("cup")(rng, _beside(rng, _cloth(name)(rng, scene)))


def _cut(rng: Generator, image: Bgr, lying: list[Lying], squares: float) -> tuple[Bgr, list[Lying]]:
    """Crop the photo at one edge, ``squares`` into the first kingdom."""
    corners = lying[0].corners
    assert corners is not None
    side, reach = int(rng.integers(4)), round(squares * lying[0].step_px)
    left, top = corners.min(0).astype(int) + reach
    right, bottom = corners.max(0).astype(int) - reach
    part = (np.s_[:, left:], np.s_[top:], np.s_[:, :right], np.s_[:bottom])[side]
    moved = np.array([left if side == 0 else 0, top if side == 1 else 0], np.float32)
    return np.ascontiguousarray(image[part]), [replace(each, corners=each.corners - moved) for each in lying]  # type: ignore[operator]


CASES = (
    *(Case(f"cloth: {name}", scene=_cloth(name), gaps=True) for name in CLOTHS),
    Case("blue cloth, glare", "glare", _cloth("blue"), gaps=True),
    *(Case(name, name) for name in ("blinds", "window behind", "veil", "glare", "blown", "candle")),
    Case("tilt of 58 to 65 degrees", "shallow", tilt=(58, 65)),
    Case("a domino close by", scene=_beside, fill=0.6),
    Case("the line of dominoes beside it", scene=_line, fill=0.5),
    Case("only a line of dominoes", scene=_line, fill=0.5, bare=True),
    Case("castle standing, seen from the side", tilt=(35, 55), standing=True),
    Case("a hand", scene=lambda _, scene: replace(scene, hand=True)),
    Case("a cup", scene=_cover_with("cup")),
    Case("a phone", scene=_cover_with("phone")),
    Case("cut by the edge", cut=0.6),
    Case("two kingdoms", kingdoms=2),
    Case("several at once", "blinds", _everything, tilt=(20, 50), gaps=True),
)

TABLES = tuple(
    Case(f"{number} kingdoms, {light}", light, kingdoms=number, fill=0.8, size=LARGE if number > IN_A_ROW else SIZE)
    for number in (2, 3, 4)
    for light in ("even", "candle", "glare")
)


def real_evenings(data: Path) -> Iterator[Evening]:
    """Load the real photos in every light, as large as the reader opens them."""
    for name, kingdom, _ in load_kingdoms(data):
        image = load(data / "photos" / name).image
        for light in LIGHTS:
            rng = np.random.default_rng([SEED, *map(ord, name + light)])
            yield Evening(f"real: {light}", relit(rng, image, light), (Lying(kingdom, None),))


def relit(rng: Generator, image: Bgr, light: str) -> Bgr:
    """Put the photo in one of LIGHTS."""
    return np.asarray(LIGHTS[light](rng, image.astype(np.float32)).clip(0, 255), np.uint8)


def _places(image: Values) -> tuple[Values, Values]:
    """Return x and y of every pixel, 0 to 1."""
    height, width = image.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    return x / width, y / height


def _blinds(rng: Generator, image: Values) -> Values:
    """Simulate low sun through a blind: bands that fan out, warm and bright between bluish shadows."""
    x, y = _places(image)
    lean, bands, fan = rng.uniform(-0.6, 0.6), rng.uniform(7, 20), rng.uniform(0.0, 0.5)
    wave = np.sin(2 * np.pi * bands * (y + lean * x) / (1 + fan * x) + rng.uniform(0, 6))
    sun = cv2.GaussianBlur((wave > rng.uniform(-0.3, 0.3)).astype(np.float32), (0, 0), rng.uniform(1, 5))[..., None]
    bright, dark = np.array([1.15, 1.3, 1.4], np.float32), np.array([0.62, 0.52, 0.46], np.float32)
    return np.asarray(image * (dark + (bright - dark) * sun), np.float32)


def _window(rng: Generator, image: Values) -> Values:
    """Simulate a window behind the table: dim, and veiled from the top of the photo down."""
    _, y = _places(image)
    veil = rng.uniform(120, 190) * np.exp(-y / rng.uniform(0.35, 0.8))[..., None]
    return np.asarray(image * rng.uniform(0.35, 0.55) + veil, np.float32)


def _veil(rng: Generator, image: Values) -> Values:
    """Simulate a dirty lens against a lamp: at most half the contrast, bright all over."""
    return np.asarray(image * rng.uniform(0.32, 0.5) + rng.uniform(95, 135), np.float32)


def _glaring(rng: Generator, image: Values) -> Values:
    """Mirror lamps in the lacquer: white cores with wide halos about the middle of the photo."""
    x, y = _places(image)
    light = np.zeros_like(x)
    for _ in range(int(rng.integers(1, 4))):
        at, size = rng.uniform(0.25, 0.75, 2), rng.uniform(0.012, 0.035)
        distance = ((x - at[0]) ** 2 + (y - at[1]) ** 2) ** 0.5 / size
        light += 1.3 / (1 + distance**3) + 0.25 * np.exp(-distance / 3)
    return np.asarray(image + 255 * light[..., None], np.float32)


def _blown(rng: Generator, image: Values) -> Values:
    """Expose for the dark: the bright half is lost."""
    return np.asarray(255 * (image / 255) ** 0.75 * rng.uniform(1.45, 1.8), np.float32)


def _candle(rng: Generator, image: Values) -> Values:
    """Simulate a warm lamp on one side of a dark room, with its noise."""
    x, _ = _places(image)
    level = 0.55 / (1 + 2.5 * np.abs(x - rng.uniform(-0.1, 1.1)) ** 2)
    warm = image * level[..., None] * np.array([0.5, 0.85, 1.15], np.float32)
    return np.asarray(warm + rng.normal(0, 5, image.shape), np.float32)


def _shallow(rng: Generator, image: Values) -> Values:
    """Simulate a wide-open lens: sharp in front, blurred at the back."""
    _, y = _places(image)
    soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(2.0, 3.5) * max(image.shape) / 1200)
    share = np.clip((0.6 - y) / 0.4, 0, 1)[..., None]
    return np.asarray(image + (soft - image) * share, np.float32)


def _even(rng: Generator, image: Values) -> Values:
    return np.asarray(image + rng.normal(0, 2, image.shape), np.float32)


LIGHTS: dict[str, Relit] = {
    "even": _even,
    "blinds": _blinds,
    "window behind": _window,
    "veil": _veil,
    "glare": _glaring,
    "blown": _blown,
    "candle": _candle,
    "shallow": _shallow,
}
