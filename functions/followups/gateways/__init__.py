"""The rest of the world: the clock and chance."""
