"""State of one browser tab: its table, permissions, taught tiles, pending photos."""
