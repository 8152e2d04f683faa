import {
  findLabeled,
  isSure,
  readDay,
  readName,
  toField,
  type FieldOnPage,
  type FormRules,
  type FoundValue,
} from './labeled-fields.ts';
import { around, toRuns, type PageWord } from './page-text.ts';

/** The leading capitals and figures with at least four digits that are no day and no state with ZIP code. */
function readPolicyNumber(text: string): string | null {
  const [number = ''] = /^[A-Z\d.-]+(?:\s+[A-Z\d.-]+)*(?!\S)/.exec(text) ?? [];
  const isNumber = number.length <= 30 && number.replaceAll(/\D/g, '').length >= 4;
  const isZip = /^[A-Z]{2} \d{5}(?:-\d{4})?$/.test(number);
  // Recognizers add a space after a dash now and then.
  return isNumber && !isZip && readDay(text) === null ? number.replaceAll(/-\s+/g, '-') : null;
}

/** Whole dollars, as $1,000,000; null where a comma is misplaced. */
function readDollars(text: string): string | null {
  const [, amount] = /^(?:USD)?\s*(?:\$\s*)?(\d{1,3}(?:,\d{3})+|\d{4,9})(?:\.00)?(?!\S)/.exec(text) ?? [];
  return amount === undefined ? null : `$${Number(amount.replaceAll(',', '')).toLocaleString('en-US')}`;
}

function readPeriodEnd(text: string): string | null {
  const [from, to] = text.split(/(?<!\s)\s+(?:to|thru|through|until|[-–—])\s+/i);
  return from === undefined || to === undefined || readDay(from) === null ? null : readDay(to);
}

const form = {
  rules: [
    {
      field: 'insured',
      label: /^(?:named\s+)?insured(?=\s*(?::|$))|\bnamed\s+insured(?=\s*:)/,
      read: readName,
    },
    {
      field: 'insurers',
      label: /\binsurer\s*(?:[A-F]\s*)?:|\binsurance\s+(?:company|carrier)\s*:|\bcarrier\s*:/,
      // Without the insurer's NAIC number.
      read: (text) => readName(text.replace(/(?<!\s)\s+(?:NAIC\b[^]*|\d{5}$)/i, '')),
      layout: 'row',
    },
    {
      field: 'policyNumbers',
      // In narrow columns the second word is in a row of its own.
      label: /\bpolicy\s*(?:numbers?|no\.?|#)|^policy$/,
      read: readPolicyNumber,
      layout: 'column',
    },
    {
      field: 'effectiveDate',
      label: /(?<!\bthe\s)\b(?:policy\s*)?(?:effective(?:\s+date)?|eff\.?(?:\s+date)?(?![a-z]))/,
      read: readDay,
      layout: 'column',
    },
    {
      field: 'expiryDate',
      label:
        /(?<!\bthe\s)\b(?:(?:policy\s+)?(?:expir(?:es|ation|y)(?:\s+date)?|exp\.?\s+date)|policy\s*exp(?![a-z])\.?)/,
      read: readDay,
      layout: 'column',
    },
    { field: 'expiryDate', label: /\bpolicy\s+(?:period|term)/, read: readPeriodEnd, layout: 'column' },
    { field: 'eachOccurrence', label: /\beach\s+occurrence/, read: readDollars },
    { field: 'generalAggregate', label: /\bgeneral\s+aggregate/, read: readDollars },
    { field: 'certificateHolder', label: /^certificate\s+holder(?=\s*(?::|$))/, read: readName },
  ],
  others:
    /^(?:producer|issued\s+by)(?=\s*(?::|$))|^insurer\(s\)|^contact\b|^phone\b|^fax\b|^e-?mail\b|\bNAIC\b|^coverages\b|^certificate\s+number|^revision\s+number|^insr\b|^ltr\b|^(?:type\s+of\s+insurance|coverage)$|^add'?l\b|^insd\b|^subr\b|^wvd\b|^limits?$|^description\s+of\s+operations\s*(?:\/|$)|^cancellation$|^authorized\s+representative/,
  notes: /\(?mm\/dd\/y+\)?/,
} as const satisfies FormRules<string>;
export type CertificateField = (typeof form.rules)[number]['field'];

/** Reads a certificate of insurance, such as ACORD 25: when its first policy ends, and from when all are in force. */
export function readCertificateFields(words: readonly PageWord[]): FieldOnPage<CertificateField>[] {
  const runs = toRuns(words);
  const find = findLabeled(runs, form);
  const [numbers, effective, expiry] = [find('policyNumbers'), find('effectiveDate'), find('expiryDate')];
  const policies = Math.max(numbers.length, countRead(effective), countRead(expiry));
  // The limits of an umbrella policy have the same labels.
  const umbrella = runs.find(({ text }) => /^(?:umbrella|excess)\b/i.test(text))?.box;
  const findLimits = (field: CertificateField) =>
    find(field).filter(
      ({ words: own }) => umbrella === undefined || around(own).y < umbrella.y - umbrella.height / 2,
    );
  return [
    ...toField('insured', find('insured')),
    ...toList('insurers', find('insurers'), 0),
    ...toList('policyNumbers', numbers, policies).map((list) => ({
      ...list,
      sure: list.sure && !lacksDash(numbers),
    })),
    ...toDay('effectiveDate', effective, policies, -1),
    ...toDay('expiryDate', expiry, policies, 0),
    ...toField('eachOccurrence', findLimits('eachOccurrence')),
    ...toField('generalAggregate', findLimits('generalAggregate')),
    ...toField('certificateHolder', find('certificateHolder')),
  ];
}

/** @param expected the number of policies on the page */
function toList(field: CertificateField, found: readonly FoundValue[], expected: number) {
  const values = found.flatMap(({ value }) => value ?? []);
  if (values.length === 0) return [];
  return [{ field, value: [...new Set(values)].join(', '), ...whole(found, expected) }];
}

/** Where one number has a dash after its letters and another has none, a dash may have been lost. */
function lacksDash(numbers: readonly FoundValue[]): boolean {
  const isLike = (pattern: RegExp) => numbers.some(({ value }) => pattern.test(value ?? ''));
  return isLike(/^[A-Z]+-\d/) && isLike(/^[A-Z]+\d/);
}

/** The first or last of the days found; a missing day might be earlier or later. */
function toDay(field: CertificateField, found: readonly FoundValue[], expected: number, position: 0 | -1) {
  const value = found
    .flatMap(({ value: day }) => day ?? [])
    .toSorted()
    .at(position);
  return value === undefined ? [] : [{ field, value, ...whole(found, expected) }];
}

function whole(found: readonly FoundValue[], expected: number) {
  const words = found.flatMap((one) => one.words);
  const partial = countRead(found) < expected;
  const sure = !partial && isSure(words) && found.every(({ value }) => value !== null);
  return { sure, box: around(words), partial };
}

const countRead = (found: readonly FoundValue[]): number =>
  found.filter(({ value }) => value !== null).length;
