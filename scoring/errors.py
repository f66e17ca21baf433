"""The base of every error whose message a player may read."""

from __future__ import annotations

from scoring.message import Message


class CrownsightError(ValueError):
    """Something that cannot be; ``message`` says why, and what to do, and ``str(error)`` says it in English."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message
