"""The web server: application, sockets, middleware and TLS."""
