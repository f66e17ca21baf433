"""The castle's colour is told from its tile, in any light, and never twice at one table."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.castle import BASE_GAME, Castle
from tests.given import KITCHEN
from vision import Photo, load, read
from vision.squares.castles import COLOURS, as_one_of, assign_castles

PLAIN = 0.94  # probability from which a colour is told
LIGHTS = {
    "warm lamp": (0.45, 0.85, 1.25),
    "dusk": (0.2, 0.2, 0.2),
}


def look(**colours: float) -> np.ndarray:
    """The probabilities of some colours; the rest is shared by the others and by none."""
    named = {Castle(name): chance for name, chance in colours.items()}
    rest = (1 - sum(named.values())) / (len(COLOURS) + 1 - len(named))
    return np.array([named.get(colour, rest) for colour in COLOURS] + [rest])


@pytest.mark.parametrize("light", LIGHTS)
def test_no_light_gives_a_castle_another_colour(light: str) -> None:
    photo = load(KITCHEN)
    lit = (photo.image * np.array(LIGHTS[light])).clip(0, 255).astype(np.uint8)

    (reading,) = read(Photo(lit, photo.scale))

    assert reading.castle in (Castle.BLUE, None)


def test_a_castle_hard_to_tell_is_the_one_that_is_left() -> None:
    seen = [look(blue=0.99), look(pink=0.99), look(yellow=0.99), look(green=0.6, blue=0.38)]

    assert assign_castles(seen, PLAIN)[3].castle is Castle.GREEN
    assert assign_castles(seen[3:], PLAIN)[0].castle is None


def test_a_castle_that_shows_no_colour_is_any_of_the_box_and_no_other() -> None:
    yellowish = look(yellow=0.7, brown=0.1)

    seen = as_one_of(BASE_GAME, yellowish)

    assert seen.sum() == pytest.approx(1)
    assert seen[-1] == 0
    assert seen[COLOURS.index(Castle.YELLOW)] == pytest.approx(0.7 + yellowish[-1] / 4)
    assert seen[COLOURS.index(Castle.BROWN)] == pytest.approx(0.1)


def test_a_castle_that_cannot_be_told_takes_no_colour_from_others() -> None:
    told = assign_castles([None, look(), look(yellow=0.98)], PLAIN)

    assert [castle for castle, _ in told] == [None, None, Castle.YELLOW]


def test_two_castles_seen_plainly_in_one_colour_are_of_two_boxes_or_one_castle_twice() -> None:
    told = assign_castles([look(blue=0.9999), look(blue=0.9999)], PLAIN)

    assert [castle for castle, _ in told] == [Castle.BLUE, Castle.BLUE]


def test_of_two_castles_in_one_colour_the_one_that_is_seen_less_plainly_is_not_told() -> None:
    told = assign_castles([look(blue=0.9999), look(blue=0.99)], PLAIN)

    assert [castle for castle, _ in told] == [Castle.BLUE, None]
