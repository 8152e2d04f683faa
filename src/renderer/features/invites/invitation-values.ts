import { isIsoDate, numberProblem, readExactNumber, recipientProblem } from '#shared/outbox/invite-rules.ts';
import type { DraftFields } from '#shared/ipc/drafts.ts';
import { fillMessage, placeholderValues } from '#shared/outbox/message-template.ts';
import { isAddress } from '#shared/onboarding/vendor-facts.ts';
import type { VendorProfile } from '#shared/service/vendor-profile.ts';
import { vendorInvitation, type VendorInvitation } from '#shared/service/vendor-invitation.ts';
import type { Check } from '../../stores/form.ts';
import { z } from 'zod';
import { parseExactJson } from '#shared/service/answer-json.ts';
import { openObject, type OpenObject } from '#shared/service/json.ts';

const contactFields = ['email', 'firstName', 'lastName', 'companyName', 'phoneNumber', 'jobTitle'] as const;
const textFields = ['inviteMessage', 'vendorId', 'status', 'complianceStatus'] as const;
const numberFields = ['id', 'companyId'] as const;
export const dateFields = [
  'dateInvited',
  'dateAccepted',
  'dateRejected',
  'lastComplianceRefresh',
  'lastComplianceUpdate',
] as const;

type ContactField = (typeof contactFields)[number];
type PlainField = (typeof textFields)[number] | (typeof numberFields)[number] | (typeof dateFields)[number];

/** Every field of the form. `vendorMore` holds what goes into `vendor` beside the contact fields. */
export type InviteField = ContactField | PlainField | 'vendorMore' | 'company' | 'checklistTasks';

export type InviteValues = Record<InviteField, string>;

export const emptyValues: InviteValues = {
  email: '',
  firstName: '',
  lastName: '',
  companyName: '',
  phoneNumber: '',
  jobTitle: '',
  inviteMessage: '',
  vendorId: '',
  status: '',
  complianceStatus: '',
  id: '',
  companyId: '',
  dateInvited: '',
  dateAccepted: '',
  dateRejected: '',
  lastComplianceRefresh: '',
  lastComplianceUpdate: '',
  vendorMore: '',
  company: '',
  checklistTasks: '',
};

/** The fields that stand in the form's first part; the others are under "All fields". */
export const firstFields: readonly InviteField[] = [...contactFields, 'inviteMessage', 'vendorId'];

/** Fields filled from a vendor's data. @param subject its ID, or @ and an address */
export function valuesOfVendor(subject: string, profile: VendorProfile): InviteValues {
  const values = { ...emptyValues };
  for (const name of contactFields) values[name] = profile[name] ?? '';
  if (isAddress(subject)) values.email = subject.slice(1);
  else values.vendorId = subject;
  return values;
}

/** The fields as they were kept in a draft; what this form does not have is left out. */
export function valuesOfDraft(fields: DraftFields): InviteValues {
  const values = { ...emptyValues };
  for (const [name, text] of Object.entries(fields)) if (isInviteField(name)) values[name] = text;
  return values;
}

function isInviteField(name: string): name is InviteField {
  return Object.hasOwn(emptyValues, name);
}

/** Whom a half-written invite is for, as lists call it; empty where nothing tells. */
export function draftTitle(values: InviteValues): string {
  const contact = `${values.firstName.trim()} ${values.lastName.trim()}`.trim();
  const told = [values.companyName, contact, values.email, values.vendorId].map((text) => text.trim());
  return told.find((text) => text !== '') ?? '';
}

/** Whether something beyond the form's first part is filled in. */
export function usesAllFields(values: InviteValues): boolean {
  return Object.entries(values).some(
    ([name, text]) => text.trim() !== '' && !firstFields.some((first) => first === name),
  );
}

/** The fields that show an invitation, so that it can be corrected or gone on with. */
export function getValues(invitation: VendorInvitation): InviteValues {
  const values = { ...emptyValues };
  const { email, firstName, lastName, companyName, phoneNumber, jobTitle, ...more } = invitation.vendor ?? {};
  const contact = { email, firstName, lastName, companyName, phoneNumber, jobTitle };
  for (const name of contactFields) values[name] = contact[name] ?? '';
  for (const name of textFields) values[name] = invitation[name] ?? '';
  for (const name of numberFields) values[name] = invitation[name]?.toString() ?? '';
  for (const name of dateFields) values[name] = invitation[name] ?? '';
  values.vendorMore = writtenJson(Object.keys(more).length === 0 ? undefined : more);
  values.company = writtenJson(invitation.company);
  values.checklistTasks = writtenJson(invitation.checklistTasks);
  return values;
}

function writtenJson(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}

/** The invitation from the filled fields. Unreadable values are left out: {@link inviteChecks} block the invite before. */
export function getInvitation(values: InviteValues): VendorInvitation {
  const vendor: Record<string, unknown> = { ...read(readJsonObject(values.vendorMore)) };
  for (const name of contactFields) {
    delete vendor[name];
    put(vendor, name, values[name].trim());
  }
  const invitation: Record<string, unknown> = {};
  for (const name of [...textFields, ...dateFields]) put(invitation, name, values[name].trim());
  for (const name of numberFields) put(invitation, name, readExactNumber(values[name].trim()));
  put(invitation, 'company', read(readJsonObject(values.company)));
  put(invitation, 'checklistTasks', read(readJsonList(values.checklistTasks)));
  if (Object.keys(vendor).length > 0) invitation['vendor'] = vendor;
  return vendorInvitation.parse(invitation);
}

