// How large this phone reads. Flutter scales every letter by the page's own font size, which Python cannot reach:
// so the size is read from what the settings keep in this browser's storage, at the start and at every change.
(() => {
  'use strict';

  const HABITS = 'sobremesa.habits';

  const wear = (kept) => {
    let scale = 1;
    try {
      const said = JSON.parse(kept); // a string within a string, as Flutter's plugin writes it
      scale = Number((typeof said === 'string' ? JSON.parse(said) : said).scale) || 1;
    } catch { /* nothing is kept yet, or it is not ours */ }
    document.documentElement.style.fontSize = scale === 1 ? '' : `${100 * Math.min(2, Math.max(0.5, scale))}%`;
  };

  try {
    const key = Object.keys(localStorage).find((one) => one.endsWith(HABITS));
    if (key) wear(localStorage.getItem(key));
  } catch { return; } // a browser that keeps nothing reads at its own size

  const set = Storage.prototype.setItem;
  Storage.prototype.setItem = function setItem(key, value) {
    set.call(this, key, value);
    if (String(key).endsWith(HABITS)) wear(value);
  };
})();
