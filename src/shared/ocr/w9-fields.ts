import {
  findPhrases,
  readDay,
  readLabeledFields,
  readName,
  toField,
  type FieldOnPage,
  type FormRules,
} from './labeled-fields.ts';
import { toRuns, type PageWord } from './page-text.ts';

function readEmployerId(text: string): string | null {
  const words = text.replaceAll(/[‐‑–]/g, '-').split(/\s+/);
  const end = words.findIndex((word) => !/^[^(]*\d|^[-OoIl|]$/.test(word));
  const digits = words
    .slice(0, end === -1 ? words.length : end)
    .join(' ')
    .replace(/[,;.]$/, '');
  // Three, two and four are a social security number.
  if (/^\d{3}[\s-]+\d{2}[\s-]+\d{4}$/.test(digits)) return null;
  const [, prefix, rest] = /^(\d{2})-?(\d{7})$/.exec(digits.replaceAll(/\s/g, '')) ?? [];
  return prefix === undefined || rest === undefined ? null : `${prefix}-${rest}`;
}

function readSocialSecurityNumber(text: string): 'given' | null {
  const [digits = ''] = /^[\d\s‐‑–-]*/.exec(text) ?? [];
  const grouped = digits.trim().replaceAll(/(?<=\b\d)\s+(?=\d\b)/g, '');
  return /^\d{3}[\s‐‑–-]+\d{2}[\s‐‑–-]+\d{4}$|^\d{9}$/.test(grouped) ? 'given' : null;
}

const readStreet = (text: string): string | null => (/\d/.test(text) ? readName(text) : null);

function readCityStateZip(text: string): string | null {
  return /^[A-Za-z][A-Za-z .'’-]{1,60},?\s{1,3}[A-Za-z]{2,20}\.?,?\s{1,3}\d{5}(?:-\d{4})?$/.test(text)
    ? text
    : null;
}

/** The fields of form W-9, by the service's names where it has them. */
const form = {
  rules: [
    {
      field: 'nameOfEntityIndividual',
      label:
        /(?:\d\s+)?name\s+of\s+(?:the\s+)?entity\s*(?:\/|or)\s*individual|^(?:\d\s+)?name(?=\s*(?::|\(as\s+shown|$))/,
      read: readName,
    },
    {
      field: 'businessName',
      label: /(?:\d\s+)?business\s+name(?:\s*\/\s*disregarded\s+entity(?:\s+name)?)?/,
      read: readName,
    },
    { field: 'addressStreet', label: /^(?:\d\s+)?(?:street\s+)?address/, read: readStreet },
    {
      field: 'addressCityStateZip',
      label:
        /(?:\d\s+)?city\s*,\s*(?:town\s*(?:,\s*)?(?:or\s+)?)?state\s*(?:,\s*)?(?:(?:and|&)\s*)?zip(?:\s+code)?/,
      read: readCityStateZip,
    },
    {
      field: 'employerIdentificationNumber',
      label: /employer\s+identification\s+(?:number|no\.?)(?:\s*\(EIN\))?|\bF?EIN\b/,
      read: readEmployerId,
      layout: 'boxes',
    },
    { field: 'dateSigned', label: /\bdate(?:\s+signed)?\b/, read: readDay },
  ],
  others:
    /requester.?s\s+name(?:\s+and\s+address)?|list\s+account\s+number|exempt\s+payee|exemption|social\s+security\s+number|\bSSN\b|signature|\bphone\b|\btelephone\b|^part\s+I/,
  notes:
    /an\s+entry\s+is\s+required|name\s+is\s+required|\(as\s+shown\s+on|if\s+different\s+from(?:\s+above)?|\(number,|see\s+instructions|on\s+line\s+\d|\(optional\)|check\s+(?:only|the\s+appropriate)/,
} as const satisfies FormRules<string>;
export type W9Field = (typeof form.rules)[number]['field'] | 'federalTaxClassification';

const socialSecurity: FormRules<'socialSecurityNumber'> = {
  rules: [
    {
      field: 'socialSecurityNumber',
      label: /social\s+security\s+(?:number|no\.?)(?:\s*\(SSN\))?|\bSSN\b/,
      read: readSocialSecurityNumber,
      layout: 'boxes',
    },
  ],
  others: /employer\s+identification\s+(?:number|no\.?)/,
};

export const hasSocialSecurityNumber = (words: readonly PageWord[]): boolean =>
  readLabeledFields(toRuns(words), socialSecurity).length > 0;

const taxClasses = [
  ['Individual/sole proprietor', /^individual/i],
  ['C corporation', /^C\s/i],
  ['S corporation', /^S\s/i],
  ['Partnership', /^partnership/i],
  ['Trust/estate', /^trust/i],
  ['LLC', /^(?:LLC|limited)/i],
] as const;

/** A box is beyond words: only one read as a mark counts. */
const checkedClass =
  /(?<!\S)(?:[x✓✔✗✘☑☒]|\[x\]|\(x\))\s+(individual(?:\s*\/\s*sole\s+proprietor)?|[CS]\s+corporation|partnership|trust(?:\s*\/\s*estate)?|LLC|limited\s+liability\s+company)(?![a-z])/;

export function readW9Fields(words: readonly PageWord[]): FieldOnPage<W9Field>[] {
  const runs = toRuns(words);
  const classes = findPhrases(
    runs,
    checkedClass,
    ([, printed = '']) => taxClasses.find(([, pattern]) => pattern.test(printed))?.[0] ?? null,
  );
  return [...readLabeledFields(runs, form), ...toField('federalTaxClassification', classes)];
}
