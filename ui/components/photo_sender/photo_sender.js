// Photos made smaller before they are sent: the uploader's change event is held back until its file has been replaced.

const UPLOADER = '.st-key-camera input[type=file]';
const LONG_SIDE = 2400; // pixels: squares of four kingdoms in one photo still have over 100
const WORTH_SHRINKING = 1_000_000; // bytes: below that sending is quicker than shrinking
const QUALITY = 0.88; // of the JPEG

async function shrunk(file) {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, LONG_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const pen = canvas.getContext('2d');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
  return blob && blob.size < file.size ? new File([blob], 'photo.jpg', { type: 'image/jpeg' }) : file;
}

async function send(input, file) {
  const replaced = new DataTransfer();
  replaced.items.add(await shrunk(file).catch(() => file));
  input.files = replaced.files;
  input.passOn = true;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

function hold(event) {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || !input.matches(UPLOADER)) return;
  if (input.passOn) return void (input.passOn = false);
  const [file] = input.files;
  if (!file || file.size < WORTH_SHRINKING) return;
  event.stopImmediatePropagation();
  send(input, file);
}

export default function () {
  window.removeEventListener('change', window.photoSender, true);
  window.photoSender = hold;
  window.addEventListener('change', hold, true);
}
