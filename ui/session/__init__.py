"""One browser tab: the table in hand, what this phone may do there, edits, what is taught and live updates."""
