"""Setting up a process whose main work is reading photos; importing ``vision`` alone changes nothing in a process."""

from __future__ import annotations

import warnings

from vision.photo.memory import share_one_heap


def prepare_process() -> None:
    """Let all threads share one heap, and keep Pillow's warnings about damaged metadata to itself.

    Photos are read the same without it; a player can act on neither the warnings nor the memory.
    """
    share_one_heap()
    warnings.filterwarnings("ignore", category=UserWarning, module=r"PIL\.")
