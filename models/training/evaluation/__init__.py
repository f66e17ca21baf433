"""What the model card says, measured."""
