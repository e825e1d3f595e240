"""What tests and measurements share: game tables, phones with and without a browser, servers, random play, fixtures."""
