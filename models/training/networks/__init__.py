"""The two networks: architecture, training loop and export."""
