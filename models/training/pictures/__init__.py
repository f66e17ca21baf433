"""Labelled pictures, and squares cut from them."""
