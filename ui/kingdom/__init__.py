"""The steps of the Kingdom screen, one module each: ask for a photo, choose, set corners, correct."""
