import type { Draw } from './draw.ts';

/** A place on a page, as shares of its width and height. */
export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What becomes of a sheet on its way into a file. */
export interface Scene {
  /** The picture's size as a factor of the sheet's. */
  room?: { width: number; height: number };
  /** What lies around and under the sheet. */
  table?: string;
  sheet?: string;
  /** Over the sheet, in its own percents. */
  overlays?: string;
  /** Over the whole picture. */
  light?: string;
  /** The height of the picture in pixels, where it is made smaller. */
  shrink?: number;
  file?: 'jpeg' | 'png' | 'tiff';
  quality?: number;
}

const wood = `#7d5530 url("data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><filter id="w"><feTurbulence type="fractalNoise" baseFrequency="0.004 0.11" numOctaves="4" seed="4"/><feColorMatrix values="0 0 0 0 0.52 0 0 0 0 0.34 0 0 0 0 0.18 0.9 0.5 0 0 -0.1"/></filter><rect width="900" height="900" fill="#a97b4d"/><rect width="900" height="900" filter="url(#w)"/></svg>')}")`;
const grayTable = 'linear-gradient(120deg, #9b9da0, #7c7e82)';
const turned = (degrees: number) => `transform:rotate(${degrees}deg);`;
const cover = 'position:absolute;inset:0;';
const at = ({ x, y, width, height }: Place, grow = 0) =>
  `position:absolute;left:${100 * (x - grow * width)}%;top:${100 * (y - grow * height)}%;width:${100 * width * (1 + 2 * grow)}%;height:${100 * height * (1 + 2 * grow)}%;`;
const stamp = (text: string, style: string) =>
  `<div style="position:absolute;font:bold 3.4cqw sans-serif;padding:.3em .6em;border:.18em solid;white-space:nowrap;transform:rotate(-9deg);${style}">${text}</div>`;

type Handling = (draw: Draw, key: Place) => Scene;

/** Ways in which good pages reach an office: a person reads each of them without trouble. */
export const handlings = {
  stampBeside: () => ({
    overlays: stamp('RECEIVED JUN 12 2026', 'color:#b3202c;opacity:.8;right:5%;bottom:3%'),
  }),
  stampAcross: () => ({
    overlays: `<div style="${cover}display:grid;place-items:center"><span style="font:bold 26cqw sans-serif;color:#888;opacity:.2;transform:rotate(-42deg)">COPY</span></div>`,
  }),
  stampOnField: (_, { x, y }) => ({
    overlays: stamp('RECEIVED', `color:#3355bb;opacity:.28;left:${100 * x - 4}%;top:${100 * y - 1.5}%`),
  }),
  coloredPaper: (draw) => ({
    overlays: `<div style="${cover}mix-blend-mode:multiply;background:${draw.pick(['#f6e58a', '#f3b9c6', '#bfe3c0', '#b5d3ee'])}"></div>`,
  }),
  phone: (draw) => ({
    room: { width: 1.16, height: 1.12 },
    table: wood,
    sheet: `transform:perspective(300vw) rotateX(${7 + 4 * draw.random()}deg) rotateY(${-5 + 10 * draw.random()}deg) rotate(${-2 + 4 * draw.random()}deg);box-shadow:0 0 40px #0008;`,
    light: `background:linear-gradient(${Math.round(360 * draw.random())}deg,#0000 30%,#0005)`,
    quality: 80,
  }),
  woodenTable: (draw) => ({
    room: { width: 1.25, height: 1.2 },
    table: wood,
    sheet: `${turned(-3 + 6 * draw.random())}box-shadow:4px 6px 26px #0009;`,
    quality: 82,
  }),
  grayTable: (draw) => ({
    room: { width: 1.2, height: 1.15 },
    table: grayTable,
    sheet: `${turned(-2 + 4 * draw.random())}`,
    quality: 82,
  }),
  shadow: (draw) => ({
    light: `background:linear-gradient(${70 + 40 * draw.random()}deg,#0009 0 ${25 + 20 * draw.random()}%,#0000 ${55 + 10 * draw.random()}%)`,
    quality: 82,
  }),
  upsideDown: () => ({ sheet: turned(180) }),
  sideways: (draw) => ({ sheet: turned(draw.pick([90, 270])) }),
  scannerRim: () => ({
    room: { width: 1.06, height: 1.09 },
    table: 'linear-gradient(90deg,#b9bbbd,#8f9194)',
    sheet: 'left:0;top:0;box-shadow:3px 3px 12px #0006;',
  }),
  fax: () => ({ file: 'tiff' }),
  jpeg40: () => ({ quality: 40 }),
  holes: () => ({
    overlays:
      [9, 49.5, 90]
        .map(
          (top) =>
            `<div style="position:absolute;left:2.4%;top:${top}%;width:3cqw;height:3cqw;border-radius:50%;background:#3b3b3b"></div>`,
        )
        .join('') +
      '<div style="position:absolute;left:4%;top:3%;width:5cqw;height:.5cqw;background:#777;transform:rotate(-38deg);box-shadow:0 2px 2px #0007"></div>',
  }),
  folded: () => ({
    overlays: [33, 66]
      .map(
        (top) =>
          `<div style="position:absolute;left:0;right:0;top:${top}%;height:2.2cqw;background:linear-gradient(#0000,#0003 48%,#fff8 52%,#0000)"></div>`,
      )
      .join(''),
    quality: 80,
  }),
  dim: () => ({ light: 'background:#241600;opacity:.5', quality: 80 }),
} as const satisfies Readonly<Record<string, Handling>>;

/** Pages of which a key field cannot be read by anybody. */
export const ruins = {
  keyBlurred: (_, key) => ({
    overlays: `<div style="${at(key, 0.25)}backdrop-filter:blur(${100 * key.height * 0.75}cqh)"></div>`,
  }),
  allBlurred: (_, key) => ({ sheet: `filter:blur(${100 * key.height * 0.45}vh);`, quality: 80 }),
  glareOnKey: (_, key) => ({
    overlays: `<div style="${cover}background:#000;opacity:.22"></div><div style="${at(key, 0.9)}margin:-4cqw 0;padding:4cqw 0;box-sizing:content-box;background:radial-gradient(closest-side,#fff 62%,#fff0)"></div>`,
    quality: 85,
  }),
  keyCutOff: (_, { x, width }) => {
    const middle = x + width / 2;
    return middle > 0.5
      ? { room: { width: middle, height: 1 }, sheet: 'left:0;top:0;' }
      : { room: { width: 1 - middle, height: 1 }, sheet: `left:auto;right:0;top:0;` };
  },
  farTooSmall: (_, { height }) => ({ shrink: 5 / height, quality: 80 }),
  extremelyFaint: () => ({
    sheet: 'background:#fff;',
    overlays: `<div style="${cover}background:#fff;opacity:.965"></div>`,
    quality: 75,
  }),
  fingerOnKey: (_, key) => ({
    overlays: `<div style="${at(key, 0.4)}height:${100 * key.height * 1.8 + 3}%;border-radius:45%;background:radial-gradient(#d9a58a,#b67d62)"></div>`,
    quality: 85,
  }),
} as const satisfies Readonly<Record<string, Handling>>;

export type HandlingName = keyof typeof handlings;
export type RuinName = keyof typeof ruins;
/** What is only printed and scanned. */
export const scanned: Scene = { quality: 88 };
