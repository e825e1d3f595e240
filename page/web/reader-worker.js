// Worker of the page in which dice are read: a second Python, with NumPy and OpenCV, and onnxruntime-web for the nets.
//
// The app's worker starts it and sends [id, job]; it answers [id, bytes]. It loads once nobody has touched the page for
// a while, or at once with a job or with 'load'. Meanwhile it sends ['loading', done, total] in bytes, then ['ready'],
// or ['failed', why]. Its other side is companion/decoding/browser_worker.py.
import { loadPyodide } from './reader/pyodide/pyodide.mjs';

const canWait = 'Suspending' in WebAssembly; // Python can wait for a promise, as onnxruntime-web answers with one
const REST_MS = 3000; // without a touch, until the processor is taken from the app
const LONGEST_MS = 20000; // of touches, which loading waits for
let [done, total] = [0, 0]; // bytes
let python = null;
let loadNow = null;

// Resolve when nobody has touched the page for a while (offline.js tells), or when the reader is needed
function rest() {
  const channel = new BroadcastChannel('sobremesa-page');
  return new Promise((resolve) => {
    loadNow = resolve;
    setTimeout(resolve, LONGEST_MS);
    let rested = setTimeout(resolve, REST_MS);
    channel.onmessage = ({ data }) => {
      if (data.kind !== 'touch') return;
      clearTimeout(rested);
      rested = setTimeout(resolve, REST_MS);
    };
  }).finally(() => channel.close());
}

function count(size) {
  done += size;
  postMessage(['loading', done, total]);
}

async function part(path, size) {
  const response = await fetch(`reader/${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const data = await response.arrayBuffer();
  count(size);
  return data;
}

// The function that runs a net: (path, numbers, shape) => [numbers, shape]. One thread, as few hosts allow more
async function loadRuntime(nets) {
  const files = new Map();
  for (const [path, size] of nets) files.set(path.split('.').pop(), [path, await part(path, size)]);
  const ort = await import(`./reader/${files.get('mjs')[0]}`);
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmBinary = files.get('wasm')[1];
  const sessions = new Map();
  return async (path, numbers, shape) => {
    if (!sessions.has(path)) {
      sessions.set(path, await ort.InferenceSession.create(python.FS.readFile(path)));
      delete ort.env.wasm.wasmBinary; // compiled by now
    }
    const session = sessions.get(path);
    const input = new ort.Tensor('float32', numbers, shape);
    const { data, dims } = (await session.run({ [session.inputNames[0]]: input }))[session.outputNames[0]];
    return [data, dims];
  };
}

const call = (callable, ...given) => (canWait ? callable.callPromising(...given) : callable(...given));

async function load() {
  const { core, nets, parts } = await (await fetch('reader/parts.json')).json(); // [path, size in bytes] of each
  total = [...core, ...(canWait ? nets : []), ...parts].reduce((sum, [, size]) => sum + size, 0);
  postMessage(['loading', 0, total]);
  python = await loadPyodide({ indexURL: new URL('./reader/pyodide/', import.meta.url).href });
  for (const [, size] of core) count(size);
  // without it OpenCV runs the nets
  const runNet = canWait ? await loadRuntime(nets).catch((error) => console.error(error)) : undefined;
  for (const [path, size] of parts) python.unpackArchive(await part(path, size), path.endsWith('.whl') ? 'whl' : 'gztar');
  const start = python.runPython(`
import sys
sys.path.insert(0, "/home/pyodide")
from companion.decoding.page_reader import start
start
`);
  return call(start, runNet);
}

const loaded = rest().then(load);
loaded.then(() => postMessage(['ready']), (error) => postMessage(['failed', String(error)]));

// One job after another: a job that waits for a net lets other messages in
let last = loaded.catch(() => {});
self.onmessage = ({ data }) => {
  loadNow();
  if (data !== 'load') last = last.then(() => answer(...data));
};

async function answer(id, job) {
  try {
    const answerJob = await loaded;
    const given = await call(answerJob, job);
    const bytes = given.toJs();
    given.destroy();
    postMessage([id, bytes], [bytes.buffer]);
  } catch (error) {
    postMessage(['failed', String(error)]);
  }
}
