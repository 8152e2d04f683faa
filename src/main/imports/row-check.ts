import { isoDay, readDate } from '#shared/dates.ts';
import { isIsoDate, numberProblem, readExactNumber } from '#shared/invite-rules.ts';
import { fillMessage, placeholderValues } from '#shared/message-template.ts';
import { isInviteField, type ImportField, type InviteField } from '#shared/import-fields.ts';
import { parseExactJson } from '#shared/service/exact-json.ts';
import { vendorIdProblem } from '#shared/service/operations.ts';
import type { VendorInvitation } from '#shared/service/vendor-invitation.ts';
import {
  cellLengthProblem,
  cellProblem,
  damagedNumber,
  lengthProblem,
  type CellFinding,
} from './cell-check.ts';
import { emailFinding } from './email-mend.ts';
import { dateFinding, isDateField, readsAs, type ColumnDateOrder, type DateOrders } from './list-dates.ts';
import type { CellProblem } from './list-rules.ts';
import { splitName } from './person-name.ts';

/** A row as an invite, or what keeps it from being one. */
export type CheckedRow =
  | { ok: true; invitation: VendorInvitation; tags: readonly string[] }
  | { ok: false; problems: CellProblem[] };

const maxTag = 60;
const longest = { email: 320, inviteMessage: 10_000, other: 500 } as const;

type DayField = Extract<InviteField, `date${string}` | `lastCompliance${string}`>;

function isDay(field: InviteField): field is DayField {
  return isDateField(field);
}

/** What is wrong with a text for a field; null where nothing is. `order` is that of the dates in its column. */
export function inviteFinding(
  field: InviteField,
  text: string,
  order: ColumnDateOrder | null = null,
  from1904 = false,
): CellFinding | null {
  if (text === '') return null;
  const tooLong = cellLengthProblem(text);
  if (tooLong !== null) return { problem: tooLong };
  if (isDay(field)) {
    const problem = cellProblem(text, false);
    return problem === null ? dayFinding(text, order, from1904) : { problem };
  }
  const damage = field === 'vendorId' || field === 'phoneNumber' ? damagedNumber(text) : null;
  if (damage !== null) return damage;
  const problem = fieldProblem(field, text);
  if (problem !== null) return { problem };
  if (field === 'phoneNumber') return phoneFinding(text);
  if (field === 'fullName' && splitName(text) === null) return notOnePerson;
  return field === 'email' ? emailFinding(text) : null;
}

/** A name that is not clear goes whole to the person. */
const notOnePerson: CellFinding = {
  problem: 'This does not look like the name of one person. Enter the name, or clear the cell.',
  mend: '',
};

