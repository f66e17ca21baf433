"""What the other boxes add to the rules: Age of Giants, The Court, Queendomino; players mix them freely."""
