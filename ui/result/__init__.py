"""The parts of the Result screen, one module each: places, boards, dominoes, hand counts, sharing."""
