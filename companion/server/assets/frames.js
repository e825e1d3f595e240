// The frames of the live camera: what they leave behind, and whether they still come.
(() => {
  'use strict';

  // --- what they leave behind --------------------------------------------------------------------------------------

  // Each frame gets an address of its own, which Flutter's camera never gives back, and with it the picture stays in
  // memory: gigabytes in an evening. It is read at once, so it may go soon after.
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

  // --- whether they come -------------------------------------------------------------------------------------------

  // Flutter's camera takes its pictures of a video, which keeps its last frame when the camera ends or stands still: the
  // app would see a table on which nothing moves. Such a picture is refused, so that the app asks for the camera again.
  const LOOK = 250; // milliseconds between two looks; a busy page looks less often, and sees no standstill in that
  const LOOKS = 7; // without a new frame, until the camera counts as standing still
  const MOVING = 3; // frames that one must give after that, until it counts as one that moves

  let stoodStill = false;
  const videos = new Map(); // each video of which pictures are taken: its number of frames, and the looks since the last

  const framesOf = (video) => video.getVideoPlaybackQuality?.().totalVideoFrames ?? 0;

  function look() {
    for (const [video, seen] of videos) {
      if (!video.srcObject || !video.isConnected) { videos.delete(video); continue; }
      const frames = framesOf(video);
      if (document.hidden || frames === 0 || frames !== seen.frames) Object.assign(seen, { frames, looks: 0 });
      else seen.looks += 1;
    }
  }
  setInterval(look, LOOK);

  function refuseLost(video) {
    const tracks = video.srcObject.getVideoTracks();
    if (tracks.every(({ readyState }) => readyState === 'ended')) throw new DOMException('it has ended', 'cameraEnded');
    if (!videos.has(video)) videos.set(video, { frames: -1, looks: 0 });
    stoodStill = videos.get(video).looks >= LOOKS || (stoodStill && framesOf(video) < MOVING);
    if (stoodStill) throw new DOMException('no frame comes', 'cameraStill');
  }

  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function drawImage(source, ...where) {
    if (source instanceof HTMLVideoElement && source.srcObject instanceof MediaStream) refuseLost(source);
    return draw.call(this, source, ...where);
  };
})();
