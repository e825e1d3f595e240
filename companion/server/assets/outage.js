// What a page does while the table does not answer: it keeps the last picture, says a sentence over it, and waits.
//
// Flet would show an empty page at once. So its socket hears of a lost connection only when the server is there
// again, and a picture of the last frame covers the page until the new one is drawn.
(() => {
  'use strict';

  const BEAT = 10000; // between two signs of life, which find out about a connection that died without a word
  const RETRY = 500; // between two tries while the table is away
  const PATIENCE = 5000; // for one answer
  const FRESH = 500; // from the first words of a new connection to a page that is drawn
  const GIVE_UP = 15000; // a page that does not come back after all is better seen as it is
  const DEAD = 15000; // silence after which a connection may be dead without knowing it
  const SHOWN_OUT = 1008; // the codes with which the host's computer ends a connection: for good,
  const ENDED = { 1009: 'heavy', 4400: 'odd', 4409: 'surplus', 4429: 'flood' }; // and for what this phone did
  const NOTICE = 6000; // for which a notice over the page is shown

  if (flet.pyodide) return; // the app runs in this very page: there is no table elsewhere that could be away

  // --- what is said ----------------------------------------------------------------------------------------------

  let words = navigator.language.toLowerCase().startsWith('en') // until the server says which are the table's
    ? { lang: 'en', title: 'The table does not answer', says: 'It comes back by itself.', surplus: 'Touch to go on.' }
    : { lang: 'es', title: 'La mesa no responde', says: 'Vuelve sola.', surplus: 'Toca para seguir.' };
  let shade = null;

  // The last picture; a connection that is back at once needs no words
  function cover() {
    if (shade) return;
    shade = document.createElement('div');
    shade.id = 'outage';
    const last = picture();
    if (last) shade.style.backgroundImage = `url(${last})`;
    document.body.append(shade);
  }

  function tell() {
    cover();
    if (shade.firstChild) return;
    const title = document.createElement('b');
    title.textContent = words.title;
    write(title, words.says);
  }

  function write(...said) {
    shade.lang = words.lang;
    shade.setAttribute('role', 'alert');
    const paper = document.createElement('p');
    paper.append(...said);
    shade.replaceChildren(paper);
  }

  function hide() {
    shade?.remove();
    shade = null;
  }

  // A notice of the server's over a page that goes on; it is read aloud, and touches go through it
  function notice(key) {
    if (!words[key]) return;
    document.getElementById('notice')?.remove();
    const bar = document.createElement('div');
    bar.id = 'notice';
    bar.lang = words.lang;
    bar.setAttribute('role', 'status');
    bar.textContent = words[key];
    document.body.append(bar);
    setTimeout(() => bar.remove(), NOTICE);
  }

  // The last frame, for the moment in which Flet has already emptied the page
  function picture() {
    const canvas = [...scenes(document.body)].find((one) => one.width > 100 && one.height > 100);
    if (!canvas) return '';
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [canvas.width, canvas.height];
    copy.getContext('2d').drawImage(canvas, 0, 0);
    return copy.toDataURL();
  }

  function* scenes(root) {
    for (const one of root.querySelectorAll('*')) {
      if (one instanceof HTMLCanvasElement) yield one;
      if (one.shadowRoot) yield* scenes(one.shadowRoot);
    }
  }

  // --- whether the table is there --------------------------------------------------------------------------------

  async function answers() {
    try {
      const said = await fetch(`${flet.tablePath}/outage.json`, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });
      if ([403, 429].includes(said.status)) location.reload(); // the invitation was renewed: that page says so
      if (said.ok) words = await said.json();
      return said.ok;
    } catch {
      return false;
    }
  }

  let back = null; // resolved when the table is there again

  function returned() {
    back ??= (async () => {
      while (!(await answers())) {
        tell();
        await new Promise((done) => setTimeout(done, RETRY));
      }
      back = null;
    })();
    return back;
  }

  async function beat() {
    if (document.visibilityState !== 'visible' || back) return;
    const since = Date.now();
    await returned();
    if (open?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - since < DEAD) return hide(); // only the air was bad: the page is still the table's
    open.close();
  }

  // --- the socket ------------------------------------------------------------------------------------------------

  let open = null;
  const held = new WeakMap();

  // Waits with bad news until there is good news too
  class Patient extends WebSocket {
    constructor(...args) {
      super(...args);
      open = this;
      super.addEventListener('message', fresh, { once: true });
      super.addEventListener('message', ({ data }) => typeof data === 'string' && notice(data));
      super.addEventListener('close', ended);
    }

    addEventListener(type, listener, options) {
      if (listener && (type === 'close' || type === 'error')) {
        const wait = async (event) => {
          if (ENDED[event.code]) return; // a new connection would end in the same way
          await returned();
          setTimeout(hide, GIVE_UP);
          listener.call(this, event);
        };
        held.set(listener, wait);
        super.addEventListener(type, wait, options);
      } else if (listener && type === 'message') {
        const hear = (event) => typeof event.data !== 'string' && listener.call(this, event); // texts are notices
        held.set(listener, hear);
        super.addEventListener(type, hear, options);
      } else {
        super.addEventListener(type, listener, options);
      }
    }

    removeEventListener(type, listener, options) {
      super.removeEventListener(type, held.get(listener) ?? listener, options);
    }
  }

  async function ended({ code }) {
    if (code === SHOWN_OUT) location.reload(); // that page says why
    cover();
    if (!ENDED[code]) return;
    shade.addEventListener('click', () => location.reload());
    await answers(); // in the table's words
    write(words[ENDED[code]] ?? words.surplus);
  }

  function fresh() {
    flet.opened();
    answers(); // learn the words while all is well
    if (shade) setTimeout(hide, FRESH);
  }

  window.WebSocket = Patient;
  window.addEventListener('offline', () => beat());
  window.addEventListener('online', () => beat());
  window.addEventListener('page-shown', () => beat());
  setInterval(beat, BEAT);
})();
