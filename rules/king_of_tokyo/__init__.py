"""King of Tokyo: the rules of the base game and its variants."""
