import { isoDay, readDate } from '../base/dates.ts';

// What the value of a field looks like. Each reads the beginning of a text, or null where it has another form.

/** A day, as 2027-03-31; null where it is ambiguous. */
export function readDay(text: string): string | null {
  const words = text.split(/\s+/);
  for (let count = Math.min(words.length, 4); count > 0; count -= 1) {
    const day = readDate(
      words
        .slice(0, count)
        .join(' ')
        .replace(/[.,;]{1,3}$/, ''),
    )?.day;
    if (day !== undefined) return isoDay(day);
  }
  return null;
}

/** A day of an insurance policy or a license that ends: a year of two figures is of this century. */
export const readDayOfCentury = (text: string): string | null =>
  readDay(text.replace(/^(\d{1,2}([/-])\d{1,2}\2)(\d{2})(?=$|[\s,.;])/, '$120$3'));

/** The words of sentences and headings; a name has none of the first, and at most one of the others. */
const prose =
  /\b(?:hereby|herein|hereof|pursuant|thereof|duly|shall|provisions|unless|whose|below is|must be)\b/i;
const sentenceWords =
  /\b(?:is|are|was|be|been|has|have|must|may|this|that|these|which|your|you|below|above|only|if)\b/gi;
const headingWords =
  /^(?:licen[sc]e|licensee|licensed|licensing|information|names?|numbers?|no|details|signature|certificate|registration|registered|board|type|status|class|address|date|expires|expiration|issued|and|or|of|in|for|to|the)\.?(?:\s|$)/i;

export const isProse = (text: string): boolean =>
  prose.test(text) || (text.match(sentenceWords)?.length ?? 0) > 1;

/** A name or another text that a person or a company chose: no sentence, no heading. */
export function readName(text: string): string | null {
  const name = text.replace(/^d\.?\/?b\.?\/?a\.?:?\s+/i, '').replace(/[\s,;:|_]{1,9}$/, '');
  const isName =
    /[A-Za-z]{2}/.test(name) && /^[A-Z\d“"']/.test(name) && !headingWords.test(name) && !isProse(name);
  return isName && name.length <= 120 ? name : null;
}

const suffix = String.raw`(?:P?L\.?L\.?C|INC|INCORPORATED|CORP|CORPORATION|CO|COMPANY|LTD|LIMITED|L\.?L?\.?P|P\.?[CA])`;
const endsAsCompany = new RegExp(String.raw`\S[\s,]${suffix}\.?$`, 'i');
const companyBeforeAddress = new RegExp(
  String.raw`^(.*?[\s,]${suffix}\.?),?\s+(?:P\.?O\.?\s+Box|\d+)\s.*$`,
  'i',
);

/** The kinds of companies, which forms list. */
const kindOfCompany =
  /^(?:(?:limited|liability|general|professional|domestic|foreign|[cs]|single-member)\s+)*(?:company|corporation|partnership|llc)$/i;

export const isCompany = (text: string): boolean =>
  endsAsCompany.test(text) && !kindOfCompany.test(text) && readName(text) !== null;

/** A name, without an address that goes on in its row. An address alone is what is left where the name was not read. */
export const readParty = (text: string): string | null =>
  isAddressLine(text) && !isCompany(text) ? null : readName(text.replace(companyBeforeAddress, '$1'));

export const readStreet = (text: string): string | null =>
  /^(?:\d+[A-Z]?(?:-\d+)?\s|P\.?\s?O\.?\s+Box\s|One\s|[NSEW]\d)/i.test(text) && !isProse(text)
    ? readName(text)
    : null;

export function readCityStateZip(text: string): string | null {
  return /^[A-Za-z][A-Za-z .'’-]{1,60},?\s{1,3}[A-Za-z]{2,20}\.?,?\s{1,3}\d{5}(?:-\d{4})?$/.test(text)
    ? text
    : null;
}

export const isAddressLine = (text: string): boolean =>
  readStreet(text) !== null || readCityStateZip(text) !== null;

/** Whole dollars, as $1,000,000; null where a comma is misplaced. */
export function readDollars(text: string): string | null {
  const [, amount] = /^(?:USD)?\s*(?:\$\s*)?(\d{1,3}(?:,\d{3})+|\d{4,9})(?:\.00)?(?!\S)/.exec(text) ?? [];
  return amount === undefined ? null : `$${Number(amount.replaceAll(',', '')).toLocaleString('en-US')}`;
}
