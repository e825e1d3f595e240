// Until the app has drawn its first page: the die and a sentence, over Flet's own "Working...".
(() => {
  'use strict';

  const DRAWN = 500; // milliseconds from the app's first words to a page that is drawn
  const english = (navigator.languages?.[0] ?? navigator.language).toLowerCase().startsWith('en');
  const cover = document.getElementById('opening');
  cover.lang = english ? 'en' : 'es';
  cover.querySelector('p').textContent = english ? 'Setting the table…' : 'Poniendo la mesa…';
  flet.opened = () => setTimeout(() => cover.remove(), DRAWN);
})();
