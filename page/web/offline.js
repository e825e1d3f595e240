// The page beside the app: the first visit says how far it has come, one tab at a time has the games, files are kept for
// the time without a network, a new version is offered, and the app is installed.
(() => {
  'use strict';

  const SAVED_MS = 1000; // until the app has surely written its last change
  const CLOSED_MS = 2000; // for a tab that is closed, or loads again, to let go of the games before it is told of
  const GIVEN_MS = 5000; // for the other tab to let go of the games; a tab that sleeps loses them
  const CONTROL_MS = 4000; // for the offline worker to take this page over; without it the app starts all the same
  const channel = new BroadcastChannel('sobremesa-page');
  const words = flet.language() === 'en' ? {
    lang: 'en', loading: (done, total) => `Downloading: ${done} of ${total} MB`, once: 'Only this once: from then on it opens without the internet.',
    news: 'A new version is ready.', use: 'Use it now', later: 'Later',
    elsewhere: 'Sobremesa is open in another tab.', here: 'Go on here',
  } : {
    lang: 'es', loading: (done, total) => `Descargando: ${done} de ${total} MB`, once: 'Solo esta vez: después se abre sin internet.',
    news: 'Hay una versión nueva.', use: 'Usarla ahora', later: 'Luego',
    elsewhere: 'Sobremesa está abierta en otra pestaña.', here: 'Seguir aquí',
  };

  // --- what is said ----------------------------------------------------------------------------------------------

  function paper(id, says, ...buttons) {
    document.getElementById(id)?.remove();
    const made = document.createElement('div');
    made.id = id;
    made.className = 'paper';
    made.lang = words.lang;
    made.setAttribute('role', 'alert');
    made.append(says, ...buttons);
    document.body.append(made);
    return made;
  }

  function button(text, onClick) {
    const made = document.createElement('button');
    made.textContent = text;
    made.addEventListener('click', onClick);
    return made;
  }

  const once = (target, type) => new Promise((resolve) => { target.addEventListener(type, resolve, { once: true }); });
  const ready = once(document, 'DOMContentLoaded');
  const drawn = once(window, 'page-drawn');

  // --- one tab at a time -----------------------------------------------------------------------------------------

  let letGo = null;
  let gaveUp = false; // to another tab; this one has to be loaded again
  let queue = null; // takes this tab out of the queue for the games

  // Hold the games until this tab is closed or another one asks for them
  function hold(options, onHeld) {
    let has = false;
    navigator.locks.request('sobremesa', options, () => {
      has = true;
      onHeld();
      return new Promise((resolve) => { letGo = resolve; });
    }).catch(() => { if (has) giveUp(); }); // stolen while this tab slept; without the games it has left the queue
  }

  // Wait until no other tab has the games
  function enqueue(onHeld) {
    queue?.abort();
    queue = new AbortController();
    hold({ signal: queue.signal }, onHeld);
  }

  function giveUp() {
    jsDisconnect();
    gaveUp = true;
    letGo?.();
    letGo = null;
    paper('elsewhere', words.elsewhere, button(words.here, () => {
      channel.postMessage({ kind: 'give' });
      location.reload();
    }));
  }

  const held = new Promise((resolve) => {
    if (!navigator.locks) { resolve(); return; }
    let patience = setTimeout(() => ready.then(() => {
      if (letGo === null) paper('elsewhere', words.elsewhere, button(words.here, takeOver));
    }), CLOSED_MS);
    enqueue(onHeld);
    function takeOver() {
      channel.postMessage({ kind: 'give' });
      enqueue(onHeld);
      const { signal } = queue;
      clearTimeout(patience);
      patience = setTimeout(() => {
        if (signal.aborted) return; // another tab has asked since
        queue.abort();
        hold({ steal: true }, onHeld);
      }, GIVEN_MS);
    }
    function onHeld() {
      clearTimeout(patience);
      document.getElementById('elsewhere')?.remove();
      resolve();
    }
  });

  // --- Python ----------------------------------------------------------------------------------------------------

  let python = null; // the app's worker, which starts beside Flutter

  function startPython() {
    if (python || gaveUp) return;
    python = new Worker('python-worker.js', { type: 'module', name: document.URL });
    python.ready = new Promise((resolve, reject) => {
      python.onmessage = ({ data }) => { if (data === 'ready') resolve(); else reject(data); };
      python.onerror = ({ message }) => reject(message);
    });
    python.ready.catch(() => {}); // Flet's client hears of it
  }

  // Flet's client calls these
  globalThis.jsConnect = async (id, given, hear) => {
    await held;
    if (gaveUp) await new Promise(() => {}); // never started
    startPython();
    try {
      await python.ready;
    } catch (error) {
      jsDisconnect();
      flet.opening.end(); // what Flet says of it is to be seen
      throw error;
    }
    python.onmessage = ({ data }) => hear(data);
    flet.opened();
    console.log('Python worker initialized');
  };
  globalThis.jsSend = (id, data) => python?.postMessage(data, [data.buffer]);
  globalThis.jsDisconnect = () => {
    python?.terminate();
    python = null;
  };

  channel.addEventListener('message', ({ data }) => {
    if (data.kind === 'give' && letGo) setTimeout(giveUp, SAVED_MS);
    else if (data.kind === 'give') queue?.abort(); // the tab that asks comes first
    if (data.kind === 'loading') tellLoading(data.done, data.total);
    if (data.kind === 'ask') { // by companion/base/page_news.py
      channel.postMessage({ kind: 'install', how: howToInstall() });
      channel.postMessage({ kind: 'share', can: sharesFiles() });
      drawn.then(() => channel.postMessage({ kind: 'drawn' }));
    }
    if (data.kind === 'install-now') prompt?.prompt().finally(() => offerInstall(null)); // it asks once
  });

  // reader-worker.js loads while nobody taps
  window.addEventListener('pointerdown', () => channel.postMessage({ kind: 'touch' }), { capture: true, passive: true });

  // --- without a network, and new versions -------------------------------------------------------------------------

  let asked = false;

  function offer(worker) {
    if (document.getElementById('version')) return;
    const shown = paper('version', words.news, button(words.use, () => {
      asked = true;
      shown.remove();
      setTimeout(() => worker.postMessage('use'), SAVED_MS);
    }), button(words.later, () => shown.remove()));
  }

  function watch(registration) {
    const offerWaiting = () => {
      if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
    };
    const follow = () => {
      offerWaiting();
      registration.installing?.addEventListener('statechange', offerWaiting);
    };
    follow(); // on a slow device it was found before this page could listen
    registration.addEventListener('updatefound', follow);
  }

  // --- the first visit -----------------------------------------------------------------------------------------------

  const MB = 1e6;

  function tellLoading(done, total) {
    if (done > 0.995 * total) flet.opening.begin(); // now Python starts
    else flet.opening.tell(words.loading(Math.floor(done / MB), Math.ceil(total / MB)), done / total, words.once);
  }

  // Flutter and Python start once the offline worker is there, which fetches for them and tells how far it has come
  async function startFlutter() {
    if (navigator.serviceWorker && !navigator.serviceWorker.controller) {
      await new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
        setTimeout(resolve, CONTROL_MS);
      });
    }
    navigator.serviceWorker?.controller?.postMessage('begin');
    held.then(startPython);
    const script = document.createElement('script');
    script.src = 'flutter_bootstrap.js';
    document.body.append(script);
  }
  ready.then(startFlutter);

  // Whether the system's own sheet takes a file; browsers take texts, but no file of another kind
  function sharesFiles() {
    return navigator.canShare?.({ files: [new File([''], 'game.txt', { type: 'text/plain' })] }) === true;
  }

  // --- an app of its own -----------------------------------------------------------------------------------------------

  let prompt = null; // the browser's offer to install the page

  function howToInstall() {
    if (prompt) return 'button';
    const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1);
    return isApple && !navigator.standalone ? 'iphone' : '';
  }

  function offerInstall(offered) {
    prompt = offered;
    channel.postMessage({ kind: 'install', how: howToInstall() });
  }

  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault(); // the app offers it when it has been played
    offerInstall(event);
  });
  window.addEventListener('appinstalled', () => offerInstall(null));

  // Browsers grant it to pages that people use, and Firefox asks: after a touch it is understood why
  window.addEventListener('pointerup', () => navigator.storage?.persist?.(), { once: true });
  if (!navigator.serviceWorker) return; // no https, or a private window of some browsers: the app runs all the same
  navigator.serviceWorker.addEventListener('controllerchange', () => { if (asked) location.reload(); });
  navigator.serviceWorker.register(flet.worker).catch((error) => console.warn('no offline worker:', error));
  navigator.serviceWorker.ready.then((registration) => {
    watch(registration);
    drawn.then(() => registration.active.postMessage('keep'));
  });
})();
