import { findLabeled, toField, type FieldWithWords, type FoundValue } from './labeled-fields.ts';
import { findTight, type FormRules } from './page-labels.ts';
import { middle, toRuns, type PageWord, type TextRun } from './page-text.ts';
import { findStates, fitsState, isStateNumber } from './state-licenses.ts';
import {
  isCompany,
  readCityStateZip,
  readDay,
  readDayOfCentury,
  readName,
  readStreet,
} from './value-forms.ts';

/** A number of one word, or behind the few capitals or in the groups of digits that some states write; null for phone numbers. */
function readNumber(text: string): string | null {
  // A zero with a stroke is read as a sign that no number has.
  const plain = text.replace(/^[#:\s]+/, '').replace(/^[©®](?=\d)/, '0');
  const words = plain.split(/\s+/);
  const [first = '', second = ''] = words;
  if (/[A-Z]/.test(first) && isStateNumber(first)) return first;
  const groups = words.findIndex((word) => !/^\d{2,4}$/.test(word));
  const taken =
    /^[A-Z]{1,4}\.?$/.test(first) && /^\d/.test(second)
      ? `${first} ${second}`
      : groups === 0
        ? first
        : words.slice(0, groups === -1 ? 4 : groups).join(' ');
  // A number in letters and figures, of which some may be misread.
  if (/^[A-Z][A-Z\d*&]{7,14}$/.test(first) && /\d.*\d|^(?=.*\d).{12}$/.test(first)) return first;
  const isNumber = /^(?:[A-Z]{1,5}[-. ]?)?\d[\dA-Z. -]{2,18}$/i.test(taken) && readDay(taken) === null;
  const isPhone = /^\d{3}[-. ]\d{3}[-. ]\d{4}$/.test(taken);
  return isNumber && !isPhone && taken.replaceAll(/\D/g, '').length >= 4 ? taken : null;
}

const form = {
  rules: [
    {
      field: 'licenseNumber',
      label:
        /(?:licen[sc]e|lic\.?|reg(?:istration|\.)|certificate|ROC|CCB|credential|permit)[\s'’.,]*(?:numbers?|num\.?|nbr\.?|no\.?(?![a-z])|#|id\b)|^(?:licen[sc]e|registration)(?=\s*:)|^licen[sc]e\s+[iH4]$/,
      read: readNumber,
    },
    {
      field: 'licenseTradeType',
      label:
        /classifications?(?:\(s\))?(?:\s+codes?)?|\bclass(?=\s*(?::|$))|(?:licen[sc]e|trade|business)\s+(?:type|class|category)|type\s+of\s+licen[sc]e|\btrade\b(?!\s+licen[sc]e)|^specialty\b|^(?:type|industry)(?=\s*(?::|$))/,
      read: readName,
      isOpen: true,
    },
    {
      field: 'licenseeName',
      label:
        /licensee(?:\s+name)?|name\s+of\s+(?:licensee|business|contractor|registrant)|(?:business|company|contractor|legal|entity|firm|registrant)\s+name|issued\s+to|\bcontractor(?=\s*:)|^(?:registrant|(?:licen[sc]ed|registered)\s+to)|^(?:affiliated\s+business|doing\s+business\s+as|d\/?b\/?a)|^(?:name|company|business|firm|trade\s+name)\b/,
      read: readName,
      isOpen: true,
    },
    {
      field: 'qualifiedParty',
      label:
        /qualif(?:ying|ied)\s+(?:party|individual|person|agent)|\bqualifier(?:\s+name)?|responsible\s+(?:managing\s+(?:officer|employee|individual)|person|party)|\bRM[OEI]\b/,
      read: readName,
      isOpen: true,
    },
    {
      field: 'effectiveDate',
      label:
        /(?:original(?:ly)?\s+)?issued?\s+(?:date|on)|date\s+(?:of\s+issue|issued)|effective(?:\s+date)?|\bissued\b(?!\s+(?:to|by))|\bvalid\s+from/,
      read: readDay,
    },
    {
      field: 'expiryDate',
      label:
        /ex[pn]ir(?:es|ation|y)(?:\s+(?:date|on))?|exp\.?\s+date|date\s+of\s+expir(?:ation|y)|(?:valid|good|renewed)\s+(?:until|through|thru|to)|renew(?:al)?\s+(?:by|date)/,
      read: readDayOfCentury,
    },
    {
      field: 'licenseeAddress',
      label: /(?:(?:business|mailing|principal|street|premises|main)\s+)?address(?:\s+of\s+record)?/,
      read: (text: string) => (/\d/.test(text) ? readName(text) : null),
      isOpen: true,
    },
  ],
  // The days and numbers of something else.
  others:
    /\b(?:UBI|EIN|FEIN|account|invoice|receipt|document|control|print(?:ed)?)\s*(?:no\.?|number|#|date)|\bUBI\b|^(?:phone|telephone|fax|e-?mail|status|county|entity(?:\s+type)?|endorsements?|fees?|amount)\b/,
  asides:
    /^(?:bond|surety|(?:workers|commercial|general)\b.*\b(?:insurance|coverage|liability)|insurance|recovery|receipt|PO Box|P\.O\.|this\s)/i,
  isFree: true,
} as const satisfies FormRules<string>;
export type ReadableField = (typeof form.rules)[number]['field'] | 'state';

/** Reads a license by its labels; sure is what its form or its place says as well. */
export function readLicenseFields(words: readonly PageWord[]): FieldWithWords<ReadableField>[] {
  const runs = toRuns(words);
  const { labels, find } = findLabeled(runs, form);
  const states = [...new Set(runs.flatMap(({ text }) => findStates(text)))];
  const state = states.length === 1 ? (states[0] ?? null) : null;
  const named = find('licenseeName');
  const holders = findHolders(runs.filter((run) => !labels.some((label) => label.run === run)));
  const effective = find('effectiveDate').flatMap(({ value }) => value ?? []);
  const fits = (number: string) => fitsState(number, state);
  /** A company elsewhere on the page may be the licensee as well. */
  const isOnlyOne = (name: string) => holders.every(({ value }) => value === name || !isCompany(value ?? ''));
  const numbers = toField('licenseNumber', find('licenseNumber'), fits);
  const days = runs.flatMap(({ text }) => readDay(text) ?? []);
  return [
    ...numbers,
    // A code with its words; a person with two names.
    ...toField(
      'licenseTradeType',
      find('licenseTradeType'),
      (trade) => /\d/.test(trade) && /\s[A-Za-z]{3}/.test(trade),
    ),
    ...(named.some(({ value }) => value !== null)
      ? toField('licenseeName', named, isOnlyOne)
      : toField('licenseeName', holders, () => false)),
    ...toField('qualifiedParty', find('qualifiedParty'), (name) => name.includes(' ')),
    ...toField('effectiveDate', find('effectiveDate'), (day) => days.every((other) => other >= day)),
    ...toField(
      'expiryDate',
      find('expiryDate'),
      // Of a year of two figures a person decides.
      (day, own) =>
        effective.every((start) => start < day) && own.some(({ text }) => text.includes(day.slice(0, 4))),
    ),
    ...toField(
      'licenseeAddress',
      find('licenseeAddress'),
      (text) => readStreet(text) !== null && !/,\s*[A-Z]\w*(?:\s[A-Z]\w*)?$/.test(text),
    ),
    ...toField(
      'state',
      findStateWords(runs),
      (value) => value === state && numbers.some(({ value: number }) => fits(number)),
    ),
  ];
}

const findStateWords = (runs: readonly TextRun[]): FoundValue[] =>
  runs.flatMap(({ text, words }) => [...new Set(findStates(text))].map((value) => ({ value, words })));

/** Whom a license without labels names: a company, or who stands over an address. */
function findHolders(runs: readonly TextRun[]): FoundValue[] {
  const companies = runs.flatMap((run) => {
    const above = findTight(run, runs, 'above');
    // A name goes on in a second row where that is its last word, or the first one has no end.
    const isSecond = above !== null && (/^\S+$/.test(run.text) || /(?:&|,|\band)$/i.test(above.text));
    const words = [...(isSecond ? above.words : []), ...run.words];
    const text = words.map((word) => word.text).join(' ');
    return isCompany(text) ? [{ ...run, words, text }] : [];
  });
  const overAddress = runs.filter((run) => {
    const street = findNext(run, runs);
    return (
      readName(run.text) !== null &&
      street !== null &&
      readStreet(street.text) !== null &&
      isAddress(street, runs)
    );
  });
  return (companies.length > 0 ? companies : overAddress).map(({ text, words }) => ({
    value: readName(text),
    words,
  }));
}

const isAddress = (street: TextRun, runs: readonly TextRun[]): boolean => {
  const city = findNext(street, runs);
  return city !== null && readCityStateZip(city.text) !== null;
};

/** The run below, aligned or centered. */
function findNext({ box }: TextRun, runs: readonly TextRun[]): TextRun | null {
  const below = runs.filter((other) => {
    const gap = middle(other.box) - middle(box);
    const shift = Math.min(
      Math.abs(other.box.x - box.x),
      Math.abs(other.box.x + other.box.width / 2 - box.x - box.width / 2),
    );
    return gap > 0.5 * box.height && gap < 3 * box.height && shift < 2 * box.height;
  });
  return below.toSorted((one, other) => one.box.y - other.box.y)[0] ?? null;
}
