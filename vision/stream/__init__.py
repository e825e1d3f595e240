"""Streams of frames: motion, stillness and light."""
