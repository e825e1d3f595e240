// Offline worker of the page. It has the name that Flutter's loader registers.
//
// Files are kept by their SHA-256, so that a new version fetches only what has changed. The first version starts at
// once; a later one waits until the person wants it, as a game may be open.
'use strict';

const FILES = {}; // path: [sha256 in hex, size in bytes, size packed by gzip], written by page/build.py
const KEPT = 'sobremesa-files'; // name of the cache; its keys are made of the hashes
const NAVIGATION_MS = 2000; // for the server's page, until the kept one is shown
const ON_DEMAND = /^(assets\/fonts\/noto|screenshots\/)/; // kept when a name needs them, or a browser's own dialog
const LATER = /^(later\.zip\.zst$|reader|icons\/|assets\/NOTICES|assets\/fonts\/OFL|(flutter|version)\.js)/; // not needed for the home page
const GAMES = 'later.zip.zst'; // of that, what the games need
const ABREAST = 3; // files that are fetched at a time for the first start
const TOLD_MS = 100; // between two messages of how far it has come
const MB = 1e6;
const channel = new BroadcastChannel('sobremesa-page');
const scope = new URL('./', self.location).href;

const FIRST = ['app.tar.gz', 'pyodide/python_stdlib.zip', 'pyodide/pyodide.asm.wasm', 'main.dart.js']; // the last one first

const keyOf = (path) => `${scope}kept/${FILES[path][0]}`;