/** The invitation with its message filled in. @param fallbackCompanyId for an empty company ID; null for none */
export function filledInvitation(values: InviteValues, fallbackCompanyId: number | null): VendorInvitation {
  const { inviteMessage, ...typed } = getInvitation(values);
  const rest =
    fallbackCompanyId === null || values.companyId.trim() !== ''
      ? typed
      : { ...typed, companyId: fallbackCompanyId };
  if (inviteMessage === undefined) return rest;
  const text = fillMessage(inviteMessage, placeholderValues(rest)).text.trim();
  return text === '' ? rest : { ...rest, inviteMessage: text };
}

function read<T>(reading: JsonReading<T>): T | undefined {
  return reading.kind === 'read' ? reading.value : undefined;
}

function put<Name extends string>(holder: Partial<Record<Name, unknown>>, name: Name, value: unknown): void {
  if (value !== undefined && value !== '') holder[name] = value;
}

function checkNumber(name: (typeof numberFields)[number]): Check<InviteValues> {
  return (values) => {
    const text = values[name].trim();
    return text === '' || readExactNumber(text) !== undefined ? null : numberProblem;
  };
}

function checkDate(name: (typeof dateFields)[number]): Check<InviteValues> {
  return (values) => {
    const text = values[name].trim();
    return text === '' || isIsoDate(text)
      ? null
      : 'Enter a date as 2026-06-09, or with a time as 2026-06-09T14:30:00Z.';
  };
}

function problemIn<T>(reading: JsonReading<T>): string | null {
  return reading.kind === 'unreadable' ? reading.problem : null;
}

function checkVendorMore(values: InviteValues): string | null {
  const reading = readJsonObject(values.vendorMore);
  if (reading.kind !== 'read') return problemIn(reading);
  const twice = contactFields.find((name) => Object.hasOwn(reading.value, name));
  return twice === undefined ? null : `Remove ${twice} here. It has its own field above.`;
}

/** What is checked on leaving a field and before queueing. */
export const inviteChecks: Partial<Record<InviteField, Check<InviteValues>>> = {
  email: (values) => recipientProblem(values.email, values.vendorId),
  id: checkNumber('id'),
  companyId: checkNumber('companyId'),
  dateInvited: checkDate('dateInvited'),
  dateAccepted: checkDate('dateAccepted'),
  dateRejected: checkDate('dateRejected'),
  lastComplianceRefresh: checkDate('lastComplianceRefresh'),
  lastComplianceUpdate: checkDate('lastComplianceUpdate'),
  vendorMore: checkVendorMore,
  company: (values) => problemIn(readJsonObject(values.company)),
  checklistTasks: (values) => problemIn(readJsonList(values.checklistTasks)),
};

/** JSON as a person typed it: nothing, readable, or not yet, with a sentence that says what to do. */
type JsonReading<T> =
  | { kind: 'empty' }
  | { kind: 'read'; value: T }
  | { kind: 'unreadable'; problem: string };

/** Reads a typed JSON object. An empty one counts as nothing. */
export function readJsonObject(text: string): JsonReading<OpenObject> {
  return readJson(
    text,
    openObject,
    'Write an object in braces, as in {"name": "Harbor Lane"}.',
    (value) => Object.keys(value).length === 0,
  );
}

/** Reads a typed list of JSON objects. An empty one counts as nothing. */
export function readJsonList(text: string): JsonReading<OpenObject[]> {
  return readJson(
    text,
    z.array(openObject),
    'Write a list of objects in square brackets, as in [{"type": "W-9"}].',
    (value) => value.length === 0,
  );
}

function readJson<T>(
  text: string,
  schema: z.ZodType<T>,
  shapeProblem: string,
  isEmpty: (value: T) => boolean,
): JsonReading<T> {
  if (text.trim() === '') return { kind: 'empty' };
  try {
    JSON.parse(text);
  } catch (error) {
    return { kind: 'unreadable', problem: `This is not JSON${toPlace(error, text)}. ${shapeProblem}` };
  }
  // Digits that a number does not hold go out as a text of all of them, as from imported lists.
  const json = parseExactJson(text);
  const result = schema.safeParse(json);
  if (!result.success) return { kind: 'unreadable', problem: shapeProblem };
  return isEmpty(result.data) ? { kind: 'empty' } : { kind: 'read', value: result.data };
}

/** Where the JSON breaks off, as the engine tells it by line or by position. */
function toPlace(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  const line = /line (\d+)/.exec(message)?.[1];
  if (line !== undefined) return ` from line ${line} on`;
  const position = /position (\d+)/.exec(message)?.[1];
  if (position === undefined) return ' yet';
  return ` from line ${text.slice(0, Number(position)).split('\n').length} on`;
}
