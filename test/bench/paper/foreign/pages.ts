import type { PageKind } from '#shared/ocr/page-kind.ts';
import type { PageTruth } from '#test/papers/page-truth.ts';
import { acordTables, layAcord } from './acord-page.ts';
import { boards } from './boards.ts';
import {
  handlings,
  ruins,
  scanned,
  type HandlingName,
  type RuinName,
  type Place,
  type Scene,
} from './desk.ts';
import { openDraw } from './draw.ts';
import { writePdf, type Writing } from './hand-written-pdf.ts';
import { scanWithHiddenText, inks, writeWithoutUnicode, type Ink } from './hostile-pdf.ts';
import { drawLicense, licenseLayouts, layLicense, toTruth } from './license-page.ts';
import { kitLayouts, writeWithKit } from './pdfkit-page.ts';
import type { Sheet } from './sheet.ts';
import { findPlace, type Studio } from './studio.ts';
import { fillings, fillOfficialW9, officialYears, type Filling } from './w9-forms.ts';
import { drawW9, layW9, noteFor, w9Revisions, w9Truth, type Pen } from './w9-page.ts';

/** What became of a page: nothing, something that a person reads through, or something that nobody does. */
export type PageState = 'clean' | 'handled' | 'ruined' | 'hostile' | 'handwritten' | 'blank';

/** A page as it arrives, made when it is its turn, and what is on it. */
export interface ForeignPage {
  name: string;
  kind: PageKind;
  /** What made or handled it, for the figures of each. */
  group: string;
  state: PageState;
  /** A form whose entries were filled in. */
  isFilledForm: boolean;
  truth: PageTruth;
  note?: Sheet['note'];
  make: (studio: Studio) => Promise<Buffer>;
}

type Lay = (seed: number) => Sheet;

/** Each board's license in each of several layouts, forms and certificates, made and handled in many ways. */
export function planPages(firstSeed: number): ForeignPage[] {
  let seed = firstSeed;
  const plan: ForeignPage[] = [];
  const add = (make: (seed: number) => ForeignPage) => {
    plan.push(make(seed));
    seed += 1;
  };
  const license = (index: number, shift: number): Lay => {
    const board = boards[index % boards.length]?.id ?? '';
    const layout = licenseLayouts[(index + shift) % licenseLayouts.length] ?? '';
    return (own) => layLicense(board, layout, own);
  };
  const w9 = (index: number, pen: Pen, isBlank = false): Lay => {
    const year = w9Revisions[index % w9Revisions.length] ?? '';
    return (own) => layW9(year, pen, own, isBlank);
  };
  const acord = (index: number): Lay => {
    const table = acordTables[index % acordTables.length] ?? 'ruled';
    return (own) => layAcord(table, own);
  };
  const any = (index: number): Lay =>
    [license(index, 3 * index), acord(index), license(index + 5, index), w9(index, 'printed')][index % 4] ??
    acord(index);

  for (let index = 0; index < 33; index += 1)
    add((own) => asText(license(index, Math.floor(index / 11))(own)));
  for (let index = 0; index < 11; index += 1)
    add((own) => rewritten(license(index, 4)(own), writings[index % 4]));
  for (let index = 0; index < 14; index += 1)
    add((own) => asText(w9(index, index < 7 ? 'typed' : 'filled')(own)));
  for (let index = 0; index < 7; index += 1)
    add((own) => rewritten(w9(index, 'typed')(own), writings[index % 3]));
  for (let index = 0; index < 12; index += 1) add((own) => asText(acord(index)(own)));
  for (let index = 0; index < 9; index += 1) add((own) => rewritten(acord(index)(own), writings[index % 4]));
  for (const year of officialYears) {
    for (const filling of fillings) {
      add((own) => officialW9({ year, filling, seed: own }));
      add((own) => officialW9({ year, filling, seed: own }));
    }
    for (const dpi of [200, 300]) add((own) => officialW9({ year, filling: 'drawn', seed: own, dpi }));
    add((own) => officialW9({ year, filling: 'drawn', seed: own, isBlank: true }));
  }
  for (let index = 0; index < 22; index += 1)
    add((own) => scan(license(index, 2 + index)(own), index < 11 ? 200 : 300));
  for (let index = 0; index < 12; index += 1)
    add((own) => scan(w9(index, 'printed')(own), index % 2 === 0 ? 200 : 300));
  for (let index = 0; index < 14; index += 1)
    add((own) => scan(acord(index)(own), index % 2 === 0 ? 200 : 300));
  for (let index = 0; index < 6; index += 1) add((own) => scan(w9(index, 'hand')(own), 200));
  for (let index = 0; index < 3; index += 1) add((own) => scan(w9(2 * index, 'printed', true)(own), 200));
  for (let index = 0; index < 15; index += 1) add((own) => byKit(index, own));
  for (const [place, ink] of inks.entries()) {
    for (const share of [1, 0.65]) add((own) => hidden(license(place + 4, place)(own), ink, share));
  }
  for (let index = 0; index < 6; index += 1) add((own) => withoutUnicode(any(index)(own)));
  for (let index = 0; index < 6; index += 1)
    add((own) => beside(license(index, 2)(own), index % 2 === 0 ? 'white' : 'sideways'));
  for (const [place, handling] of handlingNames.entries()) {
    for (let index = 0; index < 5; index += 1) add((own) => handled(any(place + index)(own), handling, own));
  }
  for (const [place, ruin] of ruinNames.entries()) {
    for (let index = 0; index < 6; index += 1) add((own) => ruined(any(place + index)(own), ruin, own));
  }
  return plan;
}

