// Turns drawings into pictures and passes files on: by the phone's share sheet where there is one, else saved.

const ELLIPSIS = '…';
const SAVED_EVERY = 300; // milliseconds from one file to the next

// Text that is wider than its place is cut off; only a browser knows how wide it is.
const fit = (text) => {
  const most = Number(text.dataset.width);
  let shown = text.textContent;
  while (shown && text.getComputedTextLength() > most) {
    shown = shown.slice(0, Math.min(shown.length - 1, Math.ceil((shown.length * most) / text.getComputedTextLength())));
    text.textContent = shown.trimEnd() + ELLIPSIS;
  }
};

const fitted = (root, svg) => {
  const place = document.createElement('div');
  place.className = 'drawing';
  place.setAttribute('aria-hidden', 'true');
  place.innerHTML = svg;
  root.append(place);
  place.querySelectorAll('text[data-width]').forEach(fit);
  const drawn = new XMLSerializer().serializeToString(place.firstElementChild);
  place.remove();
  return drawn;
};

const asDataUrl = (blob) =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(blob);
  });

// A drawing that is painted loads nothing, so it has to hold its photos. Raises where one can't be fetched.
const withPhotos = async (svg) => {
  const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml');
  for (const photo of drawing.querySelectorAll('image')) {
    const answer = await fetch(photo.getAttribute('href'));
    if (!answer.ok) throw new Error(`the photo of a picture was answered with ${answer.status}`);
    photo.setAttribute('href', await asDataUrl(await answer.blob()));
  }
  return new XMLSerializer().serializeToString(drawing);
};

const asImage = async (drawn) => {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`;
  await image.decode();
  return image;
};

const painted = async (drawn) => {
  const image = await asImage(drawn);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext('2d').drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
};

const saveAs = (blob, name) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

// One after the other: WebKit lets the second of one moment take the place of the first.
const saveAll = async (files) => {
  for (const file of files) {
    saveAs(file, file.name);
    await new Promise((done) => setTimeout(done, SAVED_EVERY));
  }
};

// Whether the phone's share sheet took them; they are saved where there is none.
const passOn = async (files, text) => {
  if (navigator.canShare?.({ files })) {
    try {
      await navigator.share({ files, text });
      return true;
    } catch (refused) {
      if (refused.name === 'AbortError') return true;
    }
  }
  saveAll(files);
  return false;
};
