"""An edition is taught by confirmed squares, stored without change, and validated on loading."""

import base64
import json
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from models.training.art.tiles import tile
from scoring.terrain import EMPTY, Square, Terrain
from vision.networks import read_network_id
from vision.squares.classify import KINDS, get_shipped_classifier
from vision.squares.taught_tiles import (
    COPIES,
    MAX_FILE_BYTES,
    MAX_SQUARES_PER_KIND,
    TaughtTiles,
    TaughtTilesError,
    apply_taught_tiles,
    learn_squares,
    parse_tiles,
    serialize_tiles,
)

TILES = KINDS[:-1]
PAINT = np.array([[0.1, 0.2, 0.9], [0.8, 0.1, 0.1], [0.3, 0.7, 0.2]])  # strange: all colours are others
TOWN = Square(Terrain.TOWN, 1)


def tiles(seed: int) -> NDArray[np.uint8]:
    """Draw one tile of each kind, in colours that no edition has."""
    drawn = np.stack([tile(square, np.random.default_rng((seed, kind)), 64) for kind, square in enumerate(TILES)])
    return np.asarray((drawn @ PAINT).clip(0, 255), np.uint8)


@pytest.fixture(scope="module")
def edition() -> TaughtTiles:
    """Two squares of each kind."""
    return learn_squares("Painted", tiles(1), TILES) + learn_squares("Painted", tiles(2), TILES)


def test_kinds_without_an_example_keep_their_probability() -> None:
    seen = get_shipped_classifier().predict(tiles(3)[:1])
    even = seen._replace(logs=np.log(np.full((1, len(KINDS)), 1 / len(KINDS), np.float32)))
    two = learn_squares("Two", tiles(1)[:2], TILES[:2])

    found = np.exp(apply_taught_tiles(two, even).logs)[0]

    np.testing.assert_allclose(found[2:], 1 / len(KINDS), rtol=1e-3)
    assert found[:2].sum() == pytest.approx(2 / len(KINDS), rel=1e-3)


def test_taught_kinds_are_told_apart(edition: TaughtTiles) -> None:
    predictions = get_shipped_classifier().predict(tiles(3))

    found = apply_taught_tiles(edition, predictions).logs.argmax(1)

    right = np.arange(len(TILES))
    assert (found == right).mean() > (predictions.logs.argmax(1) == right).mean() + 0.2


def test_network_weighs_little_on_strange_tiles(edition: TaughtTiles) -> None:
    plain = np.stack([tile(square, np.random.default_rng(kind), 64) for kind, square in enumerate(TILES)])

    assert edition.network_weight < 0.1
    assert learn_squares("Ours", plain, TILES).network_weight > 0.5
    assert learn_squares("Towns", tiles(1)[:1], [TOWN]).network_weight == 1.0


def test_bare_table_teaches_nothing() -> None:
    learnt = learn_squares("Mixed", tiles(1)[:3], [TILES[0], EMPTY, TOWN])

    assert learnt.squares == (TILES[0], TOWN)
    assert learnt.embeddings.shape[:2] == (2, COPIES)


def test_an_edition_of_another_network_changes_nothing(edition: TaughtTiles) -> None:
    seen = get_shipped_classifier().predict(tiles(3))
    old = TaughtTiles("Old", "another network", edition.embeddings, edition.correct, edition.squares, 2)

    np.testing.assert_array_equal(apply_taught_tiles(old, seen).logs, seen.logs)
    assert (old + edition).network == read_network_id("squares")
    assert (old + edition).name == "Old"
    assert len(old + edition) == len(edition)


def test_growing_edition_keeps_the_latest_squares_of_a_kind(edition: TaughtTiles) -> None:
    many = edition
    for _ in range(MAX_SQUARES_PER_KIND):
        many = many + edition

    assert many.name == "Painted"
    assert many.kingdoms == edition.kingdoms * (1 + MAX_SQUARES_PER_KIND)
    assert len(many) == MAX_SQUARES_PER_KIND * len(TILES)
    np.testing.assert_array_equal(many.embeddings[-len(edition) :], edition.embeddings)


@pytest.fixture(scope="module")
def in_file() -> TaughtTiles:
    crops = np.stack([tile(square, np.random.default_rng(kind), 64) for kind, square in enumerate(KINDS[:6])])
    return learn_squares("Grandma’s", crops, [*KINDS[:5], TOWN])


def test_an_edition_is_kept_as_it_was(in_file: TaughtTiles) -> None:
    kept = parse_tiles(serialize_tiles(in_file))

    assert (kept.name, kept.network, kept.kingdoms) == ("Grandma’s", read_network_id("squares"), 1)
    assert kept.squares == in_file.squares
    np.testing.assert_array_equal(kept.embeddings, in_file.embeddings)
    np.testing.assert_array_equal(kept.correct, in_file.correct)


def test_file_in_the_first_format_opens() -> None:
    looks = base64.b64encode(bytes(2 * COPIES * 3)).decode()
    fields = {"format": "crownsight edition 1", "name": "Ours", "network": "earlier", "kingdoms": 3, "right": [12, 0]}
    content = json.dumps({**fields, "squares": ["C", "w1"], "looks": looks}).encode()

    stored = parse_tiles(content)

    assert (stored.name, stored.kingdoms, stored.is_current) == ("Ours", 3, False)
    assert list(map(str, stored.squares)) == ["C", "w1"]
    assert stored.embeddings.shape == (2, COPIES, 3)


NOT_WHOLE: dict[str, list[object]] = {
    "format": ["crownsight edition 0"],
    "name": ["", "n" * 41, "two\nlines", 7],
    "network": [None],
    "kingdoms": [-1, True, 1e3, 10**4000],
    "squares": ["w", ["w"] * 100_000, ["w", "l", "."], ["w", "l", {}], ["w9"] * 6, ["w"] * 5],
    "right": [None, [1] * 5, [13] * 6, [True] * 6],
    "looks": [None, "?", "", "AAAA", base64.b64encode(bytes(6 * COPIES)).decode()],
}


def test_damaged_edition_file_is_refused(in_file: TaughtTiles) -> None:
    wide: dict[str, object] = {"network": "another", "looks": base64.b64encode(bytes(6 * COPIES * 2000)).decode()}
    changes = [wide, *({name: value} for name, values in NOT_WHOLE.items() for value in values)]
    changed = [json.dumps({**json.loads(serialize_tiles(in_file)), **change}).encode() for change in changes]
    endless = serialize_tiles(in_file) + b" " * MAX_FILE_BYTES

    for content in [b"", b"[]", b"edition", b"\xff\xfe", b"[" * 100_000, endless, *changed]:
        with pytest.raises(TaughtTilesError):
            parse_tiles(content)


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(st.tuples(st.integers(0, 600) | st.integers(0, 10**6), st.integers(0, 50), st.binary()), max_size=3))
def test_damaged_files_are_refused_or_read(in_file: TaughtTiles, damage: list[tuple[int, int, bytes]]) -> None:
    damaged = bytearray(serialize_tiles(in_file))
    for at, many, by in damage:
        damaged[at : at + many] = by
    with suppress(TaughtTilesError):
        found = apply_taught_tiles(
            parse_tiles(bytes(damaged)), get_shipped_classifier().predict(np.full((1, 64, 64, 3), 90, np.uint8))
        )

        assert np.isfinite(found.logs).all()