const handlingNames = Object.keys(handlings) as HandlingName[];
const ruinNames = Object.keys(ruins) as RuinName[];

const writings: readonly Writing[] = [
  { font: 'Helvetica', order: 'shuffled', piece: 'run' },
  { font: 'Times-Roman', order: 'asPrinted', piece: 'word' },
  { font: 'Courier', order: 'byColumn', piece: 'word' },
  { font: 'Helvetica', order: 'asPrinted', piece: 'letter' },
];

type Made = Pick<ForeignPage, 'group' | 'state' | 'make'>;

const toPage = (sheet: Sheet, made: Made): ForeignPage => ({
  kind: sheet.kind,
  name: `${sheet.design}-${made.group}`,
  isFilledForm: false,
  truth: sheet.truth,
  note: sheet.note,
  ...made,
});

const asText = (sheet: Sheet): ForeignPage =>
  toPage(sheet, { group: 'printed_as_pdf', state: 'clean', make: (studio) => studio.printPdf(sheet) });

function rewritten(sheet: Sheet, writing: Writing | undefined): ForeignPage {
  if (writing === undefined) throw new Error('There is no such writing.');
  return toPage(sheet, {
    group: `pdf_by_${writing.piece}_${writing.order}`,
    state: 'clean',
    async make(studio) {
      // Hyphens and stars that a font draws otherwise between capitals have no Unicode in a PDF.
      const html = `<style>* { font-variant-ligatures: no-contextual }</style>${sheet.html}`;
      const { items } = await studio.drawPdf(await studio.printPdf({ ...sheet, html }), 36);
      return writePdf(
        items,
        { ...writing, width: sheet.width, height: sheet.height },
        openDraw(items.length),
      );
    },
  });
}

interface Official {
  year: string;
  filling: Filling;
  seed: number;
  dpi?: number;
  isBlank?: boolean;
}

function officialW9({ year, filling, seed, dpi, isBlank = false }: Official): ForeignPage {
  const facts = isBlank ? null : drawW9(openDraw(seed));
  const group = isBlank
    ? 'official_blank'
    : dpi === undefined
      ? `official_${filling}`
      : `official_scan_${dpi}`;
  return {
    kind: 'w9',
    name: `w9-official-${year}-${group}`,
    group,
    state: isBlank ? 'blank' : 'clean',
    isFilledForm: dpi === undefined && !isBlank && filling !== 'flattened',
    truth: facts === null ? {} : w9Truth(facts),
    note: facts === null ? 'blank' : noteFor(facts),
    async make(studio) {
      const pdf = await fillOfficialW9(year, filling, facts);
      return dpi === undefined ? pdf : studio.photograph(await studio.drawPdf(pdf, dpi), scanned);
    },
  };
}

