"""Hide pandas and pyarrow from this process, which Streamlit requires and this app never uses.

Streamlit asks of every list that it draws whether it is a table of pandas or pyarrow, and imports both to ask: half a
second of a core before the first page, and 90 MB. Streamlit works without them, as it must in the container image,
which has neither. Still needed as long as ``python -X importtime -c "import ui.server"`` lists pandas without it.
"""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder

NAMES = ("pandas", "pyarrow")


class HiddenPackages(MetaPathFinder):
    """An import hook for which the hidden packages are not installed."""

    def find_spec(self, name: str, *_: object) -> None:
        """Find no module. Raises ModuleNotFoundError for a hidden package."""
        if name in NAMES:
            raise ModuleNotFoundError(f"No module named {name!r} is used here", name=name)


def hide_packages() -> None:
    """Make imports of the hidden packages fail from now on."""
    sys.meta_path.insert(0, HiddenPackages())
