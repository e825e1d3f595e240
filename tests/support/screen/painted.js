// What the page really paints. Semantics say what a text means, even where it ends in an ellipsis; so every paragraph is
// followed from the words that are given to CanvasKit to the frame in which it is drawn: where, how large, and whether
// letters of it are left out. Needs the renderer canvaskit, whose calls JavaScript sees.
(() => {
  'use strict';

  const words = new WeakMap(), drawn = new WeakMap(), shown = window.painted = { frame: 0, texts: [], film: null };
  let kit;

  let clips = 0;
  const blank = () => ({ list: [], clips: [], stack: [] });
  const drawnBy = (holder) => drawn.get(holder) ?? drawn.set(holder, blank()).get(holder);
  const seen = (canvas) => ({ at: canvas.getTotalMatrix(), clips: drawnBy(canvas).clips });

  function said(paragraph) {
    const text = words.get(paragraph) ?? '';
    return {
      text, exceeds: paragraph.didExceedMaxLines(), wide: paragraph.getLongestLine(), high: paragraph.getHeight(),
      lines: paragraph.getLineMetrics().map((one) => ({
        left: one.left, width: one.width, top: one.baseline - one.ascent, bottom: one.baseline + one.descent,
        text: text.slice(one.startIndex, one.endExcludingWhitespaces ?? one.endIndex), hard: one.isHardBreak,
        next: text.slice(one.endIndex, one.endIndex + 1), last: text.slice(one.endIndex - 1, one.endIndex) })),
    };
  }

  // a rectangle of the holder's own points in those of what it is drawn upon
  function moved(m, [left, top, right, bottom]) {
    const [x, y] = [(px, py) => m[0] * px + m[1] * py + m[2], (px, py) => m[3] * px + m[4] * py + m[5]];
    const xs = [x(left, top), x(right, top), x(left, bottom), x(right, bottom)];
    const ys = [y(left, top), y(right, top), y(left, bottom), y(right, bottom)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  }

  const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const times = (a, b) => Array.from({ length: 9 }, (_, k) => {
    const [row, column] = [3 * Math.floor(k / 3), k % 3];
    return a[row] * b[column] + a[row + 1] * b[3 + column] + a[row + 2] * b[6 + column];
  });

  // every text of a picture in the points of the frame, with the edges that cut it: number and rectangle
  function* flat(list, at, around) {
    for (const one of list) {
      const here = times(at, one.at), edges = [...around, ...one.clips.map(([id, rect]) => [id, moved(at, rect)])];
      if (one.inner) yield* flat(one.inner.list, here, edges);
      else yield { one, here, edges };
    }
  }

  function texts(list) {
    const ratio = devicePixelRatio;
    const points = (box) => box.map((side) => side / ratio);
    return [...flat(list, IDENTITY, [])].map(({ one, here, edges }) => {
      const lines = one.said.lines.map((line) => {
        const box = [one.x + line.left, one.y + line.top, one.x + line.left + line.width, one.y + line.bottom];
        return { ...line, box: points(moved(here, box)) };
      });
      return { ...one.said, lines, edges: edges.map(([id, rect]) => [id, points(rect)]) };
    });
  }

  function wrap(kind, name, around) {
    const own = kit[kind].prototype[name];
    kit[kind].prototype[name] = function hooked(...given) { return around.call(this, own, given); };
  }

  function hook() {
    wrap('ParagraphBuilder', 'addText', function add(own, given) {
      words.set(this, (words.get(this) ?? '') + given[0]);
      return own.apply(this, given);
    });
    wrap('ParagraphBuilder', 'build', function build(own, given) {
      const made = own.apply(this, given);
      words.set(made, words.get(this) ?? '');
      return made;
    });
    wrap('PictureRecorder', 'beginRecording', function begin(own, given) {
      const canvas = own.apply(this, given);
      drawn.set(this, blank());
      drawn.set(canvas, drawn.get(this));
      return canvas;
    });
    wrap('PictureRecorder', 'finishRecordingAsPicture', function finish(own, given) {
      const picture = own.apply(this, given);
      drawn.set(picture, drawnBy(this));
      return picture;
    });
    wrap('Surface', 'getCanvas', function upon(own, given) {
      const canvas = own.apply(this, given);
      drawn.set(canvas, drawnBy(this));
      return canvas;
    });
    wrap('Canvas', 'clear', function clear(own, given) {
      drawnBy(this).list.length = 0;
      return own.apply(this, given);
    });
    // CanvasKit's own answer for the clip is too coarse
    for (const name of ['save', 'saveLayer']) {
      wrap('Canvas', name, function save(own, given) {
        const mine = drawnBy(this);
        mine.stack.push(mine.clips);
        return own.apply(this, given);
      });
    }
    wrap('Canvas', 'restore', function restore(own, given) {
      const mine = drawnBy(this);
      mine.clips = mine.stack.pop() ?? [];
      return own.apply(this, given);
    });
    wrap('Canvas', 'restoreToCount', function restore(own, given) {
      const mine = drawnBy(this), [first] = mine.stack.splice(given[0] - 1);
      mine.clips = first ?? mine.clips;
      return own.apply(this, given);
    });
    for (const [name, bounds] of [['clipRect', (rect) => rect], ['clipRRect', (round) => round],
      ['clipPath', (path) => path.getBounds()]]) {
      wrap('Canvas', name, function clip(own, given) {
        const mine = drawnBy(this);
        const rect = moved(this.getTotalMatrix(), [...bounds(given[0])].slice(0, 4));
        mine.clips = [...mine.clips, [clips += 1, rect]];
        return own.apply(this, given);
      });
    }
    wrap('Canvas', 'drawParagraph', function draw(own, given) {
      const [paragraph, x, y] = given;
      drawnBy(this).list.push({ ...seen(this), said: said(paragraph), x, y });
      return own.apply(this, given);
    });
    wrap('Canvas', 'drawPicture', function draw(own, given) {
      drawnBy(this).list.push({ ...seen(this), inner: drawnBy(given[0]) });
      return own.apply(this, given);
    });
    wrap('Surface', 'flush', function flush(own, given) {
      shown.frame += 1;
      shown.last = drawnBy(this).list.slice();
      if (shown.film) shown.film.push({ at: performance.now(), texts: texts(shown.last) });
      return own.apply(this, given);
    });
  }

  shown.now = () => texts(shown.last ?? []);
  // the texts of the last frame as one string, made once a frame: cheap to ask for while nothing is drawn
  shown.signature = () => {
    if (shown.signed !== shown.frame) [shown.signed, shown.known] = [shown.frame, JSON.stringify(shown.now())];
    return shown.known;
  };
  Object.defineProperty(window, 'flutterCanvasKit', {
    configurable: true, get: () => kit, set: (made) => { kit = made; hook(); } });
})();
