"""Addresses as QR codes, to scan with another phone."""

from __future__ import annotations

import io

import segno

from ui.drawing import tiles

MOST_IN_ONE = 2_300  # bytes of an address: a code of more could not be scanned from a screen


def qr_code(address: str, alt: str) -> str:
    """The code of an address as an HTML image on white; empty for one too long to be scanned."""
    if len(address.encode()) > MOST_IN_ONE:
        return ""
    drawn = io.BytesIO()
    made = segno.make(address, error="m" if len(address) < MOST_IN_ONE // 10 else "l", micro=False)
    made.save(drawn, kind="svg", xmldecl=False, border=3, light="#fff", scale=4)
    return tiles.drawn(drawn.getvalue().decode(), alt, "cs-qr")
