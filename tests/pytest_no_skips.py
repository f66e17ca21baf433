"""Plugin ``pytest -p tests.pytest_no_skips``: skipped tests fail, except for tools a machine may lack."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

MAY_LACK = (  # words of the reasons
    *("PostgreSQL", "nginx", "caddy", "firefox", "WebKit", "Xvfb"),
    "PyTorch",  # 900 MB, which only making the networks needs
    "labelled pictures",  # which are no part of the repository
    *("forbids", "in no network"),  # as some containers are
)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn the skip of a test into a failure."""
    return _without_skip((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Turn the skip of a file into an error."""
    return _without_skip((yield))


def _without_skip(report: Any) -> Any:
    if report.outcome == "skipped" and not hasattr(report, "wasxfail") and isinstance(report.longrepr, tuple):
        reason = report.longrepr[2]
        if not any(word.casefold() in reason.casefold() for word in MAY_LACK):
            report.outcome, report.longrepr = "failed", f"{report.nodeid} must not be skipped here: {reason}"
    return report
