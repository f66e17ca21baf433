"""The stages of reading a photo; start at ``read.py``."""
