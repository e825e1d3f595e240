// Everything that a table's page asks for lies below the table's path: a proxy sends all of a table to one process.
(() => {
  'use strict';

  const table = location.pathname.match(/^\/t\/[^/]+/)?.[0] ?? '';
  flet.tablePath = table;
  if (!flet.pyodide) flet.webSocketEndpoint = table + flet.webSocketEndpoint;
})();
