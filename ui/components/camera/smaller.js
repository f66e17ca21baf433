// Photos made smaller before they are sent. A browser that cannot open a photo (HEIC) sends it as it is.

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

const smaller = async (file) => (file.size < WORTH_SHRINKING ? file : shrunk(file).catch(() => file));
