"""Boss Monster: dungeons that lure heroes and kill them."""
