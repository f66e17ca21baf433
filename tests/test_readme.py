"""Commands and examples in the docs run and print what is shown; names and links in them exist.

What is read in a photo depends on the networks and the processor: of that each line has a form that is promised, and
its sums are right. Where nothing is read, the output is compared. A line ``...`` stands for lines left out.
"""

from __future__ import annotations

import doctest
import importlib.util
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.benchmarks.figures import replace_figure
from tests.project import ROOT
from tests.ui.cli.terminal import Terminal
from ui.cli.command import parser

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *(ROOT / folder / "README.md" for folder in ("deploy", "tests")),
]
CLI = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
MOST_WORDS = 900  # of the README
SCREENSHOTS = ROOT / "docs" / "images"
PICTURE = SCREENSHOTS / "evening.gif"
LARGEST_PICTURE = 2_000_000  # bytes
FIGURE = r"\d+(?:[./x]\d+)?%?"


def section(title: str, page: str = README) -> str:
    """Return the text below a heading of a page."""
    found = re.search(rf"^## {re.escape(title)}$(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found.group(1)


def blocks(page: str) -> list[str]:
    """Return the indented blocks of a page, without their indentation."""
    found = re.findall(r"(?:^ {4}.*\n|(?<=\n)\n(?= {4}))+", page, re.MULTILINE)
    return [re.sub(r"^ {4}", "", block, flags=re.MULTILINE).strip("\n") for block in found]


def commands_with_output() -> list[tuple[str, str]]:
    """Return every command of the README and the command line page that is shown with its output."""
    runs = [run for block in blocks(README) + blocks(CLI) for run in re.split(r"^(?=\$ )", block, flags=re.MULTILINE)]
    shown = [run.strip("\n").removeprefix("$ ").partition("\n") for run in runs if run.startswith("$ ")]
    return [(command, output) for command, _, output in shown]


def commands(page: Path) -> Iterator[list[str]]:
    """Yield the words of every crownsight command in an indented block of a page."""
    for line in "\n".join(blocks(page.read_text(encoding="utf-8"))).splitlines():
        if re.match(r"(\$ )?crownsight ", line):
            yield shlex.split(line.removeprefix("$ ").partition(" < ")[0], comments=True)[1:]


CODE = r"[wflgsmC.1-3]+(?:/[wflgsmC.1-3]+)*"
FORMS = {  # of the lines of a command that reads photos
    "read": (
        r"[\w/.-]+\.jpg: \d x \d, (?:\w+ castle, )?(?:sure|please check)",
        r"  (?:[wflgsmC.?][1-3]? *)+",
        rf"  {CODE}",
        r"  [A-Z].*\.",  # a doubt, or a remark
    ),
    "score": (
        r"\d\. \w+ +\d+ points  .+",
        rf"\w+: \d+ points  {CODE}",
        r"  \w+ \d+ squares? x \d+ crowns? = \d+",
        r"  [A-Z].*\.",
    ),
}
SUM = re.compile(r"(\d+) squares? x (\d+) crowns? = (\d+)")


@pytest.mark.parametrize(("command", "output"), commands_with_output(), ids=lambda text: text.split("\n")[0][:30])
def test_a_command_prints_what_is_shown_or_lines_of_its_form(
    command: str, output: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    program, *arguments = shlex.split(command)

    status, out, err = Terminal(capsys).run(*arguments)

    assert (program, status, err) == ("crownsight", 1 if arguments[0] == "check" else 0, "")  # the example is not legal
    if arguments[0] not in FORMS:
        assert out.strip("\n") == output
        return
    for line in [*output.removesuffix("...").splitlines(), *out.splitlines()]:
        assert not line or any(re.fullmatch(form, line) for form in FORMS[arguments[0]]), line
    assert all(int(squares) * int(crowns) == int(points) for squares, crowns, points in SUM.findall(output + out))


def test_python_answers_in_the_form_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    examples = doctest.DocTestParser().get_doctest(README, {}, "README", "README.md", 0)

    assert doctest.DocTestRunner(OfTheSameForm()).run(examples) == (0, 5)
    assert {command.split()[1] for command, _ in commands_with_output()} == {"read", "score", "check"}


def test_api_page_examples_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)

    assert doctest.testfile(str(ROOT / "docs" / "api.md"), module_relative=False).failed == 0


class OfTheSameForm(doctest.OutputChecker):
    """Takes any number for a number: points depend on what was read."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        """True if one answer is like the other."""
        return super().check_output(re.sub(r"\d+", "0", want), re.sub(r"\d+", "0", got), optionflags)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_that_is_named_is_one(page: Path) -> None:
    for arguments in commands(page):
        parser().parse_args(arguments)


def test_every_target_of_make_is_one() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = {target for page in PAGES for target in re.findall(r"\bmake ([a-z]+)\b", page.read_text(encoding="utf-8"))}

    assert {"run", "test", "train"} <= named & {*re.findall(r"^(\w+):", makefile, re.MULTILINE)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_program_and_link_leads_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    modules = re.findall(r"python -m ((?:models|vision|tests|ui)\.[\w.]+\w)", text)
    files = re.findall(r"python ((?:tests|vision)/[\w/]+\.py)", text)
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]

    assert [module for module in modules if importlib.util.find_spec(module) is None] == []
    assert [file for file in files if not (ROOT / file).exists()] == []
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_proof_of_a_guarantee_exists() -> None:
    proofs = re.findall(r"`((?:[\w-]+/)*\w+\.py)", (ROOT / "docs" / "guarantees.md").read_text(encoding="utf-8"))

    assert len(proofs) > 40
    assert [proof for proof in proofs if not (ROOT / "tests" / proof.removeprefix("tests/")).exists()] == []


BENCHMARKS = sorted((ROOT / "tests" / "benchmarks").glob("bench_*.py"))
WRITTEN = {
    proof for path in BENCHMARKS for proof in re.findall(r'"(benchmarks/[^"{]+)"', path.read_text(encoding="utf-8"))
}


@pytest.mark.parametrize("proof", sorted(WRITTEN))
def test_benchmark_finds_its_row_among_guarantees(proof: str) -> None:
    page = (ROOT / "docs" / "guarantees.md").read_text(encoding="utf-8")

    assert f"| `{proof}` | 1 ms |" in replace_figure(page, proof, "1 ms")


def test_readme_stays_short() -> None:
    assert len(README.split()) <= MOST_WORDS


def test_every_command_has_a_section() -> None:
    named = {name for title in re.findall(r"^## (.*)$", CLI, re.MULTILINE) for name in title.split(", ")}

    assert {*parser().commands} <= named


def test_package_map_matches_the_folders() -> None:
    on_the_map = {
        *re.findall(
            r"^ {4} *(\w+)/ ",
            section("Folders", (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")),
            re.MULTILINE,
        )
    }
    rooms = {path.parent.name for package in ("ui", "vision") for path in (ROOT / package).glob("*/*.py")}
    there = {folder.name for package in ("", "ui", "vision", "models") for folder in (ROOT / package).iterdir()}

    assert rooms <= on_the_map <= there


def test_figures_on_reading_are_those_of_the_model_card() -> None:
    card = {*re.findall(FIGURE, (ROOT / "docs" / "model-card.md").read_text(encoding="utf-8"))}
    rows = re.findall(r"^\| .*", section("How well it reads"), re.MULTILINE)[2:]

    assert len(rows) == 7
    assert {*re.findall(FIGURE, "".join(rows))} <= card


def test_the_moving_picture_is_small_and_no_picture_lies_about() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in PAGES)

    assert PICTURE.stat().st_size < LARGEST_PICTURE
    assert [file.name for file in SCREENSHOTS.iterdir() if f"images/{file.name})" not in pages] == []