function byKit(index: number, seed: number): ForeignPage {
  const board = boards[index % boards.length];
  const layout = kitLayouts[index % kitLayouts.length] ?? 'flowing';
  if (board === undefined) throw new Error('There is no such board.');
  const facts = drawLicense(board, openDraw(seed));
  return {
    kind: 'license',
    name: `${board.id}-${layout}-pdfkit`,
    group: `pdfkit_${layout}`,
    state: 'clean',
    isFilledForm: layout === 'form',
    truth: toTruth(
      facts,
      facts.rows.map(([, , shown]) => shown),
    ),
    make: () => writeWithKit(facts, layout, seed),
  };
}

/** What hidden text says, which nobody who reads the page would. */
const lies = [
  'LICENSE NUMBER: 9999999',
  'EXPIRATION DATE: 12/31/2099',
  'BUSINESS NAME: NOBODY AT ALL LLC',
] as const;

const hidden = (sheet: Sheet, ink: Ink, share: number): ForeignPage =>
  toPage(sheet, {
    group: `hidden_text_${ink}`,
    state: 'hostile',
    async make(studio) {
      const drawn = await studio.drawPdf(await studio.printPdf(sheet), 200);
      return scanWithHiddenText(await studio.photograph(drawn, scanned), { ...drawn, share }, lies, ink);
    },
  });

const withoutUnicode = (sheet: Sheet): ForeignPage =>
  toPage(sheet, {
    group: 'text_without_unicode',
    state: 'hostile',
    async make(studio) {
      // Hyphens and stars that a font draws otherwise between capitals have no Unicode in a PDF.
      const html = `<style>* { font-variant-ligatures: no-contextual }</style>${sheet.html}`;
      const { items } = await studio.drawPdf(await studio.printPdf({ ...sheet, html }), 36);
      return writeWithoutUnicode(items, 0.75 * sheet.width, 0.75 * sheet.height);
    },
  });

/** A page with text that is no part of it: in white, or along its side. */
function beside(sheet: Sheet, how: 'white' | 'sideways'): ForeignPage {
  const html =
    how === 'white'
      ? `<div style="position:absolute;left:60px;top:8px;color:#fff;font:12px sans-serif">${lies.join(' ')}</div>`
      : `<div style="position:absolute;left:10px;top:140px;writing-mode:vertical-rl;transform:rotate(180deg);font:12px sans-serif">Form LIC-17 (Rev. 03/2019) Print or type. Keep with your records. Post where it can be seen.</div>`;
  const together = { ...sheet, html: sheet.html + html };
  return toPage(sheet, {
    group: `${how}_text`,
    state: 'hostile',
    make: (studio) => studio.printPdf(together),
  });
}

function scan(sheet: Sheet, dpi: number): ForeignPage {
  const state = sheet.design.endsWith('hand')
    ? 'handwritten'
    : sheet.design.endsWith('blank')
      ? 'blank'
      : 'clean';
  return toPage(sheet, {
    group: state === 'clean' ? `scan_${dpi}` : state,
    state,
    make: async (studio) =>
      studio.photograph(await studio.drawPdf(await studio.printPdf(sheet), dpi), scanned),
  });
}

const handled = (sheet: Sheet, handling: HandlingName, seed: number): ForeignPage =>
  inScene(sheet, handling, 'handled', (key) => handlings[handling](openDraw(seed), key));

const ruined = (sheet: Sheet, ruin: RuinName, seed: number): ForeignPage =>
  inScene(sheet, ruin, 'ruined', (key) => ruins[ruin](openDraw(seed), key));

function inScene(sheet: Sheet, group: string, state: PageState, toScene: (key: Place) => Scene): ForeignPage {
  return toPage(sheet, {
    group,
    state,
    async make(studio) {
      const drawn = await studio.drawPdf(await studio.printPdf(sheet), 200);
      return studio.photograph(drawn, toScene(findPlace(drawn, sheet.key)));
    },
  });
}
