"""Tile sets: learn tiles in another artwork from one photo of a known kingdom."""
