"""What Retreat to Darkmoor shows of itself: hordes, hero, havens, the table's own cards, the sums."""
