"""Photos: check and decode files within bounds, turn pictures upright, measure and correct their light."""
