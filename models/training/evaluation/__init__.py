"""The measurements of the model card."""
