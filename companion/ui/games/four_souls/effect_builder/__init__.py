"""The effect builder of Four Souls: what a card does, composed by taps."""
