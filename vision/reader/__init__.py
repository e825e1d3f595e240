"""The reader: from an upright picture to the dice in it, one stage a module."""
