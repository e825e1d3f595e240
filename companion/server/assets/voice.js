// What a camera has read and how the table stands is said aloud, where that is wished: Python cannot reach the browser's voice, so it hands
// the words over through the browser's storage, as it does with the size of the letters.
(() => {
  'use strict';

  const SAY = 'sobremesa.say';

  const speak = (kept) => {
    try {
      const said = JSON.parse(kept); // a string within a string, as Flutter's plugin writes it
      const { text, lang } = typeof said === 'string' ? JSON.parse(said) : said;
      const words = new SpeechSynthesisUtterance(text);
      words.lang = lang;
      speechSynthesis.cancel(); // the newest throw is the one that counts
      if (text) speechSynthesis.speak(words);
    } catch { /* this browser has no voice */ }
  };

  const set = Storage.prototype.setItem;
  Storage.prototype.setItem = function setItem(key, value) {
    if (String(key).endsWith(SAY)) speak(value); // nothing of it is kept
    else set.call(this, key, value);
  };
})();
