"""Knizia's Kingdoms in the app: a game of up to three epochs, entered board by board or read from photos."""
