"""What people correct at a table helps there, and elsewhere changes nothing."""

import subprocess
import sys

import numpy as np
import pytest
from numpy.typing import NDArray

from models.training.art.tiles import tile
from scoring.terrain import Square
from tests.given import KITCHEN
from vision import Lessons, learn, learn_squares, load, read
from vision.networks import session
from vision.squares.classify import KINDS, forward, log_probabilities
from vision.squares.lessons import MOST_SQUARES, LessonsError, log_probabilities_with, restored, stored

LAMP = np.array([0.1, 0.35, 1.0])  # blue, green, red: orange enough to be misread
TILES = KINDS[:-1]


def tiles(seed: int) -> NDArray[np.uint8]:
    """One of each kind."""
    return np.stack([tile(square, np.random.default_rng((seed, k)), 64) for k, square in enumerate(TILES)])


def under_the_lamp(crops: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray((crops * LAMP).clip(0, 255).astype(np.uint8))


def mistakes(logs: NDArray[np.float32]) -> int:
    return int((logs.argmax(1) != np.arange(len(logs)) % len(TILES)).sum())


@pytest.fixture(scope="module")
def lessons() -> Lessons:
    """Two of each kind, seen under the lamp and corrected."""
    return learn_squares([*under_the_lamp(tiles(1)), *under_the_lamp(tiles(2))], [*TILES, *TILES])


def test_squares_corrected_in_a_light_help_to_read_others_in_it(lessons: Lessons) -> None:
    others = np.concatenate([under_the_lamp(tiles(seed)) for seed in range(3, 21)])

    before, after = mistakes(log_probabilities(others)), mistakes(log_probabilities_with(lessons, others))

    assert before >= 6
    assert after <= before * 2 / 3


def test_in_another_light_nothing_is_forgotten(lessons: Lessons) -> None:
    daylight = np.concatenate([tiles(seed) for seed in range(3, 9)])

    assert mistakes(log_probabilities_with(lessons, daylight)) <= mistakes(log_probabilities(daylight))


def test_a_crown_that_could_not_be_seen_teaches_nothing() -> None:
    wheat = np.stack([tile(KINDS[0], np.random.default_rng(seed), 64) for seed in range(8)])

    hidden = learn_squares([wheat[0]], [KINDS[1]])

    assert log_probabilities_with(hidden, wheat).argmax(1).tolist() == log_probabilities(wheat).argmax(1).tolist()


def test_what_is_taught_are_probabilities(lessons: Lessons) -> None:
    logs = log_probabilities_with(lessons, under_the_lamp(tiles(6)))

    assert logs.dtype == np.float32
    np.testing.assert_allclose(np.exp(logs).sum(1), 1.0, atol=1e-4)


def test_no_lessons_change_nothing() -> None:
    crops = under_the_lamp(tiles(3))

    none = learn_squares([], [])

    assert len(none) == 0
    np.testing.assert_array_equal(log_probabilities_with(none, crops), log_probabilities(crops))


def test_a_square_that_no_domino_has_teaches_nothing() -> None:
    learnt = learn_squares([*tiles(1)[:2]], [Square(KINDS[0].terrain, 3), KINDS[1]])

    assert learnt.kinds.tolist() == [1]


def test_a_checked_kingdom_teaches_its_squares() -> None:
    photo = load(KITCHEN)
    (reading,) = read(photo)

    learnt = learn(photo, np.array(reading.corners, np.float32), reading.kingdom)

    assert [KINDS[kind] for kind in learnt.kinds] == [square for _, square in reading.kingdom.squares()]
    assert [again.kingdom for again in read(photo, lessons=learnt)] == [reading.kingdom]


def test_lessons_add_up_and_the_oldest_are_forgotten(lessons: Lessons) -> None:
    many = lessons
    for _ in range(10):
        many = many + lessons

    assert len(lessons + lessons) == 2 * len(lessons)
    assert len(many) == MOST_SQUARES
    assert many.kinds[-len(lessons) :].tolist() == lessons.kinds.tolist()


def test_lessons_are_kept_as_they_were(lessons: Lessons) -> None:
    crops = under_the_lamp(tiles(7))

    kept = restored(stored(lessons))

    np.testing.assert_array_equal(log_probabilities_with(kept, crops), log_probabilities_with(lessons, crops))


def test_lessons_of_another_network_mean_nothing(lessons: Lessons) -> None:
    old = Lessons("another", lessons.features, lessons.logs, lessons.kinds)
    crops = under_the_lamp(tiles(7))

    np.testing.assert_array_equal(log_probabilities_with(old, crops), log_probabilities(crops))
    assert (old + lessons).network == lessons.network
    assert len(old + lessons) == len(lessons)


@pytest.mark.parametrize("harm", ["empty", "text", "cut", "kinds"])
def test_what_are_no_lessons_is_refused(lessons: Lessons, harm: str) -> None:
    content = stored(lessons)
    if harm == "kinds":
        content = stored(Lessons(lessons.network, lessons.features, lessons.logs, lessons.kinds + 200))

    with pytest.raises(LessonsError):
        restored({"empty": b"", "text": b"lessons", "cut": content[:-100], "kinds": content}[harm])


def test_the_embedding_is_there_and_the_answers_are_the_same() -> None:
    crops = tiles(8)

    logs, embeddings = forward(session("squares"), crops)

    assert embeddings.shape[0] == len(crops)
    assert embeddings.shape[1] > len(KINDS)
    np.testing.assert_allclose(np.linalg.norm(embeddings, axis=1), 1.0, atol=1e-5)
    assert logs.argmax(1).tolist() == log_probabilities(crops).argmax(1).tolist()


def test_reading_alone_does_not_load_what_learning_needs() -> None:
    probe = "import vision, sys; sys.exit('sklearn' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", probe], cwd=KITCHEN.parents[1]).returncode == 0
