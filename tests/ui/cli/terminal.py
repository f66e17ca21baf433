"""The command line as run in a terminal."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ui.cli import main


class Terminal:
    """Runs commands in the process of the test, and hears what they print."""

    def __init__(self, printed: pytest.CaptureFixture[str]) -> None:
        self._printed = printed

    def run(self, *arguments: str) -> tuple[int, str, str]:
        """Exit code, stdout and stderr of a command."""
        self._printed.readouterr()
        try:
            status = main(arguments)
        except SystemExit as left:
            status = int(left.code or 0)
        printed = self._printed.readouterr()
        return status, printed.out, printed.err

    def answer(self, *arguments: str, status: int = 0) -> Any:
        """Return the JSON that a command prints; it ends with this exit code."""
        ended, out, err = self.run(*arguments)
        assert (ended, err) == (status, "")
        return json.loads(out)

    def refusal(self, *arguments: str) -> str:
        """Return the one sentence that a refused command prints."""
        status, out, err = self.run(*arguments)
        assert (status, out) in ((1, ""), (2, ""))
        assert err.count("\n") == 1
        assert err.startswith("crownsight")
        return err
