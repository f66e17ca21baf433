"""How the networks in ``models`` are made: data, synthesis, training, export, evaluation."""
