"""Import rules (ui -> vision -> scoring), declared dependencies, line length and test names."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from graphlib import TopologicalSorter
from importlib.metadata import packages_distributions

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import ui
from tests.project import ROOT
from tests.sample_photos import KITCHEN

OURS = ("models", "scoring", "ui", "vision")
WIDEST = 120  # characters
FONT_SIZES = (14, 16, 20, 28, 44)  # CSS pixels
OUTER_WORLD = {"asyncio", "datetime", "io", "os", "pathlib", "random", "secrets", "socket", "subprocess", "time"}
TRAINING = {"models.training", "onnx", "torch"}
MAP = re.compile(r"^    (\w+) {2,}(.+(?:\n {21}.+)*)", re.MULTILINE)  # a package of the map, and its line


@cache
def imports(folder: str) -> dict[str, set[str]]:
    """Map each module below a folder to all its imports, type-checking ones included, and their packages."""
    found = dict[str, set[str]]()
    for path in sorted((ROOT / folder).rglob("*.py")):
        names = set[str]()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {one.name for one in node.names}
            elif isinstance(node, ast.ImportFrom):
                names |= {f"{node.module}.{one.name}" for one in node.names}
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found[module] = {".".join(name.split(".")[:parts]) for name in names for parts in range(1, name.count(".") + 2)}
    assert found, f"there is no Python file in {folder}"
    return found


def foreign(folder: str) -> set[str]:
    """Return the packages outside the standard library that a folder imports."""
    everything = set().union(*imports(folder).values())
    return {name for name in everything if "." not in name} - sys.stdlib_module_names


def arrows(package: str) -> dict[str, set[str]]:
    """Map each folder and module at the top of a package to those of them that it imports."""
    modules, depth = imports(package.replace(".", "/")), package.count(".") + 1
    found: dict[str, set[str]] = {one.split(".")[depth]: set() for one in modules if one != package}
    for module, imported in modules.items():
        if module != package:
            part = module.split(".")[depth]
            known = {one.split(".")[depth] for one in imported if one.startswith(f"{package}.")}
            found[part] |= known & {*found} - {part}
    return found


def arrows_of_the_map() -> dict[str, set[str]]:
    """Parse the import map in ``ui/__init__.py``."""
    lines = {part: line.partition("->")[2] for part, line in MAP.findall(ui.__doc__ or "")}
    return {part: set(re.findall(r"\w+", allowed)) for part, allowed in lines.items()}


def modules_after(statement: str) -> set[str]:
    """Return the top-level modules in memory after a statement, in a fresh interpreter."""
    probe = f"{statement}; import sys; print(*{{module.split('.')[0] for module in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("package", ["scoring", "vision", "ui", "models.training"])
def test_packages_have_no_import_cycles(package: str) -> None:
    TopologicalSorter(arrows(package)).prepare()  # raises CycleError, which names the parts of a cycle


def test_scoring_imports_the_standard_library_only() -> None:
    assert foreign("scoring") == {"scoring"}


@pytest.mark.parametrize(
    ("part", "unknown"),
    [
        ("scoring", OUTER_WORLD),  # files, clocks and chance
        ("vision", {"streamlit", "ui"} | TRAINING),
        ("ui", TRAINING),
        ("ui/api", {"streamlit"}),
    ],
)
def test_package_does_not_import_foreign_layers(part: str, unknown: set[str]) -> None:
    assert {module: found for module, names in imports(part).items() if (found := unknown & names)} == {}


@pytest.mark.parametrize(
    ("statement", "unneeded"),
    [
        ("import ui.cli.command", {"cattrs", "cv2", "joblib", "numpy", "onnxruntime", "streamlit", "vision"}),
        (
            f"from ui.cli import main; main(['read', {str(KITCHEN)!r}])",
            {"joblib", "scipy", "sklearn", "sqlalchemy", "streamlit"},
        ),
        (
            "import vision; vision.read",
            {"onnxruntime"},
        ),  # which would note a device at once
        ("import vision; vision.WarningCode", {"cv2", "numpy"}),
        ("import ui.store, ui.table.table", {"cv2", "numpy", "onnxruntime", "streamlit"}),
    ],
    ids=["the command line", "one photo", "the library", "its warnings", "tables"],
)
def test_import_loads_no_unneeded_package(statement: str, unneeded: set[str]) -> None:
    assert not modules_after(statement) & unneeded


def test_ui_packages_import_only_what_the_map_allows() -> None:
    allowed, found = arrows_of_the_map(), arrows("ui")

    assert {*found} == {*allowed}
    assert {part: wrong for part, imported in found.items() if (wrong := imported - allowed[part])} == {}


def test_every_package_that_is_imported_is_declared() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = settings["project"]
    groups = [*project["optional-dependencies"].values(), *settings["dependency-groups"].values()]
    listed = [*project["dependencies"], *(one for group in groups for one in group)]
    needed = [Requirement(one) for one in listed]
    declared = {canonicalize_name(name) for one in needed for name in (one.name, *one.extras)}
    known = packages_distributions()

    used = set().union(*map(foreign, OURS))
    assert {name for name in used if not declared & {*map(canonicalize_name, known.get(name, [name]))}} == {*OURS}


def test_scripts_and_styles_keep_the_line_length() -> None:
    """But for markup that is put together, which would be harder to read in parts."""
    files = sorted(path for ending in ("js", "css") for path in (ROOT / "ui").rglob(f"*.{ending}"))
    lines = [(path, line) for path in files for line in path.read_text(encoding="utf-8").splitlines()]

    assert [f"{path.relative_to(ROOT)}: {line}" for path, line in lines if len(line) > WIDEST and "<" not in line] == []


def test_styles_use_five_font_sizes() -> None:
    """But for sizes that grow with a drawing or the window."""
    files = [path for ending in ("css", "html") for path in (ROOT / "ui").rglob(f"*.{ending}")]
    sizes = [
        (str(path.relative_to(ROOT)), int(size))
        for path in sorted(files)
        for size in re.findall(r"font(?:-size)?:\s*(?:\d{3} )?(\d+)px", path.read_text(encoding="utf-8"))
    ]

    assert [one for one in sizes if one[1] not in FONT_SIZES] == []


def test_test_names_are_shorter_than_60_characters() -> None:
    names = [
        name
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for name in re.findall(r"^ *(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]

    assert [name for name in names if len(name) >= 60] == []


def test_screens_fold_nothing_away() -> None:
    screens = (ROOT / "ui" / "screens").glob("*.py")

    assert [path.name for path in screens if "st.expander" in path.read_text(encoding="utf-8")] == []
