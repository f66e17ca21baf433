"""What a single square shows: the network, and what people corrected in the same light."""
