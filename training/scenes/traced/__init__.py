"""The traced look: meshes whose light Mitsuba 3 traces; for measuring, never for teaching."""
