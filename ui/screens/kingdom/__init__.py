"""One kingdom: ask for a photo, choose, set corners, correct."""
