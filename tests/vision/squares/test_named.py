"""A square that looks like nothing the network knows is unknown until one like it was named."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from models.training.art.tiles import tile
from scoring.boxes import BASE, QUEENDOMINO
from scoring.terrain import Square, Terrain
from vision.decode.deck import deck_of
from vision.networks import identity, manifest, session
from vision.squares.classify import KINDS
from vision.squares.named import (
    MOST_OF_A_KIND,
    SIDES,
    Named,
    NamedError,
    chances,
    examples,
    looks_of,
    named,
    restored,
)

TOWN, LAKE = Square(Terrain.TOWN), Square(Terrain.LAKE)
DECK = deck_of(BASE + QUEENDOMINO)
LANDS = DECK.kinds[: DECK.lands]


def drawn(square: Square, number: int, seed: int) -> NDArray[np.uint8]:
    return np.stack([tile(square, np.random.default_rng((seed, each)), 64) for each in range(number)])


def test_towns_are_unknown_and_the_networks_own_kinds_are_not() -> None:
    towns = chances(looks_of(drawn(TOWN, 12, 1)), Named.nothing(), LANDS)
    own = chances(looks_of(np.concatenate([drawn(square, 2, 1) for square in KINDS[:-2]])), Named.nothing(), LANDS)

    assert (towns[:, 0] == 1).sum() >= 9
    assert (own[:, 0] == 0).mean() >= 0.9


def test_three_named_towns_name_the_others_whichever_way_round_they_lie() -> None:
    crops = drawn(TOWN, 15, 2)
    taught = named(session("looks"), crops[:3], [TOWN] * 3)

    found = chances(looks_of(np.rot90(crops[3:], 1, (1, 2))), taught, LANDS)
    others = chances(looks_of(np.concatenate([drawn(square, 2, 2) for square in KINDS[:-2]])), taught, LANDS)

    assert (found[:, 1 + LANDS.index(TOWN)] > 0.5).sum() >= 9
    assert (others[:, 1 + LANDS.index(TOWN)] < 0.5).all()


def test_of_every_kind_the_latest_answers_are_kept() -> None:
    def answers(square: Square, first: int, number: int) -> Named:
        places = np.arange(first, first + number, dtype=np.float16)[:, None, None]
        return Named(np.broadcast_to(places, (number, SIDES, 2)).copy(), (square,) * number)

    kept = answers(LAKE, 100, 1) + answers(TOWN, 0, MOST_OF_A_KIND) + answers(TOWN, 50, 2)

    assert kept.squares.count(TOWN) == MOST_OF_A_KIND
    assert kept.squares[0] == LAKE
    assert kept.embeddings[-1, 0, 0] == 51
    assert 1 not in kept.embeddings[:, 0, 0]


def test_the_examples_of_what_is_known_are_those_of_the_shipped_network() -> None:
    assert manifest("known")["of"] == identity("looks")
    np.testing.assert_allclose(np.linalg.norm(examples(), axis=1), 1, atol=1e-5)


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"\xff", b"[" * 10_000])
def test_what_was_never_stored_is_refused(content: bytes) -> None:
    with pytest.raises(NamedError):
        restored(content)


def test_named_squares_that_another_network_saw_are_forgotten() -> None:
    assert not len(restored(b'{"network": "another", "squares": ["t"], "embeddings": ""}'))
