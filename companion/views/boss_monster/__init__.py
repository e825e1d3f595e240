"""What Boss Monster brings to its table: dungeons as rows, the town, sheets of rooms and heroes."""
