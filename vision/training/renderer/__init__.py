"""The photos of ``sample_images``."""
