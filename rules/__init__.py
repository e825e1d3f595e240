"""The rules of the games: pure, standard library only, no chance, no clock, no I/O."""
