// What the live camera leaves behind: each of its frames gets an address of its own, which Flutter's camera never gives
// back, and with it the picture stays in memory: gigabytes in an evening. It is read at once, so it may go soon after.
(() => {
  'use strict';

  const READ = 10000; // milliseconds after which a frame has long been read

  const make = URL.createObjectURL;
  URL.createObjectURL = function createObjectURL(thing) {
    const url = make.call(URL, thing);
    // a file that somebody chose is a blob as well, and may be sent later
    if (thing instanceof Blob && !(thing instanceof File) && thing.type === 'image/jpeg') {
      setTimeout(() => URL.revokeObjectURL(url), READ);
    }
    return url;
  };
})();
