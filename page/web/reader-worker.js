// Worker of the page in which dice are read: a second Python, with NumPy and OpenCV.
//
// The app's worker starts it and sends [id, job]; it answers [id, bytes]. While it loads it sends ['loading', done,
// total] in bytes, then ['ready'], or ['failed', why]. Its other side is companion/decoding/browser_worker.py.
import { loadPyodide } from './reader/pyodide/pyodide.mjs';

const { core, parts } = await (await fetch('reader/parts.json')).json(); // [path, size in bytes] of what is loaded
const total = [...core, ...parts].reduce((sum, [, size]) => sum + size, 0);
let done = 0;

async function part(path, size) {
  const response = await fetch(`reader/${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const data = await response.arrayBuffer();
  done += size;
  postMessage(['loading', done, total]);
  return data;
}

async function load() {
  postMessage(['loading', 0, total]);
  for (const [path, size] of core) await part(path, size); // kept by the browser, where Pyodide finds them
  const python = await loadPyodide({ indexURL: new URL('./reader/pyodide/', import.meta.url).href });
  for (const [path, size] of parts) python.unpackArchive(await part(path, size), path.endsWith('.whl') ? 'whl' : 'gztar');
  return python.runPython(`
import sys
sys.path.insert(0, "/home/pyodide")
import numpy as np
import vision
vision.read(np.zeros((240, 320, 3), np.uint8)) # loads OpenCV and the nets
from companion.decoding.answers import answer_job
lambda job: answer_job(job.to_bytes())
`);
}

const loaded = load();
loaded.then(() => postMessage(['ready']), (error) => postMessage(['failed', String(error)]));

self.onmessage = async ({ data: [id, job] }) => {
  try {
    const answerJob = await loaded;
    const answer = answerJob(job);
    const bytes = answer.toJs();
    answer.destroy();
    postMessage([id, bytes], [bytes.buffer]);
  } catch (error) {
    postMessage(['failed', String(error)]);
  }
};
