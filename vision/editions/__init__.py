"""Teaching an edition of the tiles by one photo: the kingdom to lay for it, and what its photo teaches."""
