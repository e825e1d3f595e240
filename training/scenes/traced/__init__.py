"""The traced look: meshes and measured light by Mitsuba 3, for measuring only, never for teaching."""
