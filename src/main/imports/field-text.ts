import type { ImportField } from '#shared/imports/import-fields.ts';

/** What people write where they know nothing. For a date it may mean that a license does not expire. */
const placeholder =
  /^(?:n\.?\/?a\.?|tb[adc]|none|unknown|not (?:available|applicable|provided)|[-–—.?*/_]+|x{2,})$/i;
const saysNothing: Partial<Record<Kind, RegExp>> = {
  phone: /^[\s()+.-]*0[\s()+.0-]*$/,
  title: /^(?:mr|mrs|ms|miss|mx|dr|sir|madam)\.?$/i,
  number:
    /^(?:pending|new|exempt|applied(?: for)?|in (?:process|progress)|see (?:attached|file)|unlicensed|not? (?:license|number)|not required|requested|yes|no|x|on file|no license.*|none required|not (?:licensed|needed)|expired|active|will provide|waiting|same as above|0+)\.?$/i,
};

type Kind = 'person' | 'phone' | 'title' | 'number' | 'text' | 'date' | 'exact';

const kinds: Partial<Record<ImportField, Kind>> = {
  firstName: 'person',
  lastName: 'person',
  fullName: 'person',
  phoneNumber: 'phone',
  jobTitle: 'title',
  vendorId: 'number',
  inviteMessage: 'exact',
  tag: 'exact',
  id: 'number',
  companyId: 'number',
  company: 'exact',
  dateInvited: 'date',
  dateAccepted: 'date',
  dateRejected: 'date',
  lastComplianceRefresh: 'date',
  lastComplianceUpdate: 'date',
  checklistTasks: 'exact',
  licenseNumber: 'number',
  zipCode: 'number',
  effectiveDate: 'date',
  expiryDate: 'date',
  isMatch: 'exact',
};

export const isDateField = (field: ImportField): boolean => kinds[field] === 'date';

/** A cell as its field is read; empty for a word that means nothing. @param endless whether "Lifetime" means no expiration */
export function fieldText(field: ImportField, text: string, endless = false): string {
  if (text === '' || field === 'skip') return text;
  const kind = kinds[field] ?? 'text';
  if (kind === 'exact') return text;
  if (kind === 'date') {
    if (field === 'expiryDate' && endless && neverExpires(text)) return '';
    return /^0{4}-0{2}-0{2}/.test(text) ? '' : text;
  }
  if (placeholder.test(text) || saysNothing[kind]?.test(text) === true) return '';
  // Several lines may be several numbers or people.
  return kind === 'number' || kind === 'person' ? text : oneLine(text);
}

/** Whether an expiration may mean that there is none; a person decides. */
export function neverExpires(text: string): boolean {
  if (text === '') return false;
  return (
    placeholder.test(text) ||
    /^(?:life-?time|perpetual|permanent|indefinite(?:ly)?|never|no expir\w*|does not expire|non-?expiring)$/i.test(
      text,
    ) ||
    /(?:^|\D)9999(?:\D|$)/.test(text)
  );
}

function oneLine(text: string): string {
  if (!/[\r\n]/.test(text)) return text;
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

export function takeCells(cells: readonly string[], fields: readonly ImportField[], endless: boolean) {
  let taken: string[] | null = null;
  for (const [column, field] of fields.entries()) {
    const before = cells[column] ?? '';
    if (before === '' || field === 'skip') continue;
    const text = fieldText(field, before, endless);
    if (text !== before) (taken ??= [...cells])[column] = text;
  }
  return taken ?? cells;
}
