"""All tiles of a kingdom are of one printing, and each square says a little of which."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from scoring.boxes import Printing
from scoring.terrain import EMPTY, Square, Terrain
from vision.networks import manifest, session
from vision.squares.classify import CROP_PX, KINDS
from vision.squares.printing import known_to_be, likely_printing, of_one_box, printing_odds

WHEAT, SWAMP = (KINDS.index(Square(terrain)) for terrain in (Terrain.WHEAT, Terrain.SWAMP))
BARE = KINDS.index(EMPTY)


def square(*likely: tuple[int, Printing, float]) -> NDArray[np.float32]:
    """Log-probabilities (18, 3) of a square: those named, and a little of everything else."""
    chances = np.full((len(KINDS), len(Printing)), 1e-4)
    for kind, printing, chance in likely:
        chances[kind, list(Printing).index(printing)] = chance
    return np.log(chances / chances.sum()).astype(np.float32)


def kinds_of(joint: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(np.logaddexp.reduce(joint, 2), np.float32)


NEWER_WHEAT = square((WHEAT, Printing.NEWER, 0.9))
EITHER = square((WHEAT, Printing.OLDER, 0.5), (SWAMP, Printing.NEWER, 0.45))  # in one art wheat, in the other swamp


@pytest.mark.parametrize("printing", Printing)
def test_tiles_that_look_like_one_printing_are_of_it(printing: Printing) -> None:
    tiles = np.stack([square((WHEAT, printing, 0.9))] * 8)

    assert likely_printing(printing_odds(tiles).sum(0)) is printing


def test_what_looks_like_two_kinds_is_that_of_the_printing_around() -> None:
    alone = np.stack([EITHER])
    among = np.stack([NEWER_WHEAT] * 8 + [EITHER])

    assert of_one_box(kinds_of(alone), alone)[0].argmax() == WHEAT
    assert of_one_box(kinds_of(among), among)[-1].argmax() == SWAMP


def test_who_knows_the_printing_is_believed_against_all_tiles() -> None:
    among = np.stack([NEWER_WHEAT] * 8 + [EITHER])
    older = known_to_be(Printing.OLDER)

    assert of_one_box(kinds_of(among), among, older)[-1].argmax() == WHEAT
    assert likely_printing(older + printing_odds(among).sum(0)) is Printing.OLDER


@given(st.lists(st.lists(st.floats(-6, 0), min_size=54, max_size=54), min_size=1, max_size=5))
def test_how_probable_a_gap_is_does_not_depend_on_the_printing(logs: list[list[float]]) -> None:
    joint = np.array(logs, np.float32).reshape(-1, len(KINDS), len(Printing))
    joint -= np.logaddexp.reduce(joint.reshape(len(joint), -1), 1)[:, None, None]
    before = kinds_of(joint)

    after = of_one_box(before, joint)

    np.testing.assert_allclose(after[:, BARE], before[:, BARE], atol=1e-5)
    np.testing.assert_allclose(np.logaddexp.reduce(after, 1), 0, atol=1e-4)


def test_the_network_names_the_printings_in_their_order() -> None:
    crops = np.zeros((2, CROP_PX, CROP_PX, 3), np.uint8)

    (joint,) = session("squares").run(["in_printings"], {"crops": crops})

    assert manifest("squares")["printings"] == list(Printing)
    assert joint.shape == (2, len(KINDS), len(Printing))
