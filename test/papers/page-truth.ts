import type { PageField } from '#shared/ocr/page-kind.ts';

/** What a page shows: for each of its fields the spellings that are right. A field without an entry is not on the page. */
export type PageTruth = Readonly<Partial<Record<PageField, readonly string[]>>>;

export interface FieldRead {
  field: string;
  value: string;
  sure: boolean;
}

export interface Comparison {
  right: FieldRead[];
  wrong: FieldRead[];
  /** Fields of the page of which nothing was read. */
  missing: string[];
}

/** Lists whose order and repetition say nothing. */
const lists = new Set(['insurers', 'policyNumbers']);

/** Compares what was read of a page with all that it shows. */
export function compareWithTruth(fields: readonly FieldRead[], truth: PageTruth): Comparison {
  const known = new Map<string, readonly string[]>(Object.entries(truth));
  const isRight = ({ field, value }: FieldRead) =>
    known.get(field)?.some((right) => fold(field, right) === fold(field, value)) === true;
  return {
    right: fields.filter(isRight),
    wrong: fields.filter((one) => !isRight(one)),
    missing: [...known.keys()].filter((name) => !fields.some(({ field }) => field === name)),
  };
}

/** Case, trailing punctuation and the shape of quotes and dashes do not count. */
function fold(field: string, text: string): string {
  const plain = text
    .toLowerCase()
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[‐‑–—]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.,;:]+$/, '')
    .trim();
  return lists.has(field) ? [...new Set(plain.split(/\s*,\s*/))].toSorted().join(', ') : plain;
}
