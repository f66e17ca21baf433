"""The sample photos are ours, legal, small, and come out the same again."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from scoring.kingdom import Kingdom
from vision.training.sample_images import FOLDER, scenes, write

SCENES = scenes()


@pytest.mark.parametrize("name", SCENES)
def test_the_truth_beside_a_photo_is_the_kingdom_its_scene_lays(name: str) -> None:
    codes = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").split()

    assert codes == [str(laid.play.kingdom) for laid in SCENES[name].kingdoms]
    assert codes == [str(Kingdom.parse(code)) for code in codes]


@pytest.mark.parametrize("name", SCENES)
def test_a_photo_is_small_enough_to_keep(name: str) -> None:
    assert (FOLDER / f"{name}.jpg").stat().st_size < 500_000


def test_no_photo_is_without_its_scene() -> None:
    assert {path.stem for path in FOLDER.glob("*.jpg")} == set(SCENES)


def test_a_kingdom_with_a_gap_two_kingdoms_and_a_seven_by_seven_are_among_them() -> None:
    kingdoms = {name: [laid.play.kingdom for laid in scene.kingdoms] for name, scene in SCENES.items()}

    assert len(kingdoms) >= 6
    assert any(square.is_empty for _, square in kingdoms["gap-on-checks"][0].squares())
    assert [len(each) for each in kingdoms.values()].count(2) == 1
    assert kingdoms["seven-by-seven"][0].width == kingdoms["seven-by-seven"][0].height == 7


def test_rendering_again_gives_the_same_photo(tmp_path: Path) -> None:
    write(tmp_path, "kitchen-table")
    kept, again = (cv2.imread(str(folder / "kitchen-table.jpg")) for folder in (FOLDER, tmp_path))

    assert kept is not None
    assert again is not None
    assert np.abs(kept.astype(int) - again.astype(int)).mean() < 1.0
