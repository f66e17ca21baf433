// A clip of a race, painted on a canvas and recorded there: the browser alone makes it.

const LEGS_MS = 4400; // of all legs together
const END_MS = 1600; // of the picture at the end
const FADE_MS = 180; // from one picture to the next
const RATE = 30; // pictures a second
const KINDS = ['video/mp4', 'video/webm']; // chats take the first more often

// What this browser can record; undefined where it cannot.
const kindOfClip = () =>
  HTMLCanvasElement.prototype.captureStream && KINDS.find((kind) => window.MediaRecorder?.isTypeSupported(kind));

const recorded = (recorder) =>
  new Promise((done) => {
    const parts = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.onstop = () => done(new Blob(parts, { type: recorder.mimeType }));
  });

// A clip of pictures that follow each other over a background, and of the one at the end, all of them images.
const clipOf = async ({ background, legs, end }, kind) => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [end.naturalWidth, end.naturalHeight];
  const pen = canvas.getContext('2d');
  const show = (image, shown) => {
    pen.globalAlpha = Math.min(1, shown);
    pen.drawImage(image, 0, 0);
  };
  const recorder = new MediaRecorder(canvas.captureStream(RATE), { mimeType: kind, videoBitsPerSecond: 4_000_000 });
  const blob = recorded(recorder);
  show(background, 1);
  recorder.start();
  const scenes = [...legs.map((leg) => [leg, LEGS_MS / legs.length]), [end, END_MS]];
  for (const [image, lasts] of scenes) {
    const began = performance.now();
    for (let past = 0; past < lasts; past = performance.now() - began) {
      show(image, past / FADE_MS);
      await new Promise((done) => requestAnimationFrame(done));
    }
  }
  recorder.stop();
  return blob;
};
