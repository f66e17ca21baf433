"""One browser tab: the table in hand, what this phone may do there, edits, lessons and live updates."""
