"""A result to pass on: a picture for the group chat, a line of text, a table, and a link to a board."""
