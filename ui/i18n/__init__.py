"""Translation of texts into four languages."""
