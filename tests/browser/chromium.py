"""The Chromium that opens the app in tests."""

from __future__ import annotations

import shutil

PATIENCE_MS = 30_000
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
]


def chromium_path() -> str | None:
    """Where this machine has Chromium, None if it has none."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def shell_path() -> str | None:
    """Where its shell is, which has no window to draw and needs a third less of a processor; else Chromium itself."""
    return shutil.which("chromium-headless-shell") or chromium_path()
