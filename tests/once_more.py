"""``pytest -p tests.once_more``: browser tests that failed are run once more, each alone, when all others have ended.

What passes then is named under *flaky*, with how it had failed, and fails nothing. No other test is run twice.
"""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.hookimpl(trylast=True)  # when the processes of pytest-xdist have ended, too
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or exitstatus != pytest.ExitCode.TESTS_FAILED:  # one of those processes, or broken off
        return
    kinds = {kind: reporter.stats.pop(kind) for kind in ("failed", "error") if kind in reporter.stats}
    failed = [(kind, report) for kind, reports in kinds.items() for report in reports]
    browser = dict.fromkeys(report.nodeid for _, report in failed if "browser" in getattr(report, "keywords", ()))
    flaky = {test for test in browser if _passes_alone(test, session)}
    for kind, report in failed:
        reporter.stats.setdefault("flaky" if report.nodeid in flaky else kind, []).append(report)
    if not reporter.stats.keys() & kinds.keys():
        session.exitstatus = pytest.ExitCode.OK


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for number, report in enumerate(terminalreporter.stats.get("flaky", [])):
        if not number:
            terminalreporter.section("flaky")
        terminalreporter.line(f"{report.nodeid} failed at first, and passed alone\n{report.longreprtext}\n")


def _passes_alone(test: str, session: pytest.Session) -> bool:
    alone = [sys.executable, "-m", "pytest", "-p", "tests.nothing_skipped", test]
    return subprocess.run(alone, cwd=session.config.rootpath).returncode == 0
