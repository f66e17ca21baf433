"""One browser tab: the table in hand, what this phone may do there, what is taught and live updates."""
