"""An edition of the tiles is taught by checked squares, kept as it was, and no stranger's file is believed."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from models.training.art.tiles import tile
from scoring.terrain import EMPTY, Square, Terrain
from vision.networks import identity
from vision.pipeline.calibration import CHECKED
from vision.squares.classify import KINDS, classify
from vision.squares.edition import (
    COPIES,
    LARGEST,
    MOST_OF_A_KIND,
    Edition,
    EditionError,
    Head,
    added,
    classified_in,
    joined,
    learn_squares,
    restored,
    stored,
)

TILES = KINDS[:-1]
PAINT = np.array([[0.1, 0.2, 0.9], [0.8, 0.1, 0.1], [0.3, 0.7, 0.2]])  # strange: all colours are others
TOWN = Square(Terrain.TOWN, 1)
MUTATIONS = 300


def tiles(seed: int) -> NDArray[np.uint8]:
    """One of each kind, in colours that no edition has."""
    drawn = np.stack([tile(square, np.random.default_rng((seed, kind)), 64) for kind, square in enumerate(TILES)])
    return np.asarray((drawn @ PAINT).clip(0, 255), np.uint8)


@pytest.fixture(scope="module")
def edition() -> Edition:
    """Two squares of each kind."""
    return learn_squares("Painted", tiles(1), TILES) + learn_squares("Painted", tiles(2), TILES)


def test_kinds_without_an_example_keep_the_network_s_word() -> None:
    logs = np.log(np.full((1, len(KINDS)), 1 / len(KINDS), np.float32))
    two = Head(KINDS[:2], np.array([[0.0, 9.0]], np.float32), np.zeros(2, np.float32))

    found = np.exp(joined(logs, two, np.ones((1, 1), np.float32), 1.0))[0]

    np.testing.assert_allclose(found[2:], 1 / len(KINDS), rtol=1e-3)
    assert found[1] > 0.9 * 2 / len(KINDS)


def test_the_network_s_word_counts_little_of_tiles_that_look_strange_to_it(edition: Edition) -> None:
    plain = np.stack([tile(square, np.random.default_rng(kind), 64) for kind, square in enumerate(TILES)])

    assert edition.trust < 0.1
    assert learn_squares("Ours", plain, TILES).trust > 0.5
    assert learn_squares("Towns", tiles(1)[:1], [TOWN]).trust == 1.0


def test_a_bare_table_teaches_nothing_and_a_square_of_another_box_does() -> None:
    learnt = learn_squares("Mixed", tiles(1)[:3], [TILES[0], EMPTY, TOWN])

    assert learnt.squares == (TILES[0], TOWN)
    assert learnt.looks.shape[:2] == (2, COPIES)


def test_an_edition_of_another_network_changes_nothing(edition: Edition) -> None:
    seen = classify(tiles(3))
    old = Edition("Old", "another network", edition.looks, edition.right, edition.squares, 2)

    np.testing.assert_array_equal(classified_in(old, seen).logs, seen.logs)
    assert (old + edition).network == identity("squares")
    assert len(old + edition) == len(edition)


def test_an_edition_grows_and_of_each_kind_the_latest_squares_are_kept(edition: Edition) -> None:
    many = edition
    for _ in range(MOST_OF_A_KIND):
        many = many + edition

    assert many.name == "Painted"
    assert many.kingdoms == edition.kingdoms * (1 + MOST_OF_A_KIND)
    assert len(many) == MOST_OF_A_KIND * len(TILES)
    np.testing.assert_array_equal(many.looks[-len(edition) :], edition.looks)


@pytest.fixture(scope="module")
def in_file() -> Edition:
    crops = np.stack([tile(square, np.random.default_rng(kind), 64) for kind, square in enumerate(KINDS[:6])])
    return learn_squares("Grandma’s", crops, [*KINDS[:5], TOWN])


def changed(in_file: Edition, **fields: Any) -> bytes:
    return json.dumps({**json.loads(stored(in_file)), **fields}).encode()


def test_an_edition_is_kept_as_it_was(in_file: Edition) -> None:
    kept = restored(stored(in_file))

    assert (kept.name, kept.network, kept.kingdoms) == ("Grandma’s", identity("squares"), 1)
    assert kept.squares == in_file.squares
    np.testing.assert_array_equal(kept.looks, in_file.looks)
    np.testing.assert_array_equal(kept.right, in_file.right)


@pytest.mark.parametrize("content", [b"", b"[]", b"edition", b"\xff\xfe", b"[" * 100_000, b" " * (LARGEST + 1)])
def test_what_is_no_edition_is_refused(content: bytes) -> None:
    with pytest.raises(EditionError):
        restored(content)


NOT_WHOLE: dict[str, list[object]] = {
    "format": ["crownsight edition 0"],
    "name": ["", "n" * 41, "two\nlines", 7],
    "network": [None],
    "kingdoms": [-1, True, 1e3, 10**4000],
    "squares": ["w", ["w"] * 100_000, ["w", "l", "."], ["w", "l", {}], ["w9"] * 6, ["w"] * 5],
    "right": [None, [1] * 5, [13] * 6, [True] * 6],
    "looks": [None, "?", "", "AAAA"],
}


@pytest.mark.parametrize("field", NOT_WHOLE)
def test_an_edition_that_is_not_whole_is_refused(in_file: Edition, field: str) -> None:
    for value in NOT_WHOLE[field]:
        with pytest.raises(EditionError):
            restored(changed(in_file, **{field: value}))


def test_looks_that_the_network_cannot_have_are_refused(in_file: Edition) -> None:
    wide = Edition(
        "Wide", in_file.network, np.concatenate([in_file.looks] * 2, axis=2), in_file.right, in_file.squares, 1
    )

    with pytest.raises(EditionError):
        restored(stored(wide))


def test_damaged_files_are_refused_or_read(in_file: Edition) -> None:
    content, rng = stored(in_file), np.random.default_rng(7)
    crops = np.full((1, 64, 64, 3), 90, np.uint8)
    read = 0
    for _ in range(MUTATIONS):
        damaged = bytearray(content)
        for _ in range(int(rng.integers(1, 4))):
            at, many = int(rng.integers(min(len(damaged), 600) if rng.random() < 0.7 else len(damaged))), 1
            if rng.random() < 0.3:
                many = int(rng.integers(1, 50))
            damaged[at : at + many] = rng.bytes(int(rng.integers(0, many + 1)))
        try:
            found = restored(bytes(damaged))
        except EditionError:
            continue
        read += 1
        if read <= 5:
            assert np.isfinite(classified_in(found, classify(crops)).logs).all()
    assert 0 < read < MUTATIONS


def test_what_is_taught_anew_is_added_under_its_name_and_takes_the_place_of_what_is_damaged(in_file: Edition) -> None:
    again = replace(in_file, name="AGAIN")

    both = added(stored(in_file), again)

    assert (both.name, both.kingdoms) == ("AGAIN", 2 * in_file.kingdoms)
    assert added(b"{", again) == added(None, again) == again


def test_so_many_kingdoms_without_a_mistake_prove_that_two_in_a_hundred_are_wrong_at_most() -> None:
    assert 0.98**CHECKED <= 0.05 < 0.98 ** (CHECKED - 1)
