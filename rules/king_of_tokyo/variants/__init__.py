"""The variants: costumes, cultists, tower, curses, forms, wickedness."""
