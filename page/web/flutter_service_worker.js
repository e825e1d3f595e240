// Offline worker of the page. It has the name that Flutter's loader registers.
//
// Files are kept by their SHA-256, so that a new version fetches only what has changed. The first version starts at
// once; a later one waits until the person wants it, as a game may be open.
'use strict';

const FILES = {}; // path: [sha256 in hex, size in bytes], written by page/build.py
const KEPT = 'sobremesa-files'; // name of the cache; its keys are made of the hashes
const NAVIGATION_MS = 2000; // for the server's page, until the kept one is shown
const BOTH_RENDERERS = /^canvaskit\/(chromium\/)?canvaskit\.(js|wasm)$/; // a browser asks for one of the two pairs
const ON_DEMAND = /^assets\/fonts\/noto/; // kept when a name needs them
const channel = new BroadcastChannel('sobremesa-page');
const scope = new URL('./', self.location).href;

const keyOf = (path) => `${scope}kept/${FILES[path][0]}`;
const integrityOf = (path) => `sha256-${btoa(String.fromCharCode(...FILES[path][0].match(/../g).map((two) => parseInt(two, 16))))}`;

function pathOf(url) {
  if (!url.startsWith(scope)) return null;
  const path = decodeURIComponent(url.slice(scope.length).split(/[?#]/)[0]) || 'index.html';
  return path in FILES ? path : null;
}

// The kept file, or the server's, which is kept if it is the one of this version
async function fileOf(path) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(keyOf(path));
  if (found) return found;
  try {
    const fresh = await fetch(scope + path, { integrity: integrityOf(path), cache: 'no-cache' });
    if (!fresh.ok) return fresh;
    await kept.put(keyOf(path), fresh.clone()).catch(() => channel.postMessage({ kind: 'full' }));
    return fresh;
  } catch (error) {
    const other = await fetch(scope + path); // rejects without a network, as without a worker
    self.registration.update().catch(() => {}); // another version lies there
    return other;
  }
}

// The server's page while it is of this version; the kept one otherwise, and without a network
async function pageOf(request) {
  try {
    const fresh = await fetch(request, { signal: AbortSignal.timeout(NAVIGATION_MS), cache: 'no-cache' });
    const digest = await crypto.subtle.digest('SHA-256', await fresh.clone().arrayBuffer());
    const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    if (hex === FILES['index.html'][0]) return fresh;
    self.registration.update().catch(() => {});
    return (await (await caches.open(KEPT)).match(keyOf('index.html'))) || fresh;
  } catch (error) {
    return fileOf('index.html');
  }
}

// Fetch everything that is not kept yet, and tell how far it has come; a later call goes on
let keeping = null;
async function keepAll() {
  const kept = await caches.open(KEPT);
  const keys = new Set((await kept.keys()).map((request) => request.url));
  const renderers = Object.keys(FILES).filter((path) => BOTH_RENDERERS.test(path));
  const skipped = renderers.some((path) => keys.has(keyOf(path))) ? renderers.filter((path) => !keys.has(keyOf(path))) : [];
  const wanted = Object.keys(FILES).filter((path) => !skipped.includes(path) && !ON_DEMAND.test(path));
  const total = wanted.reduce((sum, path) => sum + FILES[path][1], 0);
  let done = wanted.filter((path) => keys.has(keyOf(path))).reduce((sum, path) => sum + FILES[path][1], 0);
  channel.postMessage({ kind: 'keeping', done, total });
  for (const path of wanted.filter((one) => !keys.has(keyOf(one)))) {
    const response = await fileOf(path);
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    done += FILES[path][1];
    channel.postMessage({ kind: 'keeping', done, total });
  }
  channel.postMessage({ kind: 'kept', total });
}

function keep() {
  keeping = keeping || keepAll().catch((error) => channel.postMessage({ kind: 'interrupted', error: String(error) }))
    .finally(() => { keeping = null; });
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
  if (event.data === 'keep') event.waitUntil(keep());
  if (event.data === 'use') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  if (event.request.mode === 'navigate') { event.respondWith(pageOf(event.request)); return; }
  const path = pathOf(event.request.url);
  if (path) event.respondWith(fileOf(path));
});
