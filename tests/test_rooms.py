"""The rooms of ``ui`` and the arrows between them: each may import only rooms on lower steps."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator

import ui
from tests.given import ROOT
from tests.sources import sources

MAP = re.compile(r"^    (\w+) {2,}(.+(?:\n {21}.+)*)", re.MULTILINE)  # a room of the map, and its line


def arrows_of_the_map() -> dict[str, set[str]]:
    """Each room with the rooms of ``ui`` that it may import, as the map in ``ui/__init__.py`` has them."""
    lines = {room: line.partition("->")[2] for room, line in MAP.findall(ui.__doc__ or "")}
    return {room: set(re.findall(r"\w+", allowed)) for room, allowed in lines.items()}


ARROWS = arrows_of_the_map()
MOST_AT_THE_TOP = 20


def imports() -> Iterator[tuple[str, str, str]]:
    """(room, imported room, file:line) of every import from one room of ``ui`` to another."""
    for path in sorted((ROOT / "ui").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if len(parts) == 2 and parts[1] == "__init__":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for module in _imported(node):
                target = module.split(".")[1]
                if target != parts[1]:
                    yield parts[1], target, f"{path.relative_to(ROOT)}:{node.lineno}"  # type: ignore[attr-defined]


def _imported(node: ast.AST) -> list[str]:
    """The modules of ``ui`` that a statement imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names if alias.name.startswith("ui.")]
    if isinstance(node, ast.ImportFrom) and node.module == "ui":
        return [f"ui.{alias.name}" for alias in node.names]
    if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ui."):
        return [node.module or ""]
    return []


def test_every_arrow_between_the_rooms_of_ui_is_one_that_is_allowed() -> None:
    wrong = [f"{where} imports ui.{to}" for room, to, where in imports() if to not in ARROWS[room]]

    assert wrong == []


def test_the_map_names_every_room_and_nothing_else_stands_at_the_top() -> None:
    entries = {path.stem for path in (ROOT / "ui").iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}

    assert entries - {"__init__"} == set(ARROWS)
    at_the_top = [path for path in (ROOT / "ui").iterdir() if path.name != "__pycache__"]
    assert len(at_the_top) <= MOST_AT_THE_TOP


def test_tables_are_kept_without_streamlit_or_the_networks() -> None:
    probe = "import ui.store, ui.table.table; import sys; print(*{name.split('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True)

    assert not {"cv2", "numpy", "onnxruntime", "streamlit", "vision"} & set(loaded.stdout.split())


def test_the_routes_know_nothing_of_streamlit() -> None:
    assert [
        source.path
        for source in sources("ui")
        if source.module.startswith("ui.api") and "streamlit" in source.imported_packages()
    ] == []
