"""Whatever is wrong with a photo, one except clause lets a batch go on with the next."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.given import KITCHEN
from vision import VisionError, read

BLACK = np.zeros((600, 800, 3), np.uint8)


@pytest.fixture
def black(tmp_path: Path) -> Path:
    cv2.imwrite(str(tmp_path / "black.png"), BLACK)
    return tmp_path / "black.png"


def test_a_file_that_is_no_photo_is_a_vision_error() -> None:
    with pytest.raises(VisionError, match="JPEG, PNG, WebP or HEIC"):
        read(Path(__file__))


def test_a_photo_without_a_kingdom_is_a_vision_error(black: Path) -> None:
    with pytest.raises(VisionError, match="can't see a kingdom"):
        read(black)


def test_corners_that_frame_nothing_are_a_vision_error() -> None:
    with pytest.raises(VisionError, match="clockwise"):
        read(KITCHEN, corners=np.zeros((4, 2), np.float32), grid=(5, 5))
