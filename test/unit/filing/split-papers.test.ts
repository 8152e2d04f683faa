import { describe, expect, it } from 'vitest';
import { blankPage, readPageForFiling, unreadPage } from '#shared/filing/page-reading.ts';
import { splitPapers } from '#shared/filing/split-papers.ts';
import type { PageWord } from '#shared/ocr/page-text.ts';
import { formPage, plainPage } from './pages.ts';

const w9 = formPage('w9', { nameOfEntityIndividual: 'Kestrel Roofing Co.' });
const certificate = formPage('certificate', { insured: 'Kestrel Roofing Co.' });
const license = formPage('license', { licenseNumber: '0994401' });
const maybe = { ...plainPage, opens: 'maybe' as const, headings: ['TERMS'] };

const split = (...pages: Parameters<typeof splitPapers>[0]) =>
  splitPapers(pages).map(({ start, end, isUnsure }) => `${start}-${end - 1}${isUnsure ? '?' : ''}`);

describe('a file of several papers', () => {
  it('is split where a first page or a form of another kind begins', () => {
    expect(split(w9, certificate, license)).toEqual(['0-0', '1-1', '2-2']);
    expect(split(w9, w9)).toEqual(['0-0', '1-1']);
    expect(split(w9, { ...certificate, fields: [], opens: 'maybe' })).toEqual(['0-0', '1-1']);
  });

  it('keeps pages that say nothing of their own with the paper before', () => {
    expect(split(w9, plainPage, plainPage, certificate, plainPage)).toEqual(['0-2', '3-4']);
    expect(split(w9, unreadPage(blankPage), license)).toEqual(['0-1', '2-2']);
    expect(split(plainPage, plainPage)).toEqual(['0-1']);
  });

  it('is unsure where a page could be either, or was not read', () => {
    expect(split(w9, maybe)).toEqual(['0-1?']);
    expect(split(certificate, { ...license, fields: [], opens: 'maybe' })).toEqual(['0-1?']);
    expect(split(w9, unreadPage('This page could not be read.'), license)).toEqual(['0-1?', '2-2']);
  });
});

/** Words in rows, in the height of print. */
function writePage(...rows: string[]): PageWord[] {
  return rows.flatMap((row, line) =>
    row.split(' ').map((text, index) => ({
      text,
      confidence: 1,
      box: { x: 20 + index * 60, y: 20 + line * 40, width: 54, height: 12 },
    })),
  );
}
const read = (...rows: string[]) =>
  readPageForFiling(writePage(...rows), { width: 1000, height: 1400 }, true);

describe('a page', () => {
  it('opens a paper by the heading and a value of its form', () => {
    const page = read(
      'Form W-9',
      'Request for Taxpayer',
      'Name: Kestrel Roofing Co.',
      'and more words to read',
    );
    expect(page).toMatchObject({ kind: 'w9', opens: 'yes' });
    expect(page.fields[0]).toMatchObject({ field: 'nameOfEntityIndividual', value: 'Kestrel Roofing Co.' });
    expect(page.fields[0]?.place.y).toBeCloseTo(100 / 1400);
  });

  it('opens one also where its instructions begin on it', () => {
    expect(
      read('Form W-9', 'Name: Kestrel Roofing Co.', 'General Instructions', 'Section references are').opens,
    ).toBe('yes');
    expect(read('Form W-9', 'General Instructions', 'Section references are to the Code').opens).toBe('no');
  });

  it('goes on with the one before by its number, its heading or its emptiness', () => {
    expect(read('Form W-9 (Rev. 3-2024) Page 2', 'By signing the filled-out form you certify').opens).toBe(
      'no',
    );
    expect(read('Page 2 of 3', 'KESTREL AGREEMENT AND TERMS OF WORK').opens).toBe('no');
    expect(read('ADDITIONAL REMARKS SCHEDULE', 'Named Insured: Kestrel Roofing Co.').opens).toBe('no');
    expect(read('back side').opens).toBe('no');
    expect(read('the crew shall wear hard hats', 'at all times on site').opens).toBe('no');
  });

  it('may open one by a heading alone, and does as page 1 of several', () => {
    const heading = 'SAFETY AGREEMENT';
    expect(read(heading, 'the crew shall wear hard hats at all times').opens).toBe('maybe');
    expect(read(heading, 'Page 1 of 4', 'the crew shall wear hard hats').opens).toBe('yes');
    expect(read(heading, 'Contractor: Lumen Sign & Light', 'the crew shall wear hard hats')).toMatchObject({
      headings: [heading],
      mentions: ['Lumen Sign & Light'],
    });
  });
});
