"""Find the lattice of squares of every kingdom in a photo."""
