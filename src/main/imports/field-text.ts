import type { ImportField } from '#shared/imports/import-fields.ts';

/** What people write where they know nothing. For a date it may mean that a license does not expire. */
const placeholder =
  /^(?:n\.?\/?a\.?|tb[adc]|none|unknown|not (?:available|applicable|provided)|[-–—.?*/_]+|x{2,})$/i;
const noNumber =
  /^(?:pending|new|exempt|applied(?: for)?|in (?:process|progress)|see (?:attached|file)|unlicensed|not? (?:license|number)|not required|requested|yes|no|x|on file|no license.*|none required|not (?:licensed|needed)|expired|active|will provide|waiting|same as above|0+)\.?$/i;
const salutation = /^(?:mr|mrs|ms|miss|mx|dr|sir|madam)\.?$/i;

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

export function isDateField(field: ImportField): boolean {
  return kinds[field] === 'date';
}

/** A cell as its field is read; empty for a word that means nothing. @param endless whether "Lifetime" means no expiration */
export function fieldText(field: ImportField, text: string, endless = false): string {
  if (text === '' || field === 'skip') return text;
  const kind = kinds[field] ?? 'text';
  switch (kind) {
    case 'exact':
      return text;
    case 'date':
      if (field === 'expiryDate' && endless && neverExpires(text)) return '';
      return /^0{4}-0{2}-0{2}/.test(text) ? '' : text;
    case 'phone':
      return placeholder.test(text) || /^[\s()+.-]*0[\s()+.0-]*$/.test(text) ? '' : oneLine(text);
    case 'title':
      return placeholder.test(text) || salutation.test(text) ? '' : oneLine(text);
    case 'number':
      // Several lines may be several numbers or people.
      return placeholder.test(text) || noNumber.test(text) ? '' : text;
    case 'person':
      return placeholder.test(text) ? '' : text;
    case 'text':
      return placeholder.test(text) ? '' : oneLine(text);
  }
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
