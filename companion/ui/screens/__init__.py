"""The screens of the app: what a route shows, above the games."""
