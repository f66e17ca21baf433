"""Measurements of the model card."""
