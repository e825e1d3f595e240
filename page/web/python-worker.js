// Worker in which the app runs: it starts Python and the app at once, while Flutter starts beside it.
//
// Its name is the page's address. It says 'ready' once the app waits for Flet's client, or why there is none; from then
// on both sides send Flet's messages, as bytes.
import { loadPyodide } from './pyodide/pyodide.mjs';

const flet_js = { documentUrl: self.name }; // what Flet's Python imports by this name

// A copy whose memory goes over to the page; the JavaScript that Python has is a view
function send(message) {
  const bytes = message.toJs();
  postMessage(bytes, [bytes.buffer]);
}

async function fetchApp() {
  const answer = await fetch('app.tar.gz');
  if (!answer.ok) throw new Error(`app.tar.gz: ${answer.status}`);
  return answer.arrayBuffer();
}

async function start() {
  const app = fetchApp();
  app.catch(() => {}); // it is awaited below
  const python = self.pyodide = await loadPyodide({ stdout: console.log, stderr: console.error });
  python.registerJsModule('flet_js', flet_js);
  python.unpackArchive(await app, 'gztar');
  python.runPython('import runpy, sys; sys.path.insert(0, "__pypackages__"); runpy.run_module("main", run_name="__main__")');
  await flet_js.start_connection(send);
}

start().then(() => postMessage('ready'), (error) => postMessage(String(error)));
self.onmessage = ({ data }) => flet_js.send(data); // none comes before 'ready'
