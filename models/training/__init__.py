"""Training of the networks in ``models``: data, synthesis, training, export, evaluation."""
