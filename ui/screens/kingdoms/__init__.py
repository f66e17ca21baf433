"""Knizia's Kingdoms: players, board, gold."""