function pathOf(url) {
  if (!url.startsWith(scope)) return null;
  const path = decodeURIComponent(url.slice(scope.length).split(/[?#]/)[0]) || 'index.html';
  return path in FILES ? path : null;
}

// --- what the first page needs: fetched abreast, and how far it has come ------------------------------------------

const START = Object.keys(FILES).filter((path) => !LATER.test(path) && !ON_DEMAND.test(path));
const arrived = new Map(); // path: share of the file that is here
const isBare = new Set(); // files that the host sends as they are; most hosts pack them
let told = 0;
let tellKeeping = () => {}; // while all files are fetched to be kept

const weightOf = (path) => FILES[path][isBare.has(path) ? 1 : 2]; // bytes on the wire

function count(path, share) {
  arrived.set(path, Math.max(share, arrived.get(path) ?? 0));
  if (Date.now() - told < TOLD_MS && share < 1) return;
  told = Date.now();
  tellKeeping();
  if (!START.includes(path)) return;
  const [done, total] = [0, 0].map((_, of) => START.reduce((sum, one) => sum + weightOf(one) * (of ? 1 : arrived.get(one) ?? 0), 0));
  channel.postMessage({ kind: 'loading', done, total });
}

// Fetch what the start will ask for, before it does: what is asked for meanwhile is taken from here
async function begin() {
  const kept = new Set((await (await caches.open(KEPT)).keys()).map((request) => request.url));
  for (const path of START) if (kept.has(keyOf(path))) arrived.set(path, 1);
  const waiting = START.filter((path) => !arrived.has(path)).sort((one, other) => FIRST.indexOf(other) - FIRST.indexOf(one));
  const next = async () => { while (waiting.length) await fileOf(waiting.shift()).catch(() => {}); };
  await Promise.all(Array.from({ length: ABREAST }, next));
}

// --- files -----------------------------------------------------------------------------------------------------------

const coming = new Map(); // path: promise of a file that is being fetched, for all who ask for it

// The kept file, or the server's, which is kept if it is the one of this version
async function fileOf(path) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(keyOf(path));
  if (found) return found;
  try {
    if (!coming.has(path)) coming.set(path, fetched(path, kept).finally(() => coming.delete(path)));
    return (await coming.get(path)).clone();
  } catch (error) {
    const other = await fetch(scope + path); // rejects without a network, as without a worker
    self.registration.update().catch(() => {}); // another version lies there
    return other;
  }
}

// Fetch a file, tell how far it has come, and keep it; throws for one of another version
async function fetched(path, kept) {
  const answer = await fetch(scope + path, { cache: 'no-cache' });
  if (!answer.ok) return answer;
  if (!answer.headers.has('content-encoding')) isBare.add(path);
  const [parts, size] = [[], FILES[path][1] || 1];
  let read = 0;
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    count(path, Math.min(0.99, (read += value.length) / size));
  }
  const data = new Blob(parts);
  if (await hashOf(await data.arrayBuffer()) !== FILES[path][0]) throw new Error(`${path} is of another version`);
  const file = new Response(data, { headers: answer.headers });
  await kept.put(keyOf(path), file.clone()).catch(() => channel.postMessage({ kind: 'full' }));
  count(path, 1);
  return file;
}

async function hashOf(data) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

// The server's page while it is of this version; the kept one otherwise, and without a network
async function pageOf(request) {
  try {
    const fresh = await fetch(request, { signal: AbortSignal.timeout(NAVIGATION_MS), cache: 'no-cache' });
    if (await hashOf(await fresh.clone().arrayBuffer()) === FILES['index.html'][0]) return fresh;
    self.registration.update().catch(() => {});
    return (await (await caches.open(KEPT)).match(keyOf('index.html'))) || fresh;
  } catch (error) {
    return fileOf('index.html');
  }
}

const rank = (path) => (path === GAMES ? 1 : LATER.test(path) ? 2 : 0); // the order in which files are fetched

// Fetch everything that is not kept yet, first what the games need, and tell how far it has come; a later call goes on
let keeping = null;
async function keepAll() {
  const kept = await caches.open(KEPT);
  const keys = new Set((await kept.keys()).map((request) => request.url));
  const wanted = Object.keys(FILES).filter((path) => !ON_DEMAND.test(path));
  for (const path of wanted) if (keys.has(keyOf(path))) arrived.set(path, 1); else if (!coming.has(path)) arrived.delete(path);
  const missing = wanted.filter((path) => !keys.has(keyOf(path))).sort((one, other) => rank(one) - rank(other));
  const total = wanted.reduce((sum, path) => sum + FILES[path][2], 0);
  let last = '';
  tellKeeping = () => { // whenever another number of megabytes is missing
    const left = wanted.reduce((sum, path) => sum + FILES[path][2] * (1 - (arrived.get(path) ?? 0)), 0);
    const done = Math.floor(total - left);
    const plays = missing.every((path) => rank(path) > 1);
    const says = `${Math.ceil(left / MB)} ${plays}`;
    if (says !== last && done < total) channel.postMessage({ kind: 'keeping', total, done, plays }); // then it is 'kept'
    last = says;
  };
  for (tellKeeping(); missing.length; tellKeeping()) {
    const response = await fileOf(missing[0]);
    if (!response.ok) throw new Error(`${missing[0]}: ${response.status}`);
    arrived.set(missing.shift(), 1);
  }
  channel.postMessage({ kind: 'kept', total, done: total });
}

function keep() {
  keeping = keeping || keepAll().catch((error) => channel.postMessage({ kind: 'interrupted', error: String(error) }))
    .finally(() => { keeping = null; tellKeeping = () => {}; });
  return keeping;
}

async function trim() {
  const kept = await caches.open(KEPT);
  const current = new Set(Object.keys(FILES).map(keyOf));
  await Promise.all((await kept.keys()).filter((request) => !current.has(request.url)).map((request) => kept.delete(request)));
}

self.addEventListener('install', (event) => {
  if (self.registration.active) event.waitUntil(keep()); // a new version is whole before it is offered
  else self.skipWaiting();
});

self.addEventListener('activate', (event) => event.waitUntil(trim().then(() => self.clients.claim())));

self.addEventListener('message', (event) => {
  if (event.data === 'begin') event.waitUntil(begin());
  if (event.data === 'keep') event.waitUntil(keep());
  if (event.data === 'use') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  if (event.request.mode === 'navigate') { event.respondWith(pageOf(event.request)); return; }
  const path = pathOf(event.request.url);
  if (path) event.respondWith(fileOf(path));
});
