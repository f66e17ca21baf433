"""Scripts and style sheets use only features of the oldest supported browsers.

That is Safari 16.4 (of iOS too), Chrome 111 and Firefox 121: Streamlit's own scripts need the first, ``color-mix()``
the second, ``:has()`` the third. All of them know ``dvh``, which needs no ``vh`` before it.
"""

from __future__ import annotations

import re

import pytest

from tests.project import ROOT

UNPREFIXED = re.compile(r"(?<!-)user-select: (\w+);")
# What is newer than one of the three, where nothing stands in for it. What only makes a look a little better is not
# here: `text-wrap: balance`, `align-content` of a block.
NEWER = {
    ".css": r"(^|[{};])\s*&|@scope|@starting-style|@property|anchor\(|light-dark\(|field-sizing"
    r"|interpolate-size|calc-size|content-visibility|:user-(in)?valid|:popover-open|:open\b|\blinear\(",
    ".js": r"checkVisibility\(|(Object|Map)\.groupBy|Promise\.(try|withResolvers)|Array\.fromAsync|RegExp\.escape"
    r"|URL\.(canParse|parse)|AbortSignal\.any|\.(union|intersection|difference|is(Subset|Superset)Of|isDisjointFrom)\("
    r"|\b(requestIdleCallback|scheduler|ImageDecoder|showOpenFilePicker|showSaveFilePicker|CloseWatcher)\b"
    r"|\.(showPopover|toBase64|toHex|setHTMLUnsafe|moveBefore|startViewTransition|isWellFormed)\(",
}
# What phones lack over http, where no `?.` stands behind it.
ONLY_BY_HTTPS = (
    r"crypto\.(randomUUID|subtle)\b|\bcaches\."
    r"|navigator\.(clipboard|wakeLock|locks|storage|mediaDevices|serviceWorker)(?!\?)\b"
)


def browser_lines(ending: str) -> list[tuple[str, str]]:
    """Return every line sent to browsers, with its place."""
    files = sorted((ROOT / "ui").rglob(f"*{ending}"))
    assert files
    lines = [
        (file, number, line) for file in files for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
    ]
    return [(f"{file.relative_to(ROOT)}:{number}", line) for file, number, line in lines]


def test_unselectable_text_is_unselectable_on_iphones() -> None:
    rules = [rule for file in (ROOT / "ui").rglob("*.css") for rule in file.read_text("utf-8").split("}")]
    unselected = [rule for rule in rules if UNPREFIXED.search(rule)]

    assert unselected
    bare = [one for one in unselected if "-webkit-user-select" not in one or "-webkit-touch-callout" not in one]
    assert bare == []


@pytest.mark.parametrize("ending", list(NEWER))
def test_scripts_and_styles_run_in_the_oldest_browser(ending: str) -> None:
    newer = re.compile(NEWER[ending])

    assert [f"{at}: {line.strip()}" for at, line in browser_lines(ending) if newer.search(line)] == []


def test_scripts_ask_first_for_what_phones_lack_over_http() -> None:
    lacking = re.compile(ONLY_BY_HTTPS)

    assert [f"{at}: {line.strip()}" for at, line in browser_lines(".js") if lacking.search(line)] == []
