"""Running servers, their clients, the network between them and streams of a camera."""
