"""The two networks, their training and their way into the product."""
