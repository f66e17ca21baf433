"""The castle's colour is read from its tile in any light, and each colour once a table."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.castle import BASE_GAME, Castle
from tests.sample_photos import KITCHEN
from vision import Photo, load, read
from vision.squares.castles import COLOURS, assign_castles, distribute_no_colour

PLAIN = 0.94  # probability from which a colour is told


def look(**colours: float) -> np.ndarray:
    """Return the probabilities of some colours; the others and none share the rest."""
    named = {Castle(name): chance for name, chance in colours.items()}
    rest = (1 - sum(named.values())) / (len(COLOURS) + 1 - len(named))
    return np.array([named.get(colour, rest) for colour in COLOURS] + [rest])


@pytest.mark.parametrize("gains", [(0.45, 0.85, 1.25), (0.2, 0.2, 0.2)], ids=["warm lamp", "dusk"])
def test_no_light_gives_a_castle_another_colour(gains: tuple[float, ...]) -> None:
    photo = load(KITCHEN)

    (reading,) = read(Photo((photo.image * np.array(gains)).clip(0, 255).astype(np.uint8), photo.scale))

    assert reading.castle in (Castle.BLUE, None)


def test_colourless_castle_may_be_any_colour_of_the_box() -> None:
    yellowish = look(yellow=0.7, brown=0.1)

    seen = distribute_no_colour(BASE_GAME, yellowish)

    assert seen.sum() == pytest.approx(1)
    assert seen[-1] == 0
    assert seen[COLOURS.index(Castle.YELLOW)] == pytest.approx(0.7 + yellowish[-1] / 4)
    assert seen[COLOURS.index(Castle.BROWN)] == pytest.approx(0.1)


HARD_TO_TELL = look(green=0.6, blue=0.38)


@pytest.mark.parametrize(
    ("seen", "told"),
    [
        ([HARD_TO_TELL], [None]),
        (  # the one that is left
            [look(blue=0.99), look(pink=0.99), look(yellow=0.99), HARD_TO_TELL],
            [Castle.BLUE, Castle.PINK, Castle.YELLOW, Castle.GREEN],
        ),
        ([None, look(), look(yellow=0.98)], [None, None, Castle.YELLOW]),  # what is not told takes no colour
        ([look(blue=0.9999), look(blue=0.9999)], [Castle.BLUE, Castle.BLUE]),  # of two boxes, or one castle twice
        ([look(blue=0.9999), look(blue=0.99)], [Castle.BLUE, None]),  # seen less plainly
    ],
)
def test_castles_of_a_table_are_told_together(seen: list[np.ndarray | None], told: list[Castle | None]) -> None:
    assert [castle for castle, _ in assign_castles(seen, PLAIN)] == told
