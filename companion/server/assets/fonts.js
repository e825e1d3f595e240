// Which font draws a Chinese, Japanese or Korean letter, Flutter's engine decides by the browser's language as it
// starts. The Chinese ones are served here, and have nearly all of these letters: page/fonts.py lays them.
(() => {
  'use strict';

  Object.defineProperty(navigator, 'language', { value: 'zh-CN', configurable: true });
  window.addEventListener('flutter-first-frame', () => { delete navigator.language; }, { once: true });
})();
