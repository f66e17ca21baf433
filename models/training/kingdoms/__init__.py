"""Own art of Knizia's Kingdoms and rendered photos of its board, for samples, tests and measurements."""
