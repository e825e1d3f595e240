"""Rules of Boss Monster: players build dungeons that lure and kill heroes."""
