"""Games so far, and records."""
