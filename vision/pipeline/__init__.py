"""The way from a photo to readings: grids found, squares judged, kingdoms decoded, doubts said."""
