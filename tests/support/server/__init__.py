"""Running servers, their clients, the network between them, and camera streams."""
