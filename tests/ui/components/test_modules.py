"""The modules of the browser: unit tests by Node, and what can be said of them without running them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.project import ROOT
from ui.serving.modules import find_dependencies, read_modules

NODE_TESTS = sorted((Path(__file__).parent / "node").glob("*.test.mjs"))
GLOBALS = re.compile(r"\b(?:window|document|globalThis)\.(\w+)\s*(?:\?\?=|=)(?!=)")
IMPORTS = re.compile(r"^import \{([^}]+)\} from '([^']+)';", re.MULTILINE)


@pytest.mark.skipif(shutil.which("node") is None, reason="nodejs is not installed")
def test_node_unit_tests_pass() -> None:
    ran = subprocess.run(["node", "--test", *NODE_TESTS], capture_output=True, text=True, check=False)

    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize("path", read_modules())
def test_imported_names_are_exported(path: str) -> None:
    assert set(find_dependencies(path)) <= set(read_modules())
    for names, relative in IMPORTS.findall(read_modules()[path]):
        exporting = ((ROOT / "ui" / "components" / path).parent / relative).read_text("utf-8")
        for name in re.split(r",\s*", names.strip().rstrip(",")):
            exported = rf"^export (const|let|class|(async )?function) {name}\b"
            assert re.search(exported, exporting, re.MULTILINE), f"{relative} does not export {name}"


def test_namespace_is_the_only_global() -> None:
    assigned = {name for text in read_modules().values() for name in GLOBALS.findall(text)}

    assert assigned == {"crownsight", "cookie"}
