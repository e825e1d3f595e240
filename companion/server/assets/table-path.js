// Everything that a table's page asks for lies below the table's path: a proxy sends all of a table to one process.
(() => {
  'use strict';

  const table = location.pathname.match(/^\/t\/[^/]+/)?.[0] ?? '';
  flet.tablePath = table;
  if (flet.pyodide) return;
  flet.webSocketEndpoint = table + flet.webSocketEndpoint;
  // a shortcut of the installed app has the form that the page without a server understands as well
  if (location.hash.startsWith('#/')) history.replaceState(null, '', location.hash.slice(1));
})();
