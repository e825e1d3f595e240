// What a browser takes from a page that is hidden, locked or left, and gives back only to a script that asks: the lock
// that keeps the screen on, sound and the voice. Once the page shows again, all of it is asked for again; where the
// screen's lock is refused, a sentence says so. `page-shown` tells other scripts (outage.js) to look after theirs.
//
// What the app itself keeps over it (camera, typed words, the way back) is in companion/ui/page_life.py.
(() => {
  'use strict';

  const NOTICE = 8000; // milliseconds for which the sentence is shown
  const english = (navigator.languages?.[0] ?? navigator.language).toLowerCase().startsWith('en');
  const DARK = english ? 'The browser lets the screen go dark: touch it now and then.'
    : 'El navegador deja que la pantalla se apague: tocadla de vez en cuando.';

  const onShown = (act) => window.addEventListener('page-shown', act);

  // --- when it shows again -----------------------------------------------------------------------------------------

  function tell() {
    if (document.visibilityState === 'visible') window.dispatchEvent(new Event('page-shown'));
  }
  document.addEventListener('visibilitychange', tell);
  document.addEventListener('resume', tell); // it was frozen
  window.addEventListener('pageshow', ({ persisted }) => persisted && tell()); // it was navigated back to

  // --- the lock of the screen --------------------------------------------------------------------------------------

  let lock = null; // Flutter's plugin, whose own way of asking again forgets that the lock was lost
  let isWanted = false;

  Object.defineProperty(window, 'Wakelock', {
    configurable: true,
    get: () => lock,
    set: (plugin) => {
      const toggle = plugin.toggle;
      plugin.toggle = (on) => {
        isWanted = on;
        return toggle(on);
      };
      lock = plugin;
    },
  });
  onShown(() => isWanted && lock.toggle(true).catch(() => say(DARK)));

  function say(sentence) {
    document.getElementById('notice')?.remove();
    const bar = document.createElement('div');
    bar.id = 'notice';
    bar.lang = english ? 'en' : 'es';
    bar.setAttribute('role', 'status');
    bar.textContent = sentence;
    document.body.append(bar);
    setTimeout(() => bar.remove(), NOTICE);
  }

  // --- sound and voice ---------------------------------------------------------------------------------------------

  const sounds = new Set(); // what plays; the plugin makes one for the page

  for (const name of ['AudioContext', 'webkitAudioContext']) {
    const Audible = window[name];
    if (Audible) window[name] = class extends Audible {
      constructor(...args) {
        super(...args);
        sounds.add(this);
      }

      close() {
        sounds.delete(this);
        return super.close();
      }
    };
  }

  function play() {
    for (const sound of sounds) if (sound.state !== 'running') sound.resume().catch(() => {});
    window.speechSynthesis?.resume();
  }
  onShown(play);
  window.addEventListener('pointerdown', play, { capture: true, passive: true }); // some browsers want a touch for it
})();
