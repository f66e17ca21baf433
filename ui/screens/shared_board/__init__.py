"""A board that somebody sent as a link."""
