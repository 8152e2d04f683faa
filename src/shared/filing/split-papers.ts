import { blankPage, type PageReading } from './page-reading.ts';

/** Pages of a file that belong together, by their places from 0 on; `end` is excluded. */
export interface PaperPages {
  start: number;
  end: number;
  /** Whether one of its pages could also begin another paper. */
  isUnsure: boolean;
}

/**
 * Splits the pages of a file into papers: one begins where a first page of a form is, or a form of another kind. What says nothing
 * of its own belongs to the paper before; a page that could be either stays with it and makes it unsure.
 */
export function splitPapers(pages: readonly PageReading[]): PaperPages[] {
  const papers: PaperPages[] = [];
  let kind: PageReading['kind'] = null;
  for (const [index, page] of pages.entries()) {
    const last = papers.at(-1);
    // Many pages say license somewhere; the other kinds have headings of their own.
    const isOther = page.kind !== null && page.kind !== 'license' && page.kind !== kind;
    if (last === undefined || page.opens === 'yes' || (page.opens === 'maybe' && isOther)) {
      papers.push({ start: index, end: index + 1, isUnsure: false });
      ({ kind } = page);
    } else {
      last.end = index + 1;
      // The back of a scanned page is blank; one that could not be read may begin another paper.
      last.isUnsure ||= page.opens === 'maybe' || (page.problem !== null && page.problem !== blankPage);
    }
  }
  return papers;
}
