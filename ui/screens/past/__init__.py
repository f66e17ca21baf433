"""Past: a game of the games so far, or a Dynasty of three."""
