// Only scripts of this host: Flet's client asks a CDN for an animation player that we do not use.
(() => {
  'use strict';

  const src = Object.getOwnPropertyDescriptor(HTMLScriptElement.prototype, 'src');
  Object.defineProperty(HTMLScriptElement.prototype, 'src', {
    ...src,
    set(url) {
      const { origin, protocol } = new URL(url, document.baseURI);
      if (origin === location.origin || protocol === 'blob:') src.set.call(this, url);
    },
  });
})();
