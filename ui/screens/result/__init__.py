"""Who won and why, and sharing it."""