/** A number in words, as on a keypad: 2 is ABC, 9 is WXYZ. */
const inWords = /^[\d\s().+-]*[a-z]{3,7}[\s-]?[a-z]{0,4}$/i;
/** A number with the word in front of it. */
const labeledNumber = /([a-z][a-z .]{0,40})?[^\da-z(+]{0,10}([(+]?\d[\d\s().+-]*)/gi;
const keypad = '22233344455566677778889999';

/** Programs put several numbers into one cell, each behind a word for it. */
function phoneFinding(text: string): CellFinding | null {
  if (/^[(+]?\d[\d().+ -]{6,17}$/.test(text) && text.replace(/\D/g, '').length >= 7) return null;
  if (inWords.test(text)) {
    const mend = text.replace(
      /[a-z]/gi,
      (letter) => keypad[letter.toLowerCase().charCodeAt(0) - 97] ?? letter,
    );
    const figures = mend.replace(/\D/g, '').length;
    if (figures === 10 || figures === 11)
      return { problem: 'This number has letters. Enter its figures.', mend };
  }
  const numbers = [...text.matchAll(labeledNumber)]
    .map(([, label = '', number = '']) => ({
      label,
      number: number.trim(),
      figures: number.replace(/\D/g, '').length,
    }))
    .filter(({ figures }) => figures >= 7);
  if (numbers.length === 0) return { problem: 'Too short for a phone number.' };
  const [first, ...others] = numbers.filter(({ label }) => !/fax/i.test(label));
  if (first === undefined)
    return { problem: 'This is a fax number. Enter the phone number, or clear the cell.' };
  const problem = 'There’s more than one phone number here. Keep one.';
  // Without a word between them two numbers are one run of figures.
  if (first.figures > 15) return { problem };
  const isAlone = others.length === 0 && numbers.length === 1 && !text.includes(':');
  return isAlone ? null : { problem, mend: first.number };
}

/** A day of an invite is sent as it is written, so it has to be written as ISO 8601. */
function dayFinding(text: string, order: ColumnDateOrder | null, from1904: boolean): CellFinding | null {
  if (isIsoDate(text)) return null;
  const plain = readDate(text);
  const found = dateFinding(text, order, '2026-06-09', from1904);
  if (found !== null || plain === null) return found;
  return plain.clock === null
    ? { problem: readsAs(plain.day), mend: isoDay(plain.day) }
    : { problem: 'Enter a date as 2026-06-09.' };
}

function fieldProblem(field: Exclude<InviteField, DayField>, text: string): string | null {
  const found = cellProblem(text, field === 'inviteMessage');
  if (found !== null) return found;
  const most =
    field === 'email' ? longest.email : field === 'inviteMessage' ? longest.inviteMessage : longest.other;
  switch (field) {
    case 'email':
      return text.length > most ? 'This is too long for an email address.' : null;
    case 'phoneNumber':
      return phoneProblem(text);
    case 'vendorId':
      return vendorIdProblem(text);
    case 'id':
    case 'companyId':
      return readExactNumber(text) === undefined ? numberProblem : null;
    case 'company':
      return isJsonObject(parseExactJson(text)) ? null : 'Enter a JSON object, as in {"name": "Acme"}.';
    case 'checklistTasks':
      return isJsonObjectList(parseExactJson(text))
        ? null
        : 'Enter a JSON list of objects, as in [{"name": "W-9"}].';
    case 'firstName':
    case 'lastName':
      if (/@|\d{3}[ .-]?\d{4}|\b(?:llc|inc|corp|ltd)\b/i.test(text))
        return 'This does not look like a name. Enter the name, or clear the cell.';
      return lengthProblem(text, most);
    case 'tag':
      return toTags(text).some((tag) => tag.length > maxTag) ? `Shorten this to ${maxTag} characters.` : null;
    case 'fullName':
    case 'companyName':
    case 'jobTitle':
    case 'status':
    case 'complianceStatus':
    case 'inviteMessage':
      return lengthProblem(text, most);
  }
}

/** The tags in a cell, which may hold several. */
function toTags(text: string): string[] {
  const tags = text.split(/[;\r\n]/).map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

function phoneProblem(text: string): string | null {
  if (/@/.test(text)) return 'This is not a phone number.';
  return text.length > 60 ? 'Too long for a phone number.' : null;
}

function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isJsonObjectList(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.every(isJsonObject);
}

/**
 * Checks a row and makes the invitation of it: only what was filled in, no empty texts. `message` goes to rows that have
 * none of their own, filled with what the row has for its placeholders; a message from the file stays as it is.
 */
export function checkRow(
  cells: readonly string[],
  fields: readonly ImportField[],
  message: string,
  dates: DateOrders = new Map(),
  from1904 = false,
): CheckedRow {
  const problems: CellProblem[] = [];
  const invitation: VendorInvitation = {};
  const contact: NonNullable<VendorInvitation['vendor']> = {};
  let tags: readonly string[] = [];
  let email = -1;
  let vendorId = -1;
  for (const [column, field] of fields.entries()) {
    if (!isInviteField(field)) continue;
    if (field === 'email') email = column;
    if (field === 'vendorId') vendorId = column;
    const text = cells[column] ?? '';
    if (text === '') continue;
    const found = inviteFinding(field, text, dates.get(column) ?? null, from1904);
    if (found !== null) problems.push({ column, ...found });
    else if (field === 'tag') tags = toTags(text);
    else fill(invitation, contact, field, text);
  }
  if ((cells[email] ?? '') === '' && (cells[vendorId] ?? '') === '') {
    const both = email !== -1 && vendorId !== -1;
    const column = email === -1 ? vendorId : email;
    problems.push({
      column,
      problem: both
        ? 'An email address or a vendor ID is required.'
        : email === -1
          ? 'A vendor ID is required.'
          : 'An email address is required.',
    });
  }
  if (problems.length > 0) return { ok: false, problems };
  if (Object.keys(contact).length > 0) invitation.vendor = contact;
  if (invitation.inviteMessage !== undefined || message === '') return { ok: true, invitation, tags };
  const filled = fillMessage(message, placeholderValues(invitation)).text.trim();
  if (filled !== '') invitation.inviteMessage = filled;
  return { ok: true, invitation, tags };
}

function fill(
  invitation: VendorInvitation,
  contact: NonNullable<VendorInvitation['vendor']>,
  field: Exclude<InviteField, 'tag'>,
  text: string,
): void {
  switch (field) {
    case 'email':
    case 'firstName':
    case 'lastName':
    case 'companyName':
    case 'phoneNumber':
    case 'jobTitle':
      contact[field] = text;
      break;
    case 'fullName': {
      const name = splitName(text);
      if (name === null) throw new Error('A name that is not clear cannot be sent.');
      contact.firstName = name.firstName;
      if (name.lastName !== '') contact.lastName = name.lastName;
      break;
    }
    case 'id':
    case 'companyId':
      invitation[field] = Number(text);
      break;
    case 'company': {
      const value = parseExactJson(text);
      if (isJsonObject(value)) invitation.company = value;
      break;
    }
    case 'checklistTasks': {
      const value = parseExactJson(text);
      if (isJsonObjectList(value)) invitation.checklistTasks = value;
      break;
    }
    default:
      invitation[field] = text;
  }
}
