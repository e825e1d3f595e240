"""One device's session and its error boundary."""
