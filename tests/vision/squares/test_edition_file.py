"""An edition is kept as it was, and nothing that a stranger's file says is believed."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from models.training.art.tiles import tile
from scoring.terrain import Square, Terrain
from vision.networks import identity
from vision.squares.classify import KINDS, classify
from vision.squares.edition import LARGEST, Edition, EditionError, added, classified_in, learn_squares, restored, stored

TOWN = Square(Terrain.TOWN, 1)
MUTATIONS = 1_000


@pytest.fixture(scope="module")
def edition() -> Edition:
    crops = np.stack([tile(square, np.random.default_rng(kind), 64) for kind, square in enumerate(KINDS[:6])])
    return learn_squares("Grandma’s", crops, [*KINDS[:5], TOWN])


def changed(edition: Edition, **fields: Any) -> bytes:
    return json.dumps({**json.loads(stored(edition)), **fields}).encode()


def test_an_edition_is_kept_as_it_was(edition: Edition) -> None:
    kept = restored(stored(edition))

    assert (kept.name, kept.network, kept.kingdoms) == ("Grandma’s", identity("squares"), 1)
    assert kept.squares == edition.squares
    np.testing.assert_array_equal(kept.looks, edition.looks)
    np.testing.assert_array_equal(kept.right, edition.right)


def test_an_edition_without_squares_is_kept_as_it_was(edition: Edition) -> None:
    empty = Edition("Bare", edition.network, edition.looks[:0], edition.right[:0], (), 0)

    assert len(restored(stored(empty))) == 0


@pytest.mark.parametrize("content", [b"", b"[]", b"edition", b"\xff\xfe", b"[" * 100_000, b" " * (LARGEST + 1)])
def test_what_is_no_edition_is_refused(content: bytes) -> None:
    with pytest.raises(EditionError):
        restored(content)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", "crownsight edition 0"),
        ("name", ""),
        ("name", "n" * 41),
        ("name", "two\nlines"),
        ("name", 7),
        ("network", None),
        ("kingdoms", -1),
        ("kingdoms", True),
        ("kingdoms", 1e3),
        ("kingdoms", 10**4000),
        ("squares", "w"),
        ("squares", ["w"] * 100_000),
        ("squares", ["w", "l", "."]),
        ("squares", ["w", "l", {}]),
        ("squares", ["w9"] * 6),
        ("squares", ["w"] * 5),
        ("right", None),
        ("right", [1] * 5),
        ("right", [13] * 6),
        ("right", [True] * 6),
        ("looks", None),
        ("looks", "?"),
        ("looks", ""),
        ("looks", "AAAA"),
    ],
)
def test_an_edition_that_is_not_whole_is_refused(edition: Edition, field: str, value: object) -> None:
    with pytest.raises(EditionError):
        restored(changed(edition, **{field: value}))


def test_looks_that_the_network_cannot_have_are_refused(edition: Edition) -> None:
    wide = Edition(
        "Wide", edition.network, np.concatenate([edition.looks] * 2, axis=2), edition.right, edition.squares, 1
    )

    with pytest.raises(EditionError):
        restored(stored(wide))


def test_a_thousand_damaged_files_are_refused_or_read(edition: Edition) -> None:
    content, rng = stored(edition), np.random.default_rng(7)
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


def test_what_is_taught_anew_is_added_under_its_name_and_takes_the_place_of_what_is_damaged(edition: Edition) -> None:
    again = replace(edition, name="AGAIN")

    both = added(stored(edition), again)

    assert (both.name, both.kingdoms) == ("AGAIN", 2 * edition.kingdoms)
    assert added(b"{", again) == added(None, again) == again
