"""Classification of single squares: the network, and what people corrected in the same light."""
