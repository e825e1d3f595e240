// The start screen, which stands until the first page is drawn, and the colors of all that is not the app's own picture.
//
// The app tells which theme and language it shows, through the browser's storage, as it does with the size of the
// letters: as its first page is drawn, and at every change. The next start begins with them.
(() => {
  'use strict';

  const SHOWN = 'flutter.sobremesa.shown';
  const LATEST = 20000; // milliseconds from the app's first words, after which a page is better seen as it is
  const system = matchMedia('(prefers-color-scheme: dark)');
  let shown = {};

  function learn(kept) {
    try {
      const said = JSON.parse(kept); // a string within a string, as Flutter's plugin writes it
      shown = (typeof said === 'string' ? JSON.parse(said) : said) ?? {};
    } catch { /* it is not ours */ }
    wear();
  }

  function wear() {
    const own = ['light', 'dark'].includes(shown.theme);
    const page = document.documentElement;
    page.dataset.theme = own ? shown.theme : system.matches ? 'dark' : 'light';
    page.lang = flet.language();
    document.querySelector('meta[name=theme-color]').content = getComputedStyle(page).getPropertyValue('--ground').trim();
  }

  // --- what is said ------------------------------------------------------------------------------------------------

  flet.language = () => shown.language
    ?? ((navigator.languages?.[0] ?? navigator.language).toLowerCase().startsWith('en') ? 'en' : 'es');

  flet.opening = {
    begin: () => flet.opening.tell(flet.language() === 'en' ? 'Setting the table…' : 'Poniendo la mesa…'),
    // A line, how far it has come (a share; without it the bar only moves), and what comes next
    tell(line, share, next = '') {
      const cover = document.getElementById('opening');
      if (!cover) return;
      const [bar, says, after] = cover.querySelectorAll('progress, p, small');
      if (share === undefined) bar.removeAttribute('value');
      else bar.value = share;
      bar.setAttribute('aria-label', line);
      [says.textContent, after.textContent] = [line, next];
    },
    // The app's page is there, or says what is wrong
    end() {
      const cover = document.getElementById('opening');
      if (!cover || cover.className) return;
      cover.className = 'over';
      setTimeout(() => cover.remove(), 250);
      window.dispatchEvent(new Event('page-drawn'));
    },
  };

  flet.opened = () => setTimeout(flet.opening.end, LATEST); // the app's first words; its page is drawn when it says so

  // --- what the app tells --------------------------------------------------------------------------------------------

  try { learn(localStorage.getItem(SHOWN)); } catch { wear(); } // a browser that keeps nothing
  system.addEventListener('change', wear);

  const set = Storage.prototype.setItem;
  Storage.prototype.setItem = function setItem(key, value) {
    set.call(this, key, value);
    if (!String(key).endsWith('sobremesa.shown')) return;
    learn(value);
    requestAnimationFrame(() => requestAnimationFrame(flet.opening.end)); // Flutter draws in the first of them
  };
})();
