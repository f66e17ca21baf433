"""Sample photos show legal kingdoms and are small."""

from pathlib import Path

import pytest

from scoring.dominoes.claims import find_conflicts
from scoring.dominoes.legality import find_problems
from scoring.kingdom import Kingdom
from scoring.limits import find_piece_problems
from tests.sample_photos import GAME_PHOTOS, PHOTOS, SAMPLES, STYLED, codes_of, game


def test_every_photo_has_its_truth_beside_it() -> None:
    assert sorted(SAMPLES.rglob("*.jpg")) == sorted([*PHOTOS, *GAME_PHOTOS, *STYLED])


@pytest.mark.parametrize("photo", [*PHOTOS, *STYLED], ids=lambda photo: photo.stem)
def test_sample_photos_show_legal_kingdoms(photo: Path) -> None:
    kingdoms = [Kingdom.parse(code) for code in codes_of(photo)]

    assert [str(kingdom) for kingdom in kingdoms] == codes_of(photo)
    assert [find_problems(kingdom) for kingdom in kingdoms] == [()] * len(kingdoms)


@pytest.mark.parametrize("photo", GAME_PHOTOS, ids=lambda photo: photo.stem)
def test_expansion_photo_shows_a_legal_kingdom(photo: Path) -> None:
    table = game(photo.stem)
    box = table.rules.box

    assert [find_problems(one.kingdom, 5, box) for one in table.players] == [(), ()]
    assert [tuple(find_piece_problems(one.kingdom, one.pieces, box)) for one in table.players] == [(), ()]
    assert not find_conflicts({one.name: one.kingdom for one in table.players}, box)
    assert photo.stat().st_size < 300_000
