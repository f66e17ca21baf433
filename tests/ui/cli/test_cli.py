"""crownsight score, check, better and kingdoms: output for people and programs, and refusals."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from scoring import DOMINOES, Kingdom, find_problems, score
from tests.project import ROOT
from tests.sample_photos import KITCHEN, SAMPLES
from tests.ui.cli.terminal import Terminal
from tests.ui.served import CROWNSIGHT
from tests.ui.store_helpers import as_ordinary_user
from ui.cli.command import parser

ANA = "wwwff/wCfff/llf1fw/lllws/gggws1"
BEN = "w1wwww/w1Cwff/lllff/ggsff/ggsmm3"
EPOCH = "y4 r1 -6 b1 +3 y1/r2 +4 b2 -5 b4 W/+6 -3 +2 +1 b3 b1/+1 D y2 M b1 +5/y1 G M y3 y3 +2"  # of Knizia's Kingdoms
FREE = "/. . . . . ." * 4  # the rows below the first of an epoch
REFUSED = {
    "a command that is none": ("scroe", "crownsight --help"),
    "no kingdom": ("score", "PHOTO|CODE"),
    "a square that is none": ("score wwx", "row 1, column 3"),
    "a photo that is not there": ("score nowhere.jpg", "'nowhere.jpg' is neither a file nor a kingdom code"),
    "a kingdom too wide": (f"score {'w' * 300}", "more than 13 squares"),
    "a code too long": (f"check {'w' * 100_000}", "more than 5000 characters"),
    "a name that shows nothing": (f"score {ANA} --player ' '", "--player was given a name without letters"),
    "a name too few": (f"score {ANA} {BEN} --player Ana", "2 kingdoms but 1 --player; name all of them or none"),
    "one name for two": (f"score {ANA} {BEN} --player Ana --player Ana", "two players are called 'Ana'"),
    "a rulebook that is none": (f"score {ANA} --rulebook first", "invalid choice"),
    "pieces to be laid better": ("better Cw1w,giant@1.2", "leave the pieces"),
    "a board of one row": ("kingdoms '+1 +2'", "5 rows parted by /, not 1"),
    "a board that is not there": ("kingdoms nowhere.txt", "'nowhere.txt' is neither a file nor a board"),
    "a fourth epoch": (f"kingdoms {shlex.join([EPOCH] * 4)}", "3 epochs, not 4"),
    "three corners": (f"read {KITCHEN} --grid 5x5 --corners '1,2 3,4 5,6'", "four corners look like"),
    "a corner nowhere": (f"read {KITCHEN} --grid 5x5 --corners '1,2 3,4 5,6 7,nan'", "four corners look like"),
    "a corner far out": (f"read {KITCHEN} --grid 5x5 --corners '1,2 3,4 5,6 7,1e39'", "four corners look like"),
    "corners in a line": (f"read {KITCHEN} --grid 5x5 --corners '0,0 1,1 2,2 3,3'", "These four corners don't frame"),
    "corners of no grid": (f"read {KITCHEN} --corners '1,2 3,4 5,6 7,8'", "--corners and --grid go together"),
    "a grid of one number": (f"read {KITCHEN} --grid 5 --corners '1,2 3,4 5,6 7,8'", "a grid looks like 5x5"),
    "a grid too large": (f"read {KITCHEN} --grid 99x99 --corners '0,0 9,0 9,9 0,9'", "A grid has 1 to"),
    "no job": (f"read {KITCHEN} --jobs 0", "a number of jobs is 1 or more"),
    "squares of a third kind": (f"read {KITCHEN} --squares cooked", "invalid choice"),
    "a lesson for no edition": (f"teach {KITCHEN}", "needs a file"),
    "a backup that is not there": ("restore nowhere", "nowhere is not a file"),
    "a port that is no number": ("serve --port=http", "a port is a number from 1 to 65535"),
    "a port below all": ("serve --port=0", "a port is a number from 1 to 65535"),
    "a port above all": ("serve --port=70000", "a port is a number from 1 to 65535"),
    "an address of another machine": ("serve --listen 192.0.2.1", "cannot listen at 192.0.2.1"),  # of documentation
}


@pytest.mark.parametrize(("command", "sentence"), REFUSED.values(), ids=REFUSED)
def test_failures_are_one_short_sentence(terminal: Terminal, command: str, sentence: str) -> None:
    said = terminal.refusal(*shlex.split(command))

    assert sentence in said
    assert len(said) < 300


USAGE_ERRORS = ("scroe", "score", "serve --port=0", f"score {ANA} --box gaint", f"score {ANA} {BEN} --player Ana")


@pytest.mark.parametrize("command", USAGE_ERRORS, ids=lambda command: command[:30])
def test_wrong_usage_ends_with_2(terminal: Terminal, command: str) -> None:
    assert terminal.run(*shlex.split(command))[0] == 2


@pytest.mark.parametrize("command", ["score nowhere.jpg", "read nowhere.jpg", "check www/www", "better www/www"])
def test_failed_command_ends_with_1(terminal: Terminal, command: str) -> None:
    assert terminal.run(*command.split())[0] == 1


SUGGESTED = {
    "red": "did you mean read?",
    f"score {ANA} --harmny": "did you mean --harmony",
    f"score {ANA} --box gaints": "did you mean giants?",
    f"score {ANA} --quest lost_corne": "did you mean lost_corner?",
    f"score {ANA} --quest nonsense": "quest names: harmony, middle_kingdom, lost_corner",
}


@pytest.mark.parametrize(("command", "said"), SUGGESTED.items(), ids=lambda text: text[-20:])
def test_wrong_names_get_suggestions(terminal: Terminal, command: str, said: str) -> None:
    assert said in terminal.refusal(*command.split())


def test_serve_options_work_without_the_command() -> None:
    options = vars(parser().parse_args(["--port", "8600", "--local"]))
    named = vars(parser().parse_args(["--local", "serve", "--port", "8600"]))

    assert (options["port"], options["local"]) == (8600, True)
    assert {**options, "command": None} == {**named, "command": None}


@pytest.mark.parametrize("name", parser().commands)
def test_help_describes_and_shows_examples_that_parse(terminal: Terminal, name: str) -> None:
    status, out, _ = terminal.run(name, "--help")
    examples = re.findall(r"^  crownsight (.*)$", out, re.MULTILINE)

    assert status == 0
    assert "Exit codes: 0 done, 1 failed or not legal, 2 wrong usage" in out
    assert examples
    for example in examples:
        parser().parse_args([word for word in shlex.split(example.partition(" < ")[0])])


@pytest.mark.parametrize(
    ("command", "content", "printed"),
    [
        ("read -", KITCHEN.read_bytes(), b"standard input: 5 x 5, "),
        ("score -", ANA.encode(), b"1. Player 1"),
        ("score -", f'{{"players": [{{"code": "{ANA}"}}]}}'.encode(), b"1. Player 1"),
    ],
    ids=["photo", "code", "game"],
)
def test_dash_reads_standard_input(command: str, content: bytes, printed: bytes) -> None:
    done = subprocess.run([*CROWNSIGHT, *command.split()], input=content, capture_output=True, cwd=ROOT)

    assert (done.returncode, done.stderr) == (0, b"")
    assert printed in done.stdout


@pytest.mark.parametrize(
    "command", ["score", "kingdoms", "read", "restore", "backup", "teach --tiles Ours"], ids=str.split
)
def test_a_pipe_that_nobody_writes_to_holds_no_command_up(command: str, tmp_path: Path, terminal: Terminal) -> None:
    for ending in ("json", "jpg"):
        os.mkfifo(pipe := tmp_path / f"pipe.{ending}")

        assert "pipe" in terminal.refusal(*command.split(), str(pipe))


FULL = "crownsight: The disk is full, and not everything could be written. Free some space.\n"
CLOSED = "crownsight: Standard output is closed. Send it to a file, or to /dev/null.\n"


@pytest.mark.parametrize(
    ("command", "output", "said"),
    [
        ("--help", ">/dev/full", FULL),
        ("check C", ">/dev/full", FULL),
        *((command, ">&-", CLOSED) for command in ("check C", "read missing.jpg", "doctor", "--help")),
    ],
)
def test_full_disk_and_closed_output_are_named(command: str, output: str, said: str) -> None:
    shell = ["sh", "-c", f'exec "$@" {output}', "sh", *CROWNSIGHT, *command.split()]

    done = subprocess.run(shell, stderr=subprocess.PIPE, text=True)

    assert (done.returncode, done.stderr) == (1, said)


def test_closed_standard_error_stops_nothing() -> None:
    shell = ["sh", "-c", 'exec "$@" 2>&-', "sh", *CROWNSIGHT, "check", "xyz"]

    done = subprocess.run(shell, stdout=subprocess.PIPE, text=True)

    assert (done.returncode, done.stdout) == (1, "")


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """A folder that every user may enter, unlike those of pytest."""
    with TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.parametrize("command", ["doctor", "backup {data}/copy", "backup copy", "restore {data}/copy", "forget A"])
def test_closed_data_folder_is_no_fault_of_ours(
    command: str, shared_folder: Path, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = shared_folder / "data"
    data.mkdir(mode=0o600)
    terminal.run("doctor")  # loads what only root may read
    monkeypatch.setenv("CROWNSIGHT_DATA", str(data))

    with as_ordinary_user():
        status, out, err = terminal.run(*command.format(data=data).split())

    assert status == 1
    assert "internal error" not in err
    assert str(data) in out + err


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_data_folder_that_is_a_file_is_named(
    place: str, tmp_path: Path, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / place))

    status, out, err = terminal.run("doctor")

    assert (status, err) == (1, "")
    assert f"missing  data folder: {tmp_path / 'file'} is not a folder" in out


def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    with subprocess.Popen([*CROWNSIGHT, "score", ANA], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as command:
        assert command.stdout is not None
        assert command.stderr is not None
        command.stdout.close()
        assert command.stderr.read() == b""
    assert command.returncode == 0


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_interrupted_read_ends_quietly(jobs: str) -> None:
    command = [*CROWNSIGHT, "read", str(SAMPLES), "--jobs", jobs]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as reading:
        assert reading.stdout is not None
        assert reading.stdout.readline()  # the first photo is read, others are in work
        reading.send_signal(signal.SIGINT)
        _, errors = reading.communicate()

    assert reading.returncode == 130
    assert all(line.startswith("crownsight: no photos") for line in errors.splitlines())


def test_command_prints_names_beyond_the_terminals_charset() -> None:
    command = [str(Path(sys.executable).with_name("crownsight")), "score", ANA, "--player", "Chloé ♛"]

    printed = subprocess.run(command, env={"PYTHONIOENCODING": "ascii"}, capture_output=True, check=True).stdout

    assert rb"Chlo\xe9 \u265b" in printed


# --- score


def test_score_prints_standings_and_sheets_as_json(terminal: Terminal) -> None:
    told = terminal.answer("score", "--json", "--player", "Ana", "--player", "Ben", "--harmony", "w1wf/C.m2", "f1f")

    assert told["standings"] == [
        {"player": "Ana", "place": 1, "points": 4, "why": "2 points ahead"},
        {"player": "Ben", "place": 2, "points": 2, "why": "2 points behind Ana"},
    ]
    assert told["sheets"][1] == {
        "player": "Ben",
        "code": "f1f",
        "territories": [{"terrain": "forest", "squares": [[0, 0], [0, 1]], "size": 2, "crowns": 1, "points": 2}],
        "bonuses": [{"name": "harmony", "points": 0}],
        "total": 2,
        "largest_territory": 2,
        "crowns": 1,
    }


def test_score_prints_sums_winner_rulebook_and_conflicts(terminal: Terminal) -> None:
    status, out, _ = terminal.run("score", "--player", "Ben", "--player", "Ana", "m3w", "f1f1f1fC/fff..")

    assert status == 0
    assert out.startswith("1. Ana   21 points  18 points ahead\n2. Ben    3 points  18 points behind Ana\n")
    assert "forest 7 squares x 3 crowns = 21" in out
    assert "crowns than Player 1 (2 to 1)" in terminal.run("score", "--rulebook", "original", "w1wC", "w1Cg1/.ll")[1]
    assert "both Player 1's and Player 2's kingdom" in terminal.run("score", "Cwm3", "m3wC")[1]


@pytest.mark.parametrize(("code", "options", "points"), [("wwwCww", [], 10), ("wwwCww", ["--grid", "5"], 0)])
def test_grid_is_7_for_a_wider_kingdom(terminal: Terminal, code: str, options: list[str], points: int) -> None:
    sheet = terminal.answer("score", "--json", "--middle-kingdom", *options, code)["sheets"][0]

    assert [one["points"] for one in sheet["bonuses"]] == [points]


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


def write(folder: Path, game: Any) -> str:
    file = folder / "game.json"
    file.write_text(json.dumps(game), encoding="utf-8")
    return str(file)


def test_a_table_is_scored_with_everything_on_its_boards(terminal: Terminal, tmp_path: Path) -> None:
    game = terminal.answer("score", "--json", write(tmp_path, GAME))
    ana, ben = game["sheets"]

    assert [one["player"] for one in game["standings"]] == ["Ana", "Ben"]
    assert list(ana)[-7:] == PIECE_KEYS
    assert ana["quests"] == {"lost_corner": 20, "folie_des_grandeurs": 0}
    assert (ana["characters"], ana["buildings"], ana["coins"], ana["queen"]) == ([1 + 1 + 1], [0, 2], 2, 3)
    assert ana["total"] == 3 * 2 + 3 * 1 + 20 + 3 + 2 + 2 + 3
    assert ana["without_giants"] == ana["total"] + 3 + 10
    assert ben["total"] == ben["without_giants"] == 0


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["C"], "give files or kingdoms, not both"),
        (["--quest", "harmony"], "says itself how its games were played; leave --quest out"),
        (["--player", "Ana"], "leave --player out"),
    ],
)
def test_a_file_stands_for_itself(terminal: Terminal, tmp_path: Path, more: list[str], said: str) -> None:
    assert said in terminal.refusal("score", write(tmp_path, GAME), *more)


def test_a_mistyped_field_is_left_out_and_said(terminal: Terminal, tmp_path: Path) -> None:
    status, out, err = terminal.run("score", "--json", write(tmp_path, {"players": [{"code": "w1wC", "giant": []}]}))

    assert (status, json.loads(out)["sheets"][0]["total"]) == (0, 2)
    assert "players[0].giant" in err


def test_quests_and_boxes_are_named_beside_codes(terminal: Terminal) -> None:
    quests = ["--box", "giants", "--quest", "lost_corner", "--quest", "bleak_king"]
    sheet = terminal.answer("score", "--json", f"Cw w w w/....w{'/.....' * 3}", *quests)["sheets"][0]

    assert sheet["quests"] == {"lost_corner": 20, "bleak_king": 10}


# --- check


@pytest.mark.parametrize(
    ("code", "boxes", "numbers"),
    [("wwCff", [], [1, 3]), ("fwCtt", ["--box", "giants", "--box", "queendomino"], [13, "Q46"])],
    ids=["the base game", "with other boxes"],
)
def test_check_lays_out_a_legal_kingdom_domino_by_domino(
    terminal: Terminal, code: str, boxes: list[str], numbers: list[int | str]
) -> None:
    proof = terminal.answer("check", "--json", code, *boxes)

    assert list(proof) == ["legal", "problems", "dominoes"]
    assert (proof["legal"], proof["problems"]) == (True, [])
    assert [one["number"] for one in proof["dominoes"]] == numbers
    for one in proof["dominoes"]:
        if one["number"] in range(1, 49):
            laid = [Kingdom.parse(code)[row, column] for row, column in one["squares"]]
            assert sorted(map(str, laid)) == sorted(map(str, DOMINOES[one["number"] - 1].squares))


def test_check_reports_dominoes_missing_in_one_box(terminal: Terminal) -> None:
    """Each is legal alone: of wheat with a mine of three crowns there is one domino, and there are six giants."""
    twice = terminal.answer("check", "--json", "m3wC", "m3wC", status=1)
    assert [one["legal"] for one in twice["kingdoms"]] == [True, True]
    assert twice["legal"] is False
    assert "One domino is in more kingdoms" in twice["problems"][0]

    giants = ",giant@1.1" * 4
    many = terminal.answer("check", "--json", "--box", "giants", f"w1wC{giants}", f"w1fC{giants}", status=1)
    assert not many["legal"]
    assert terminal.answer("check", "--json", "m3wC", "ffC")["legal"]
    _, said, _ = terminal.run("check", "m3wC", "m3wC")
    assert "Player 2:" in said
    assert "Together:\n  One domino is in more kingdoms" in said


# --- better


WASTED = "w1fCfw"  # with its two wheat squares side by side it scores more


def test_a_better_laying_is_told_with_its_points_and_an_order(terminal: Terminal) -> None:
    own = score(Kingdom.parse(WASTED)).total
    _, out, _ = terminal.run("better", WASTED)
    (one,) = terminal.answer("better", "--json", WASTED)
    better = Kingdom.parse(one["better"]["code"])

    assert f"This kingdom scores {own} point. With the same dominoes at least {own + 1} were possible" in out
    assert out.count("  domino ") == len(one["better"]["dominoes"]) == 2
    assert one["points"] == own
    assert one["better"]["points"] == score(better).total > own
    assert find_problems(better) == ()


def test_best_kingdom_is_recognised_by_table_rules(terminal: Terminal) -> None:
    assert "No better arrangement of its dominoes was found." in terminal.run("better", "Cwwww")[1]
    assert terminal.answer("better", "--json", "Cwwww")[0]["better"] is None
    assert terminal.answer("better", "--json", "--middle-kingdom", "Cwwww")[0]["better"]["points"] == 10


def test_a_kingdom_that_could_not_have_been_built_is_told_why(terminal: Terminal) -> None:
    _, out, _ = terminal.run("better", "w3fC")

    assert "could not have been built:" in out
    assert "3 crowns on a wheat square do not exist" in out


# --- kingdoms


def test_kingdoms_prints_epochs_and_gold_as_json(terminal: Terminal) -> None:
    printed = terminal.answer("kingdoms", "--json", EPOCH)

    assert list(printed) == ["epochs", "gold"]
    (epoch,) = printed["epochs"]
    assert epoch["players"] == [
        {"colour": "red", "rows": -5, "columns": 8, "total": 3},
        {"colour": "blue", "rows": 25, "columns": 29, "total": 54},
        {"colour": "yellow", "rows": -6, "columns": 50, "total": 44},
    ]
    assert len(epoch["lines"]) == 5 + 6
    assert epoch["lines"][0]["parts"] == [{"base": -3, "gains": {"red": -3, "blue": -3, "yellow": -18}}]
    assert epoch["warnings"] == []
    assert printed["gold"] == {"red": 53, "blue": 104, "yellow": 94}


def test_people_read_every_line_with_its_reason(terminal: Terminal, tmp_path: Path) -> None:
    (file := tmp_path / "epoch.txt").write_text(EPOCH.replace("/", "\n") + "\n", encoding="utf-8")

    status, out, _ = terminal.run("kingdoms", str(file))

    assert status == 0
    assert "  row 4, left of the mountain: dragon cancels +1, base 0; yellow 2 ranks = 0\n" in out
    assert "  blue    rows   25  columns   29  total   54  gold  104\n" in out
    assert out.endswith(
        "1. blue     104 gold  10 ahead\n"
        "2. yellow    94 gold  10 behind blue\n"
        "3. red       53 gold  41 behind yellow\n"
        "blue starts the next epoch\n"
    )


def test_problems_are_printed_beside_the_score(terminal: Terminal) -> None:
    board = f"-3 y4 . y4 +1 .{FREE}"  # begins as an option does
    (epoch,) = terminal.answer("kingdoms", "--json", board)["epochs"]

    assert epoch["players"][0]["rows"] == 8 * (1 - 3)
    assert any("26 spaces are free" in warning for warning in epoch["warnings"])
    assert "Note: Yellow has 2 castles of rank 4 on the board, but owns 1" in terminal.run("kingdoms", board)[1]
    (of_four,) = terminal.answer("kingdoms", "--json", "--players", "4", f"r1 r1 r1 . . .{FREE}")["epochs"]
    assert any("owns 2 with 4 players" in warning for warning in of_four["warnings"])
