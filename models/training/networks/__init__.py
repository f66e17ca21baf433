"""The two networks, their training and their export."""
