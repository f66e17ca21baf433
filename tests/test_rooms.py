"""The rooms of ``ui`` and the arrows between them: each may import only rooms on lower steps."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator

import ui
from tests.given import ROOT

ARROWS: dict[str, set[str]] = {  # room -> the rooms of ui that it may import
    "table": set(),
    "i18n": {"streamlit_patch"},
    "settings": set(),
    "log": set(),
    "streamlit_patch": set(),
    "photos": {"table", "log"},
    "store": {"table", "settings", "log"},
    "session": {"table", "photos", "store", "i18n", "settings", "serving", "streamlit_patch"},
    "drawing": {"table", "i18n"},
    "components": {"table", "photos", "drawing", "i18n", "streamlit_patch"},
    "screens": {"table", "photos", "store", "session", "drawing", "components", "i18n", "settings", "streamlit_patch"},
    "cli": {"settings", "store", "serving", "server"},
    "serving": {"settings", "store", "log", "streamlit_patch"},
    "server": {"store", "log", "streamlit_patch", "serving"},
    "app": {"session", "screens", "drawing", "i18n"},
}
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


def test_the_arrows_that_are_allowed_make_no_circle() -> None:
    left = dict(ARROWS)
    while left:
        lowest = [room for room, below in left.items() if not below & left.keys()]
        assert lowest, f"a circle among {sorted(left)}"
        left = {room: below for room, below in left.items() if room not in lowest}


def test_the_map_names_every_room_and_nothing_else_stands_at_the_top() -> None:
    entries = {path.stem for path in (ROOT / "ui").iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}

    assert entries - {"__init__"} == set(ARROWS)
    assert all(f"{room} " in (ui.__doc__ or "") for room in ARROWS)
    at_the_top = [path for path in (ROOT / "ui").iterdir() if path.name != "__pycache__"]
    assert len(at_the_top) <= MOST_AT_THE_TOP


def test_tables_are_kept_without_streamlit_or_the_networks() -> None:
    probe = "import ui.store, ui.table.table; import sys; print(*{name.split('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True)

    assert not {"cv2", "numpy", "onnxruntime", "streamlit", "vision"} & set(loaded.stdout.split())
