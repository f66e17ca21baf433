"""What the evaluation says of whole boards: mistakes, hard light, games."""

from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch")

from models.training.evaluation.games import games
from models.training.evaluation.hard_light import FILLS, hard_light
from models.training.evaluation.held_out import HeldOut, Trial, training_code
from models.training.evaluation.mistakes import confusions, worst_boards
from models.training.pictures.labels import KIND_OF
from models.training.pictures.patches import Patch
from scoring.kingdom import Kingdom
from vision.networks import session
from vision.squares.classify import KINDS

KINGDOM = Kingdom.parse("C w1 f / w s . / w f .")
OTHER = Kingdom.parse("C l l / g g . / f f .")
GREY = np.full((32, 32, 3), 128, np.uint8)
NETWORK = session("squares")


def patch(kind: int, source: str, group: str, sheet: str, place: tuple[int, int] | None = None) -> Patch:
    return Patch(GREY, GREY[..., 0] > 0, kind, source, group, sheet, 0, place)


def board(kingdom: Kingdom, group: str, sheet: str) -> list[Patch]:
    return [patch(KINDS.index(square), "boards", group, sheet, place) for place, square in kingdom.squares()]


def answered(patches: list[Patch], misread: dict[int, int] | None = None, confidence: float = 0.9) -> Trial:
    """Patches read as what they are, but for those of the places given."""
    seen = [(misread or {}).get(index, patch.kind) for index, patch in enumerate(patches)]
    logs = np.full((len(patches), len(KINDS)), np.log((1 - confidence) / (len(KINDS) - 1)), np.float32)
    logs[np.arange(len(patches)), seen] = np.log(confidence)
    return Trial(NETWORK, 1.0, HeldOut(tuple(patches), logs))


def test_confusions_are_counted_and_named() -> None:
    patches = [patch(KIND_OF["wheat0"], "squares", "a", "a") for _ in range(5)]

    found = confusions(answered(patches, {1: KIND_OF["empty"], 2: KIND_OF["empty"], 4: KIND_OF["mine3"]}).held_out)

    assert found == ["wheat0 read as empty: 2 of 5", "wheat0 read as mine3: 1 of 5"]


def test_the_worst_board_is_named_with_its_points_and_shown(tmp_path: Path) -> None:
    right, wrong = board(OTHER, "game1-a", "7"), board(KINGDOM, "game1-b", "8")
    sure_of_no_crown = answered([*right, *wrong], {10: KIND_OF["wheat0"]}, confidence=0.9999).held_out
    (tmp_path / "old.png").write_bytes(b"")

    (line,) = worst_boards(sure_of_no_crown, tmp_path)

    assert line.startswith("8: read 0 points, really 1; ")
    assert [file.name for file in tmp_path.iterdir()] == ["boards-8.png"]
    assert np.asarray(cv2.imread(str(tmp_path / "boards-8.png"))).shape == (3 * 128, 3 * 128, 3)


def test_hard_light_is_that_of_the_family_and_of_nobody_else() -> None:
    layout = board(KINGDOM, "game1-a", "1")
    kinds = sorted({p.kind for p in layout})
    good = [patch(kind, "squares", "IMG_1", "x") for kind in kinds]
    glare = [patch(KIND_OF["forest0"], "squares", "20180511", "y")]
    misread = {len(layout) + len(good): KIND_OF["mine3"]}

    unknown, known, put_right = hard_light([answered([*layout, *good, *glare], misread)])

    assert unknown.read.boards == known.read.boards == put_right.read.boards == FILLS
    assert unknown.read.exact_raw == 0.0  # every forest is read as a mine
    assert known.family == "20180511, gaps known"


def test_kingdoms_of_one_game_are_read_together() -> None:
    mine, also = Kingdom.parse("C w m3"), Kingdom.parse("C w m2")
    patches = [*board(mine, "game1-a", "1"), *board(also, "game1-b", "2")]
    trial = answered(patches)
    trial.held_out.logs[5] = np.log((np.eye(len(KINDS))[[KIND_OF["mine3"], KIND_OF["mine2"]]].T @ [0.5, 0.45]) + 0.003)

    together = next(row for row in games([trial], None) if row.split.endswith("one game"))

    assert (together.boards, together.exact_apart, together.exact_together) == (2, 1, 2)
    assert (together.wrong_apart, together.wrong_together) == (1, 0)


def test_what_trains_a_network_is_known_and_measuring_is_no_part_of_it() -> None:
    code = training_code(["models.training.train_squares"])

    assert {
        "models.training.networks.square_net",
        "models.training.networks.layers",
        "models.training.art.tiles",
    } <= code
    assert not any("evaluate" in module or "held_out" in module for module in code)
