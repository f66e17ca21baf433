"""Teach me your box: an edition of the tiles by one photo."""
