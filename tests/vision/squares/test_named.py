"""A square that looks like nothing the network knows is unknown until one like it was named."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.terrain import Square, Terrain
from vision.networks import identity, manifest
from vision.squares.named import (
    MOST_OF_A_KIND,
    SIDES,
    Named,
    NamedError,
    examples,
    restored,
)

TOWN, LAKE = Square(Terrain.TOWN), Square(Terrain.LAKE)


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
