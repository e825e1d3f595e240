// What this device gives the app: a page over the app, at the address /check (#/check without a server) or by a long
// press on the version in a table's settings. It looks by itself as far as it can, asks a person for the rest, and makes
// one text to send, without names, addresses or anything of a game. docs/device-check.md says what a person looks at.
(() => {
  'use strict';

  const OPEN = 'sobremesa.check'; // key of the browser's storage; writing it opens this page
  const AT = /(^|\/)check$/;
  const FILM_MS = 2000, FONT = 'Roboto', KEPT = 'sobremesa-check';
  const MEGABYTE = 1e6;
  const GOOD = 'good', BAD = 'bad', NONE = 'none', WAITS = 'waits';
  const SIGNS = { [GOOD]: '✓', [BAD]: '✗', [NONE]: '–', [WAITS]: '?' };
  let english = false;
  let offered = false; // whether the browser offers to install the app
  window.addEventListener('beforeinstallprompt', () => { offered = true; });

  const say = (spanish, inEnglish) => (english ? inEnglish : spanish);
  const megabytes = (size) => `${Math.round(size / MEGABYTE)} MB`;
  const after = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
  const byTheClock = (promise, ms) => Promise.race([promise, after(ms).then(() => { throw new DOMException('', 'TimeoutError'); })]);
  const once = (target, event, ms) => byTheClock(
    new Promise((resolve) => { target.addEventListener(event, resolve, { once: true }); }), ms);

  // --- what the page looks at by itself: each answers [state, words] ----------------------------------------------

  function device() {
    const { hardwareConcurrency: cores, deviceMemory: memory, maxTouchPoints: fingers } = navigator;
    const sides = `${innerWidth}×${innerHeight} (${screen.width}×${screen.height}) ×${devicePixelRatio}`;
    const more = [cores && `${cores} CPU`, memory && `${memory} GB`, `${fingers} ${say('dedos', 'fingers')}`];
    return [GOOD, [sides, ...more.filter(Boolean), navigator.languages.join(' '), navigator.userAgent].join(', ')];
  }

  function engine() {
    const canvas = document.createElement('canvas');
    const graphics = ['webgl2', 'webgl'].find((kind) => canvas.getContext(kind));
    const waits = 'Suspending' in WebAssembly; // Python waits for the faster runtime of the dice reader's nets
    return [graphics ? GOOD : BAD, `${graphics ?? say('sin WebGL: dibuja despacio', 'no WebGL: drawing is slow')}, `
      + `${waits ? 'JSPI' : say('sin JSPI: los dados se leen más despacio', 'no JSPI: dice are read more slowly')}`];
  }

  function installed() {
    const mode = ['standalone', 'fullscreen', 'minimal-ui'].find((one) => matchMedia(`(display-mode: ${one})`).matches);
    if (mode || navigator.standalone) return [GOOD, `${say('instalada', 'installed')} (${mode ?? 'standalone'})`];
    if (offered) return [GOOD, say('el navegador ofrece instalarla', 'the browser offers to install it')];
    return [NONE, say('no ofrece instalarla: hazlo en el menú del navegador', 'not offered: use the browser\'s menu')];
  }

  async function offline() {
    if (!isSecureContext) return [BAD, say('sin https: ni cámara ni uso sin red', 'no https: no camera, no offline use')];
    const worker = (await navigator.serviceWorker?.getRegistration())?.active;
    if (!flet.pyodide) return [NONE, say('la página necesita a su servidor', 'this page needs its server')];
    const kept = await (await caches.open('sobremesa-files')).keys();
    const files = `${kept.length} ${say('archivos guardados', 'files kept')}`;
    return [worker && kept.length ? GOOD : BAD, files];
  }

  async function storage() {
    const { usage, quota } = await navigator.storage.estimate();
    const held = await navigator.storage.persisted() || await byTheClock(navigator.storage.persist(), 20000);
    const words = held ? say('no se borra solo', 'it is not cleared') : say('el navegador puede borrarlo', 'may be cleared');
    const lost = flet.pyodide ? BAD : NONE; // elsewhere the games lie with the host
    return [held ? GOOD : lost, `${megabytes(usage)} / ${megabytes(quota)}, ${words}`];
  }

  // A mark in the browser's database, where a page without a server has its games: the next check finds it
  async function keeps() {
    const ask = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const opening = indexedDB.open(KEPT, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('marks');
    const database = await ask(opening);
    const marks = () => database.transaction('marks', 'readwrite').objectStore('marks');
    const before = await ask(marks().get('at'));
    await ask(marks().put(before ?? Date.now(), 'at'));
    const found = await ask(marks().get('at'));
    database.close();
    if (!found) return [BAD, say('no guarda nada', 'it keeps nothing')];
    if (!before) return [WAITS, say('guardado: cierra la app, ábrela y revisa otra vez', 'kept: close the app, open it, check again')];
    const minutes = Math.round((Date.now() - before) / 60000);
    return [GOOD, say(`guarda desde hace ${minutes} min`, `kept for ${minutes} min`)];
  }

  async function font() {
    const face = new FontFace('checked', `url(${new URL('assets/fonts/roboto.woff2', document.baseURI).href})`);
    document.fonts.add(await face.load());
    const pen = document.createElement('canvas').getContext('2d');
    const width = (family) => { pen.font = `40px ${family}`; return Math.round(pen.measureText('áñ¿¡¢−Wi').width); };
    const [own, other] = [width('checked, monospace'), width('monospace')];
    document.fonts.delete(face);
    return [own !== other ? GOOD : BAD, `${FONT}, ${own}/${other} px`];
  }

  async function voice() {
    const read = () => speechSynthesis.getVoices();
    if (!('speechSynthesis' in window)) return [NONE, say('no hay voz', 'no voice')];
    if (!read().length) await once(speechSynthesis, 'voiceschanged', 2000).catch(() => {});
    const mine = read().filter(({ lang }) => lang.toLowerCase().startsWith(say('es', 'en'))).length;
    return [mine ? GOOD : NONE, `${mine} ${say('voces en español', 'English voices')}, ${read().length}`];
  }

  async function camera() {
    if (!navigator.mediaDevices) return [BAD, say('sin https no hay cámara', 'without https there is no camera')];
    const stream = await byTheClock(
      navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } }), 60000);
    const [track] = stream.getVideoTracks();
    try {
      const film = Object.assign(document.createElement('video'), { srcObject: stream, muted: true, playsInline: true });
      const picture = document.getElementById('check-picture');
      picture.replaceChildren(film);
      await byTheClock(film.play(), 10000);
      let frames = 0, last = -1;
      for (const end = performance.now() + FILM_MS; performance.now() < end; await after(15)) {
        if (film.currentTime !== last) [frames, last] = [frames + 1, film.currentTime];
      }
      const all = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput').length;
      const { facingMode } = track.getSettings();
      const torch = track.getCapabilities?.().torch ? say('con linterna', 'with a torch') : say('sin linterna', 'no torch');
      const pace = `${frames / (FILM_MS / 1000)} ${say('imágenes/s', 'frames/s')}`;
      picture.replaceChildren();
      return [frames > 4 ? GOOD : BAD, `${film.videoWidth}×${film.videoHeight}, ${pace}, ${say('cámaras', 'cameras')}: ${all}, `
        + `${facingMode ?? '?'}, ${torch}`];
    } finally {
      track.stop();
    }
  }

  async function awake() {
    if (!navigator.wakeLock) return [BAD, say('la pantalla se apaga sola', 'the screen goes dark by itself')];
    const lock = await navigator.wakeLock.request('screen');
    const held = !lock.released;
    await lock.release();
    return [held ? GOOD : BAD, held ? say('puede quedarse encendida', 'it can stay on') : say('se negó', 'refused')];
  }

  function sharing() {
    if (!navigator.share) return [NONE, say('no hay: se copia', 'none: copy instead')];
    const file = new File(['{}'], 'a.json', { type: 'application/json' });
    const files = navigator.canShare?.({ files: [file] }) ? say('texto y archivos', 'text and files') : say('solo texto', 'text only');
    return [GOOD, files];
  }

  // --- what a person has to do or to notice -------------------------------------------------------------------------

  async function buzz(ask) {
    if (!navigator.vibrate?.([200, 100, 200])) return [NONE, say('este navegador no vibra', 'this browser cannot vibrate')];
    return await ask(say('¿Ha vibrado dos veces?', 'Did it vibrate twice?'));
  }

  async function sound(ask) {
    const audio = new AudioContext();
    await byTheClock(audio.resume(), 3000);
    const tone = audio.createOscillator(), volume = audio.createGain();
    volume.gain.value = 0.3;
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.4);
    const answer = await ask(say('¿Se ha oído un pitido?', 'Did you hear a tone?'));
    await audio.close();
    return answer;
  }

  async function turned(ask, tell) {
    tell(say('Gira el teléfono de lado.', 'Turn the phone on its side.'));
    const upright = () => matchMedia('(orientation: portrait)').matches;
    const was = upright();
    const until = async (wanted) => { while (upright() !== wanted) await once(window, 'resize', 60000); };
    await until(!was);
    const sides = `${innerWidth}×${innerHeight}`;
    tell(say('Y ahora vuelve a ponerlo como estaba.', 'Now turn it back.'));
    await until(was);
    return [GOOD, `${sides}, ${innerWidth}×${innerHeight}`];
  }

  async function back(ask, tell) {
    history.pushState({ check: true }, '');
    tell(say('Pulsa Atrás una vez (o desliza desde el borde).', 'Press Back once (or swipe from the edge).'));
    await once(window, 'popstate', 60000);
    return [GOOD, say('la página se queda', 'the page stays')];
  }

  async function away(ask, tell) {
    tell(say('Ve a otra app, espera cinco segundos y vuelve.', 'Go to another app, wait five seconds and come back.'));
    const lock = await navigator.wakeLock?.request('screen').catch(() => null);
    const changed = (state) => (document.visibilityState === state ? Promise.resolve()
      : once(document, 'visibilitychange', 120000).then(() => changed(state)));
    await changed('hidden');
    const left = Date.now();
    await changed('visible');
    const seconds = Math.round((Date.now() - left) / 1000);
    const again = await navigator.wakeLock?.request('screen').then((one) => one.release().then(() => true), () => false);
    const light = again ? say('la pantalla se retiene otra vez', 'the screen is held again') : say('pantalla no retenida', 'screen not held');
    return [again || !lock ? GOOD : BAD, `${seconds} s, ${light}`];
  }

  // [key, name in both languages, look, whether a person is needed]
  const LOOKS = [
    ['device', ['Aparato', 'Device'], device],
    ['engine', ['Dibujo y motor', 'Drawing and engine'], engine],
    ['font', ['Letra', 'Font'], font],
    ['installed', ['Instalación', 'Installation'], installed],
    ['offline', ['Sin red', 'Without a network'], offline],
    ['storage', ['Almacenamiento', 'Storage'], storage],
    ['keeps', ['Lo guardado sigue', 'What was kept'], keeps],
    ['camera', ['Cámara', 'Camera'], camera],
    ['awake', ['Pantalla encendida', 'Screen stays on'], awake],
    ['sharing', ['Compartir', 'Sharing'], sharing],
    ['voice', ['Voz', 'Voice'], voice],
    ['buzz', ['Vibración', 'Vibration'], buzz, true],
    ['sound', ['Sonido', 'Sound'], sound, true],
    ['turned', ['Girar', 'Rotation'], turned, true],
    ['back', ['Atrás', 'Back'], back, true],
    ['away', ['Otra app y vuelta', 'Away and back'], away, true],
  ];

  // --- the page --------------------------------------------------------------------------------------------------

  const STYLE = `
    #check { position: fixed; inset: 0; z-index: 2147483647; overflow-y: auto; touch-action: pan-y; user-select: text;
      background: var(--ground, #fbf5ed); color: var(--ink, #221a13); font: 16px/1.4 Roboto, system-ui, sans-serif; }
    #check main { max-width: 620px; margin: auto; padding: 12px 16px calc(24px + env(safe-area-inset-bottom)); }
    #check h1 { font-size: 22px; margin: 4px 0; } #check p { margin: 4px 0 8px; }
    #check ul { list-style: none; margin: 8px 0; padding: 0; }
    #check li { display: grid; grid-template-columns: 28px 1fr auto; gap: 0 6px; align-items: center; padding: 6px 0;
      border-top: 1px solid color-mix(in srgb, currentcolor 20%, transparent); }
    #check li > span { font-weight: 700; font-size: 20px; text-align: center; }
    #check li small { display: block; font-size: 14px; overflow-wrap: anywhere; }
    #check button { min-height: 48px; padding: 0 16px; border: 1px solid currentcolor; border-radius: 14px; background: none;
      color: inherit; font: inherit; } #check li button { min-width: 48px; }
    #check button.chief { background: #7a4b26; border-color: #7a4b26; color: #fff; font-weight: 700; }
    #check div { display: flex; gap: 8px; flex-wrap: wrap; } #check div button { flex: 1; }
    #check textarea { box-sizing: border-box; width: 100%; height: 180px; margin-top: 8px; padding: 8px; font: 13px/1.4 monospace;
      color: inherit; background: none; border: 1px solid currentcolor; border-radius: 8px; }
    #check video { width: 160px; border-radius: 8px; margin: auto; }`;

  function element(tag, more, ...children) {
    const made = Object.assign(document.createElement(tag), more);
    made.append(...children);
    return made;
  }

  function open() {
    if (document.getElementById('check')) return;
    const lang = new URLSearchParams(location.search).get('lang') ?? navigator.languages?.[0] ?? navigator.language;
    english = lang.toLowerCase().startsWith('en');
    const rows = LOOKS.map(([key, names, look, asks]) => row(key, say(...names), look, asks));
    const report = element('textarea', { readOnly: true, id: 'check-report', ariaLabel: say('Texto para enviar', 'Text to send') });
    const write = () => { report.value = textOf(rows); };
    const start = element('button', { className: 'chief' }, say('Empezar la revisión', 'Start the check'));
    start.addEventListener('click', () => { start.disabled = true; runAll(rows, write).finally(() => { start.disabled = false; }); });
    for (const one of rows) one.written = write;
    const app = [...document.body.children];
    const close = () => { page.remove(); app.forEach((one) => { one.inert = false; }); };
    const page = element('div', { id: 'check', role: 'dialog', ariaModal: 'true', lang: english ? 'en' : 'es' },
      element('style', {}, STYLE),
      element('main', {},
        element('h1', {}, say('¿Qué puede este aparato?', 'What can this device do?')),
        element('p', {}, say('Primero se mira solo (pide la cámara); lo demás, con su botón. No sale nada de aquí: el texto lo envías tú.',
          'First it looks by itself (and asks for the camera); the rest has buttons. Nothing is sent: you send the text.')),
        element('div', {}, start, button(say('Cerrar', 'Close'), close)),
        element('div', { id: 'check-picture' }),
        element('ul', {}, ...rows.map(({ item }) => item)),
        report,
        element('div', {}, button(say('Copiar el texto', 'Copy the text'), (event) => copy(report, event.target)),
          ...(navigator.share ? [button(say('Enviar', 'Send'), () => navigator.share({ text: report.value }).catch(() => {}))] : []))));
    page.style.display = 'block';
    for (const event of ['keydown', 'pointerdown', 'wheel']) page.addEventListener(event, (one) => one.stopPropagation());
    app.forEach((one) => { one.inert = true; }); // neither focus nor a screen reader goes below
    document.body.append(page);
    write();
  }

  // By its name alone: what a browser says of an error may hold an address
  const wrong = ({ name }) => ({
    NotAllowedError: say('el navegador no lo permite', 'the browser does not allow it'),
    NotFoundError: say('no hay ninguna', 'there is none'),
    TimeoutError: say('no ha pasado a tiempo', 'it did not happen in time'),
  }[name] ?? name);

  function row(key, name, look, asks) {
    const sign = element('span', {}, SIGNS[WAITS]), words = element('small', {}), buttons = element('div', {});
    const item = element('li', { id: `check-${key}` }, sign, element('div', {}, name, words), buttons);
    item.children[1].style.display = 'block';
    const one = { key, name, asks, state: WAITS, words: '', item, written: () => {} };
    const tell = (said) => { words.textContent = said; };
    const ask = (question) => new Promise((resolve) => {
      tell(question);
      const answer = (state, said) => button(said, () => { buttons.replaceChildren(); resolve([state, said]); });
      buttons.replaceChildren(answer(GOOD, say('Sí', 'Yes')), answer(BAD, 'No'));
    });
    one.run = async () => {
      buttons.replaceChildren();
      tell('…');
      try {
        [one.state, one.words] = await look(ask, tell);
      } catch (error) {
        [one.state, one.words] = [BAD, wrong(error)];
      }
      sign.textContent = SIGNS[one.state];
      tell(one.words);
      if (asks) buttons.replaceChildren(button(say('Otra vez', 'Again'), one.run));
      one.written();
    };
    if (asks) buttons.append(button(say('Probar', 'Try'), one.run));
    return one;
  }

  async function runAll(rows, write) {
    for (const one of rows.filter(({ asks }) => !asks)) await one.run();
    write();
  }

  const textOf = (rows) => [
    `Sobremesa, ${flet.pyodide ? say('página sin servidor', 'page without a server') : say('app de su servidor', 'app of its server')}`,
    ...rows.map(({ state, name, words }) => `${SIGNS[state]} ${name}: ${words || say('sin probar', 'not tried')}`),
  ].join('\n');

  function button(said, onClick) {
    const made = element('button', { type: 'button' }, said);
    made.addEventListener('click', onClick);
    return made;
  }

  async function copy(report, pressed) {
    report.select();
    const done = await (navigator.clipboard?.writeText(report.value).then(() => true, () => false) ?? false) || document.execCommand('copy');
    pressed.textContent = done ? say('Copiado', 'Copied') : say('Cópialo a mano', 'Copy it by hand');
  }

  // --- how it is reached -----------------------------------------------------------------------------------------

  const set = Storage.prototype.setItem;
  Storage.prototype.setItem = function setItem(key, value) {
    if (String(key).endsWith(OPEN)) open(); // nothing of it is kept
    else set.call(this, key, value);
  };
  const look = () => { if (AT.test(location.pathname) || AT.test(location.hash)) open(); };
  window.addEventListener('hashchange', look);
  if (document.body) look();
  else document.addEventListener('DOMContentLoaded', look);
})();
