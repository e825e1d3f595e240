"""The dice sheet: camera, photo, typing, review and teaching."""
