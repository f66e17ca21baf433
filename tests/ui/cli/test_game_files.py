"""``crownsight score`` with game files, and ``score`` and ``check`` with boxes and pieces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.given import GAME_PHOTOS
from tests.ui.cli.terminal import answer, refusal, run

GAME = {
    "boxes": ["giants", "court", "queendomino"],
    "quests": ["lost_corner", "folie_des_grandeurs"],
    "players": [
        {
            "name": "Ana",
            "code": "Cw1w1w1./ttt../...../...../.....",
            "giants": [[0, 3, 1]],
            "characters": [{"at": [1, 1], "who": "king"}],
            "buildings": [{"at": [1, 0], "crowns": 1}, {"at": [1, 2], "each": 2, "per": "wheat"}],
            "coins": 7,
            "queen": True,
        },
        {"name": "Ben", "code": "...../...../wwC../...../....."},
    ],
}
PIECE_KEYS = ["quests", "characters", "buildings", "coins", "queen", "without_giants", "lines"]


def filed(folder: Path, game: Any) -> str:
    file = folder / "game.json"
    file.write_text(json.dumps(game), encoding="utf-8")
    return str(file)


def test_a_table_is_scored_with_everything_on_its_boards(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = answer(capsys, "score", "--json", filed(tmp_path, GAME))
    ana, ben = game["sheets"]

    assert [one["player"] for one in game["standings"]] == ["Ana", "Ben"]
    assert list(ana)[-7:] == PIECE_KEYS
    assert ana["quests"] == {"lost_corner": 20, "folie_des_grandeurs": 0}
    assert (ana["characters"], ana["buildings"], ana["coins"], ana["queen"]) == ([1 + 1 + 1], [0, 2], 2, 3)
    assert ana["total"] == 3 * 2 + 3 * 1 + 20 + 3 + 2 + 2 + 3
    assert ana["without_giants"] == ana["total"] + 3 + 10
    assert ben["total"] == ben["without_giants"] == 0


def test_people_read_every_sum_and_what_is_wrong(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, out, _ = run(capsys, "score", filed(tmp_path, GAME))

    assert "The Lost Corner +20: the castle is in a corner of the grid" in out
    assert "building +2: 1 x 2 for wheat" in out
    assert "Without giants it would be" in out
    assert "Note: " in out


def test_a_bad_file_prints_nothing_but_one_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    broken = [GAME, {"players": [{"code": "w1w/w"}]}]

    assert "[1].players[0].code: row 2" in refusal(capsys, "score", "--json", filed(tmp_path, broken))


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["C"], "give files or kingdoms, not both"),
        (["--quest", "harmony"], "says itself how its games were played; leave --quest out"),
        (["--player", "Ana"], "leave --player out"),
    ],
)
def test_a_file_stands_for_itself(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, more: list[str], said: str
) -> None:
    assert said in refusal(capsys, "score", filed(tmp_path, GAME), *more)


def test_a_mistyped_field_is_left_out_and_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, err = run(capsys, "score", "--json", filed(tmp_path, {"players": [{"code": "w1wC", "giant": []}]}))

    assert (status, json.loads(out)["sheets"][0]["total"]) == (0, 2)
    assert "players[0].giant" in err


def test_quests_and_boxes_are_named_beside_codes(capsys: pytest.CaptureFixture[str]) -> None:
    quests = ["--box", "giants", "--quest", "lost_corner", "--quest", "bleak_king"]
    code = "Cw w w w/....w/...../...../....."
    sheet = answer(capsys, "score", "--json", code, *quests)["sheets"][0]

    assert sheet["quests"] == {"lost_corner": 20, "bleak_king": 10}


def test_pieces_are_written_behind_a_code(capsys: pytest.CaptureFixture[str]) -> None:
    sheet = answer(capsys, "score", "--json", "w2wC,giant@1.1,axe_warrior@1.2")["sheets"][0]

    assert (sheet["total"], sheet["characters"], sheet["without_giants"]) == (2 + 3, [3], 4 + 3)


def test_check_lays_dominoes_of_the_boxes_that_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    proof = answer(capsys, "check", "--json", "f w C t t", "--box", "giants", "--box", "queendomino")

    assert proof["legal"]
    assert [one["number"] for one in proof["dominoes"]] == [13, "Q46"]
    assert answer(capsys, "check", "--json", "f w C t t")["legal"] is False


@pytest.mark.parametrize(("photo", "winner"), list(zip(GAME_PHOTOS, ["Ana", "Ana", "Ben"], strict=True)), ids=str)
def test_the_truth_beside_a_sample_photo_says_who_won(
    photo: Path, winner: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = answer(capsys, "score", "--json", str(photo.with_suffix(".json")))

    assert game["standings"][0]["player"] == winner
    assert all("unread" not in sheet for sheet in game["sheets"])
