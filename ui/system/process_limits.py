"""How many files and connections the system lets a process have open; Windows has no such limit and no ``resource``."""

from __future__ import annotations

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]


def raise_descriptors(wanted: int) -> None:
    """Ask the system for so many descriptors, as far as it gives them."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    given = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < given:
        resource.setrlimit(resource.RLIMIT_NOFILE, (given, hard))
