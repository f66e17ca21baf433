"""The ``crownsight`` command: what the browser can do with files, scriptable.

Only the scoring rules are imported up front: pixels, Streamlit and Dask load when a command needs them, so that
``crownsight score CODE`` answers at once.
"""

from ui.cli.command import main

__all__ = ["main"]
