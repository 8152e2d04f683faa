import type { GrayPicture } from '#shared/ocr/prepare-page.ts';
import { seeded } from './forms.ts';

/** What can go wrong with a picture of a page, each in steps from 1 to 5. */
export const damages = [
  'blur',
  'motion',
  'noise',
  'dark',
  'faint',
  'glare',
  'shadow',
  'small',
  'cut',
  'skew',
  'perspective',
] as const;
export type Damage = (typeof damages)[number];
export const steps = [1, 2, 3, 4, 5] as const;

/** A picture of the page with one thing wrong, to a degree. The same for the same seed. */
export function damaged(picture: GrayPicture, damage: Damage, step: number, seed: number): GrayPicture {
  const random = seeded(seed * 31 + damages.indexOf(damage) * 7 + step);
  switch (damage) {
    case 'blur':
      return blurred(picture, [1.2, 2.2, 3.2, 4.5, 6.5][step - 1] ?? 0);
    case 'motion':
      return moved(picture, [4, 8, 12, 18, 26][step - 1] ?? 0, random() < 0.5);
    case 'noise': {
      const spread = [15, 35, 60, 90, 130][step - 1] ?? 0;
      return each(picture, (value) => value + spread * (random() + random() + random() - 1.5) * 1.4);
    }
    case 'dark': {
      const light = [0.6, 0.4, 0.25, 0.15, 0.08][step - 1] ?? 1;
      return each(picture, (value) => value * light + 6 * (random() - 0.5));
    }
    case 'faint': {
      const ink = [0.5, 0.3, 0.18, 0.1, 0.05][step - 1] ?? 1;
      return each(picture, (value) => 255 - (255 - value) * ink + 8 * (random() - 0.5));
    }
    case 'glare': {
      const radius = ([0.06, 0.12, 0.2, 0.3, 0.42][step - 1] ?? 0) * picture.width;
      const x0 = (0.25 + 0.5 * random()) * picture.width;
      const y0 = (0.3 + 0.4 * random()) * picture.height;
      const lit = each(picture, (value) => value * 0.85);
      return each(
        lit,
        (value, x, y) => value + 400 * Math.exp(-1 * (((x - x0) ** 2 + (y - y0) ** 2) / radius ** 2) ** 1.5),
      );
    }
    case 'shadow': {
      const deep = [0.25, 0.45, 0.65, 0.8, 0.92][step - 1] ?? 0;
      const at = (0.35 + 0.3 * random()) * picture.width;
      return each(
        picture,
        (value, x) => value * (1 - deep / (1 + Math.exp((at - x) / 40))) + 5 * (random() - 0.5),
      );
    }
    case 'small':
      return resized(picture, [0.4, 0.28, 0.22, 0.17, 0.13][step - 1] ?? 1);
    case 'cut': {
      const share = [0.06, 0.12, 0.2, 0.3, 0.42][step - 1] ?? 0;
      const width = Math.round(picture.width * (1 - share));
      return cropped(picture, random() < 0.5 ? 0 : picture.width - width, width);
    }
    case 'skew':
      return turned(picture, ([1, 3, 6, 12, 22][step - 1] ?? 0) * (random() < 0.5 ? -1 : 1));
    case 'perspective':
      return leaned(picture, [0.05, 0.1, 0.18, 0.28, 0.4][step - 1] ?? 0);
  }
}

function each(
  { width, height, data }: GrayPicture,
  change: (value: number, x: number, y: number) => number,
): GrayPicture {
  const next = new Uint8Array(data.length);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      next[at] = Math.max(0, Math.min(255, change(data[at] ?? 0, x, y)));
    }
  }
  return { width, height, data: next };
}

/** Three means in a row are all but a Gaussian. */
function blurred(picture: GrayPicture, sigma: number): GrayPicture {
  const radius = Math.max(1, Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2));
  let next = picture;
  for (let pass = 0; pass < 3; pass += 1) next = meanAlong(meanAlong(next, radius, true), radius, false);
  return next;
}

function moved(picture: GrayPicture, length: number, across: boolean): GrayPicture {
  return meanAlong(picture, Math.round(length / 2), across);
}

function meanAlong({ width, height, data }: GrayPicture, radius: number, across: boolean): GrayPicture {
  const next = new Uint8Array(data.length);
  const [lines, length, line, step] = across ? [height, width, width, 1] : [width, height, 1, width];
  for (let index = 0; index < lines; index += 1) {
    const from = index * line;
    const at = (place: number) => data[from + Math.max(0, Math.min(length - 1, place)) * step] ?? 0;
    let sum = 0;
    for (let place = -radius; place <= radius; place += 1) sum += at(place);
    for (let place = 0; place < length; place += 1) {
      next[from + place * step] = sum / (2 * radius + 1);
      sum += at(place + radius + 1) - at(place - radius);
    }
  }
  return { width, height, data: next };
}

function resized(picture: GrayPicture, scale: number): GrayPicture {
  const soft = blurred(picture, 0.5 / scale);
  const width = Math.round(picture.width * scale);
  const height = Math.round(picture.height * scale);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = Math.floor((y + 0.5) / scale) * picture.width + Math.floor((x + 0.5) / scale);
      data[y * width + x] = soft.data[from] ?? 255;
    }
  }
  return { width, height, data };
}

function cropped({ width: from, height, data }: GrayPicture, left: number, width: number): GrayPicture {
  const next = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    next.set(data.subarray(y * from + left, y * from + left + width), y * width);
  return { width, height, data: next };
}

function turned({ width, height, data }: GrayPicture, degrees: number): GrayPicture {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const next = new Uint8Array(data.length).fill(255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [x - width / 2, y - height / 2];
      const fromX = Math.round(cos * dx + sin * dy + width / 2);
      const fromY = Math.round(-sin * dx + cos * dy + height / 2);
      if (fromX >= 0 && fromY >= 0 && fromX < width && fromY < height)
        next[y * width + x] = data[fromY * width + fromX] ?? 255;
    }
  }
  return { width, height, data: next };
}

/** Photographed from below: the farther a row, the narrower and the lower it is. */
function leaned({ width, height, data }: GrayPicture, share: number): GrayPicture {
  const next = new Uint8Array(data.length).fill(255);
  for (let y = 0; y < height; y += 1) {
    const near = y / height;
    const depth = near / (near + (1 - near) * (1 - share));
    const fromY = Math.round(depth * (height - 1));
    const narrow = 1 - share * (1 - near);
    for (let x = 0; x < width; x += 1) {
      const fromX = Math.round((x - width / 2) / narrow + width / 2);
      if (fromX >= 0 && fromX < width) next[y * width + x] = data[fromY * width + fromX] ?? 255;
    }
  }
  return { width, height, data: next };
}
