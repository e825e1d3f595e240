"""The rules of the games: pure, standard library only, without randomness, clock or I/O."""
