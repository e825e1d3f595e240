// Frames at least so many milliseconds apart, as on a slow phone. The first one after a rest comes at once.
(() => {
  'use strict';

  const APART = 100, own = window.requestAnimationFrame.bind(window), gone = new Set();
  let last = -APART, ids = 0;
  window.requestAnimationFrame = (draw) => {
    const id = (ids += 1);
    const frame = (at) => {
      last = performance.now();
      if (!gone.delete(id)) draw(at);
    };
    setTimeout(() => own(frame), Math.max(0, last + APART - performance.now()));
    return id;
  };
  window.cancelAnimationFrame = (id) => { gone.add(id); };
})();
