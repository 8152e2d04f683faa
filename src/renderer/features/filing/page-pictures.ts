import pLimit from 'p-limit';
import { openKeptPaper, type Paper } from '../paper/open-paper.ts';

export interface PagePicture {
  url: string;
  width: number;
  height: number;
  /** Whether it is what the page was read from, so that the places of its words fit. */
  isAsRead: boolean;
}

/** Enough to read by on the screen, in pixels of the longer side. */
const side = 1200;
const maxKept = 120;

const pictures = new Map<string, Promise<PagePicture | null>>();
/** One page is drawn at a time. */
const mutex = pLimit(1);
let opened: { address: string; paper: Paper } | null = null;

const toKey = (address: string, page: number) => `${address} ${page}`;

function keep(key: string, picture: Promise<PagePicture | null>): Promise<PagePicture | null> {
  pictures.set(key, picture);
  for (const [oldest, old] of pictures) {
    if (pictures.size <= maxKept) break;
    pictures.delete(oldest);
    void old.then((one) => one === null || URL.revokeObjectURL(one.url));
  }
  return picture;
}

async function toPicture(paper: Paper, drawn: ImageBitmap, isAsRead: boolean): Promise<PagePicture | null> {
  const { width, height } = drawn;
  const jpeg = await paper.encode(drawn, side, 0.8);
  return jpeg === null ? null : { url: URL.createObjectURL(jpeg), width, height, isAsRead };
}

async function openFile(address: string): Promise<Paper | null> {
  if (opened?.address === address) return opened.paper;
  opened?.paper.close();
  opened = null;
  const file = await openKeptPaper(address, new AbortController().signal);
  if (!file.ok) return null;
  opened = { address, paper: file.paper };
  return file.paper;
}

/** Keeps the picture that a page of an open file was read from. */
export const keepPagePicture = (address: string, page: number, paper: Paper, picture: ImageBitmap) =>
  keep(toKey(address, page), toPicture(paper, picture, true));

/** A page of a kept file, drawn once; null where it cannot be. */
export const getPagePicture = (address: string, page: number): Promise<PagePicture | null> =>
  pictures.get(toKey(address, page)) ??
  keep(
    toKey(address, page),
    mutex(async () => {
      const paper = await openFile(address);
      const drawn = (await paper?.read(page)) ?? null;
      return paper === null || drawn === null ? null : toPicture(paper, drawn.picture, false);
    }),
  );
