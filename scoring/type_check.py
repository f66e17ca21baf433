"""Errors for arguments of a wrong type that say what to pass instead."""

from __future__ import annotations


def check_type(name: str, value: object, expected: type, hint: str) -> None:
    """Raise a TypeError with a hint unless ``value`` is an instance of ``expected``.

    Example:
        >>> check_type("kingdom", "www/wCf", int, "use Kingdom.parse('www/wCf')")
        Traceback (most recent call last):
        ...
        TypeError: kingdom is a int, not a str; use Kingdom.parse('www/wCf')
    """
    if not isinstance(value, expected):
        raise TypeError(f"{name} is a {expected.__name__}, not a {type(value).__name__}; {hint}")
