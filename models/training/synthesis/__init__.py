"""Synthetic pictures for training and evaluation."""
