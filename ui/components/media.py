"""The short address at which a browser tab fetches a picture."""

from __future__ import annotations

from streamlit import runtime


def address(jpeg: bytes, place: str) -> str:
    """Where this browser tab can fetch JPEG bytes; ``place`` names the spot on the screen that shows them.

    A component that redraws on every tap then carries a short address instead of the whole picture.
    """
    return runtime.get_instance().media_file_mgr.add(jpeg, "image/jpeg", place)
