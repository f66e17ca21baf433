"""Every Python file of the project, read and parsed once for all tests of what may stand in it."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.given import ROOT


@dataclass(frozen=True, eq=False)
class Source:
    """A Python file: its path in the project, and what it says, parsed."""

    path: Path
    tree: ast.Module

    @property
    def module(self) -> str:
        """The name by which it is imported."""
        parts = self.path.with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def imports(self) -> set[str]:
        """The names of everything imported anywhere in it, also inside functions and for types, and its packages."""
        names = set[str]()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names |= {f"{node.module}.{alias.name}" for alias in node.names}
        return {".".join(name.split(".")[:parts]) for name in names for parts in range(1, name.count(".") + 2)}

    def imported_packages(self) -> set[str]:
        """The top-level packages among its imports."""
        return {imported for imported in self.imports() if "." not in imported}


@cache
def sources(folder: str) -> tuple[Source, ...]:
    """The files below a folder of the project, sorted by path."""
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files, f"there is no Python file in {folder}"
    return tuple(Source(file.relative_to(ROOT), ast.parse(file.read_text(encoding="utf-8"))) for file in files)
