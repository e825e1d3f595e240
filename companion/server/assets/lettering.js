// How large this phone reads. Flutter scales every letter by the page's own font size, which Python cannot reach:
// so the size is read from what the settings keep in this browser's storage, at the start and at every change; and how
// large the browser itself was told to write is kept beside it, for Python makes the boxes around the letters. On a
// tablet everything is larger, as companion/ui/design/sizes.py says too.
(() => {
  'use strict';

  const HABITS = 'sobremesa.habits', LETTERS = 'flutter.sobremesa.letters', USUAL = 16, MOST = 2;
  const TABLET_SCALE = 1.25, TABLET_WIDTH = 700, TABLET_HEIGHT = 520;
  const own = parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL || 1;

  let scale = 1;

  const fit = () => {
    const tablet = innerWidth >= TABLET_WIDTH && innerHeight >= TABLET_HEIGHT ? TABLET_SCALE : 1;
    const share = Math.min(MOST, Math.max(0.5, scale * own * tablet)) / own;
    document.documentElement.style.fontSize = share === 1 ? '' : `${100 * share}%`;
  };

  const wear = (kept) => {
    scale = 1;
    try {
      const said = JSON.parse(kept); // a string within a string, as Flutter's plugin writes it
      scale = Number((typeof said === 'string' ? JSON.parse(said) : said).scale) || 1;
    } catch { /* nothing is kept yet, or it is not ours */ }
    fit();
  };

  fit();
  addEventListener('resize', fit);
  try {
    const key = Object.keys(localStorage).find((one) => one.endsWith(HABITS));
    wear(key ? localStorage.getItem(key) : null);
    localStorage.setItem(LETTERS, JSON.stringify(String(own)));
  } catch { return; } // a browser that keeps nothing reads at its own size

  const set = Storage.prototype.setItem;
  Storage.prototype.setItem = function setItem(key, value) {
    set.call(this, key, value);
    if (String(key).endsWith(HABITS)) wear(value);
  };
})();

// Who sees badly enlarges a page with two fingers, and Flutter's line forbids it. Apple's browsers do not obey that
// line, but without it they would enlarge whatever field is written in.
(() => {
  'use strict';

  if ((navigator.vendor || '').startsWith('Apple')) return;
  const content = Object.getOwnPropertyDescriptor(HTMLMetaElement.prototype, 'content');
  Object.defineProperty(HTMLMetaElement.prototype, 'content', {
    ...content,
    set(line) {
      content.set.call(this, this.name === 'viewport' ? line.replace(/, *(maximum-scale|user-scalable)=[^,]*/g, '') : line);
    },
  });
})();
