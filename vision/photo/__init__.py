"""Opening a photo: bounded before it is decoded, upright, its light."""
