"""Made-up pictures to train on and to measure with."""
