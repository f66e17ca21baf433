"""Find the Chromium that opens the app in tests."""

from __future__ import annotations

import shutil

PATIENCE_MS = 90_000  # on a very busy machine
SIZES = {"phone": (390, 844), "laptop": (1440, 900)}
CHROMIUM_FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--process-per-site",  # within a window: the process has compiled the scripts
    # A page of a test lives for seconds: optimised code and small young generations cost an eighth of processor time.
    "--js-flags=--no-opt --no-maglev --min-semi-space-size=16",
]


def chromium_path() -> str | None:
    """Return the path of Chromium, or None if it is not installed."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def shell_path() -> str | None:
    """Return the path of the headless shell, which needs a third less processor time; else Chromium itself."""
    return shutil.which("chromium-headless-shell") or chromium_path()
