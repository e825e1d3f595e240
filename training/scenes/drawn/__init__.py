"""The drawn look: NumPy and OpenCV, fast enough to teach from."""
