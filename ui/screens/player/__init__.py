"""Player: what one player has made of all games."""
