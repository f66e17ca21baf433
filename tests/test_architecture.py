"""The house has three packages, and doors in one direction: ui -> vision -> scoring; what is public is explained."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from types import ModuleType

import pytest

import scoring
import ui
import vision
from tests.given import KITCHEN, ROOT
from tests.sources import sources

VAGUE = {
    "util",
    "utils",
    "helper",
    "helpers",
    "common",
    "core",
    "misc",
    "manager",
    "managers",
    "data",
    "info",
    "process",
}
WIDEST = 120  # characters
OUTER_WORLD = {"asyncio", "datetime", "io", "os", "pathlib", "random", "secrets", "socket", "subprocess", "time"}
TRAINING = {"models.training", "onnx", "torch"}


def arrows(package: str) -> dict[str, set[str]]:
    """Each folder and module at the top of a package with those of them that it imports, also for types only."""
    inside = {source: source.module.split(".") for source in sources(package.replace(".", "/"))}
    depth = package.count(".") + 1
    found: dict[str, set[str]] = {parts[depth]: set() for parts in inside.values() if len(parts) > depth}
    for source, parts in inside.items():
        if len(parts) > depth:
            imported = (one.split(".") for one in source.imports() if one.startswith(f"{package}."))
            found[parts[depth]] |= {one[depth] for one in imported} & {*found} - {parts[depth]}
    return found


def loaded_by(statement: str) -> set[str]:
    """The top-level modules in memory after a statement, in a fresh interpreter."""
    probe = f"{statement}; import sys; print(*{{module.split('.')[0] for module in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("package", ["scoring", "vision", "ui", "models.training"])
def test_no_rooms_of_a_package_import_each_other_in_a_circle(package: str) -> None:
    TopologicalSorter(arrows(package)).prepare()  # raises CycleError, which names the rooms of a circle


def test_scoring_imports_the_standard_library_only() -> None:
    allowed = sys.stdlib_module_names | {"scoring"}

    assert {one.path: foreign for one in sources("scoring") if (foreign := one.imported_packages() - allowed)} == {}


@pytest.mark.parametrize(
    ("room", "unknown"),
    [
        ("scoring", OUTER_WORLD),  # files, clocks and chance
        ("vision", {"streamlit", "ui"} | TRAINING),
        ("ui", TRAINING),
        ("ui/api", {"streamlit"}),
    ],
)
def test_a_room_knows_nothing_of_what_is_not_its_own(room: str, unknown: set[str]) -> None:
    assert {one.path: found for one in sources(room) if (found := unknown & one.imports())} == {}


@pytest.mark.parametrize(
    ("statement", "unneeded"),
    [
        ("import ui.cli", {"cv2", "joblib", "numpy", "onnxruntime", "streamlit", "vision"}),
        (
            f"from ui.cli import main; main(['read', {str(KITCHEN)!r}])",
            {"joblib", "scipy", "sklearn", "sqlalchemy", "streamlit"},
        ),
        ("import vision", {"onnxruntime"}),  # which notes a device at once, unless its environment forbids it
        ("import ui.store, ui.table.table", {"cv2", "numpy", "onnxruntime", "streamlit", "vision"}),
    ],
    ids=["the command line", "one photo", "the library", "tables"],
)
def test_what_is_not_needed_is_not_loaded(statement: str, unneeded: set[str]) -> None:
    assert not loaded_by(statement) & unneeded


MAP = re.compile(r"^    (\w+) {2,}(.+(?:\n {21}.+)*)", re.MULTILINE)  # a room of the map, and its line
MOST_AT_THE_TOP = 20


def arrows_of_the_map() -> dict[str, set[str]]:
    """Each room with the rooms of ``ui`` that it may import, as the map in ``ui/__init__.py`` has them."""
    lines = {room: line.partition("->")[2] for room, line in MAP.findall(ui.__doc__ or "")}
    return {room: set(re.findall(r"\w+", allowed)) for room, allowed in lines.items()}


def test_every_arrow_between_the_rooms_of_ui_is_one_that_is_allowed() -> None:
    allowed = arrows_of_the_map()

    assert {room: wrong for room, imported in arrows("ui").items() if (wrong := imported - allowed[room])} == {}


def test_the_map_names_every_room_and_nothing_else_stands_at_the_top() -> None:
    at_the_top = [path for path in (ROOT / "ui").iterdir() if path.name != "__pycache__"]
    rooms = {path.stem for path in at_the_top if path.suffix == ".py" or (path / "__init__.py").exists()}

    assert rooms - {"__init__"} == set(arrows_of_the_map())
    assert len(at_the_top) <= MOST_AT_THE_TOP


def test_rooms_are_named_after_what_is_in_them() -> None:
    everything = (source for package in ("scoring", "vision", "ui", "models") for source in sources(package))

    assert [source.path for source in everything if {*source.path.with_suffix("").parts} & VAGUE] == []


def test_scripts_and_styles_keep_to_lines_as_wide_as_those_of_python() -> None:
    """But for markup that is put together, which would be harder to read in parts."""
    files = sorted(path for ending in ("js", "css") for path in (ROOT / "ui").rglob(f"*.{ending}"))
    lines = [(path, line) for path in files for line in path.read_text(encoding="utf-8").splitlines()]

    assert [f"{path.relative_to(ROOT)}: {line}" for path, line in lines if len(line) > WIDEST and "<" not in line] == []


def test_every_migration_follows_the_one_before_it() -> None:
    """Two with one number would leave every new database without its tables."""
    versions = sorted((ROOT / "ui" / "store" / "migrations" / "versions").glob("[0-9]*_*.py"))
    told = [re.findall(r'^(?:down_)?revision = "?(\w+)"?$', one.read_text(), re.MULTILINE) for one in versions]

    assert told == [
        [f"{number:04}", f"{number - 1:04}" if number > 1 else "None"] for number in range(1, len(told) + 1)
    ]


# --- What is offered to other programs


PACKAGES = pytest.mark.parametrize("package", [scoring, vision], ids=lambda package: package.__name__)


def explains_itself(name: str, offered: object) -> bool:
    words = inspect.getdoc(offered) or ""
    return len(words.split()) >= 4 and not words.startswith(f"{name}(")  # what a dataclass says if nobody does


@PACKAGES
def test_all_names_everything_offered(package: ModuleType) -> None:
    offered = {
        name for name, value in vars(package).items() if not name.startswith("_") and not isinstance(value, ModuleType)
    }

    assert offered == set(package.__all__)


@PACKAGES
def test_every_class_and_function_explains_itself(package: ModuleType) -> None:
    offered = {name: getattr(package, name) for name in package.__all__}

    silent = [name for name, value in offered.items() if callable(value) and not explains_itself(name, value)]
    assert silent == []
