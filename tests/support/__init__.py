"""Code shared by tests and measurements: game tables, phones, servers, random play."""
