"""What Malifaux brings to the screen: crews, fate decks, the phases of the turn."""
