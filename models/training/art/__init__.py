"""Procedural drawings: tiles, castles, hands, table tops."""
