"""Theme, preferences of a device, page frame and feedback."""
