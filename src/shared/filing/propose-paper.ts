import { foldLetters, foldText } from '../base/fold-text.ts';
import { toPageKind, type PageField, type PageKind } from '../ocr/page-kind.ts';
import type { PageReading } from './page-reading.ts';
import { splitPapers } from './split-papers.ts';

export interface ReadValue {
  value: string;
  sure: boolean;
}

/** What the pages of one paper say. */
export type ReadPaper = ReturnType<typeof readPaper>;

const nameFields: Readonly<Record<PageKind, readonly PageField[]>> = {
  w9: ['nameOfEntityIndividual', 'businessName'],
  certificate: ['insured'],
  license: ['licenseeName'],
};

/** Puts together what the pages of one paper say: its first page of a known kind, and its headings where there is none. */
export function readPaper(pages: readonly PageReading[]) {
  const main = pages.find((page) => page.kind !== null) ?? null;
  const find = (field: PageField): ReadValue | null =>
    main?.fields.find((one) => one.field === field && one.value !== '') ?? null;
  const kind = main?.kind ?? null;
  return {
    kind,
    names: kind === null ? [] : nameFields[kind].flatMap((field) => find(field) ?? []),
    employerId: find('employerIdentificationNumber'),
    licenseNumber: find('licenseNumber'),
    /** The city, state and ZIP code of the address. */
    place: find('addressCityStateZip')?.value ?? null,
    signedOn: find('dateSigned'),
    validUntil: find('expiryDate'),
    hasGeneralLiability: find('generalAggregate') !== null,
    headings: pages.flatMap(({ headings }) => headings).slice(0, 8),
    mentions: pages.flatMap(({ mentions }) => mentions).slice(0, 24),
    /** Whether another paper may begin within. */
    isUnsure: splitPapers(pages).some(({ start, isUnsure }) => start > 0 || isUnsure),
    /** Why nothing was read, in a sentence. */
    problem: pages.every(({ problem }) => problem !== null) ? (pages[0]?.problem ?? null) : null,
  };
}

const kindNames: Readonly<Record<PageKind, string>> = {
  w9: 'W-9',
  certificate: 'Certificate of insurance',
  license: 'State license',
};

/** Types with these words alone name the form itself; any other word narrows it to what the reader does not tell apart. */
const generalWords: Readonly<Record<PageKind, RegExp>> = {
  w9: /^.*$/,
  certificate: /^(?:certificate|of|liability|insurance|acord|25|coi|proof|\s)+$/,
  license: /^(?:state|contractor|contractors|trade|professional|licen[cs]e|copy|of|card|\s)+$/,
};
const generalLiability = /^(?:commercial|general|liability|insurance|certificate|of|gl|cgl|\s)+$/;

const isGeneral = (type: string, { kind, hasGeneralLiability }: ReadPaper): boolean => {
  const words = foldText(type).replaceAll(/[^a-z\d]+/g, ' ');
  if (kind === null) return false;
  return generalWords[kind].test(words) || (hasGeneralLiability && generalLiability.test(words));
};

/** The document type of a paper, by the types that requirements name; unsure where a person should look. */
export function proposeKind(paper: ReadPaper, types: readonly string[]): ReadValue | null {
  const { kind } = paper;
  if (kind !== null) {
    const fitting = types.filter((type) => toPageKind(type) === kind);
    const value = fitting.find((type) => isGeneral(type, paper)) ?? fitting[0] ?? kindNames[kind];
    return { value, sure: fitting.length === 0 || (fitting.length === 1 && isGeneral(value, paper)) };
  }
  const said = paper.headings.map(foldLetters);
  const others = types.filter((type) => toPageKind(type) === null && foldLetters(type) !== '');
  const equal = others.filter((type) => said.includes(foldLetters(type)));
  if (equal[0] !== undefined) return { value: equal[0], sure: equal.length === 1 };
  const part = others.find((type) => said.some((heading) => heading.includes(foldLetters(type))));
  if (part !== undefined) return { value: part, sure: false };
  return said.some((heading) => heading.endsWith('agreement')) ? { value: 'Agreement', sure: false } : null;
}

/** The date that distinguishes a document of a type from an older one, which filing requires; null for none. */
export function wantedDay(kind: string): 'signedOn' | 'validUntil' | null {
  const page = toPageKind(kind);
  if (page === null) return null;
  return page === 'w9' ? 'signedOn' : 'validUntil';
}
