import { z } from 'zod';
import type { DraftFields } from '#shared/ipc/drafts.ts';
import { ownMember, ownNames } from '#shared/base/own-member.ts';
import { isAddress } from '#shared/onboarding/vendor-facts.ts';
import { isIsoDate, numberProblem, readExactNumber, recipientProblem } from '#shared/outbox/invite-rules.ts';
import { fillMessage, placeholderValues } from '#shared/outbox/message-template.ts';
import { invitationFields } from '#shared/outbox/request-fields.ts';
import { parseExactJson } from '#shared/service/answer-json.ts';
import { openObject } from '#shared/service/json.ts';
import { vendorInvitation, type VendorInvitation } from '#shared/service/vendor-invitation.ts';
import type { VendorProfile } from '#shared/service/vendor-profile.ts';
import type { Check } from '../../stores/form.ts';

/** The text of every field of the form. `vendorMore` holds what goes into `vendor` beside the contact fields. */
const inviteFields = ownNames(invitationFields);
const inviteValues = z.record(z.enum(inviteFields), z.string().catch(''));
export type InviteValues = z.infer<typeof inviteValues>;
export type InviteField = keyof InviteValues;

export const emptyValues = inviteValues.parse({});
export const contactFields = [
  'email',
  'phoneNumber',
  'firstName',
  'lastName',
  'companyName',
  'jobTitle',
] as const satisfies InviteField[];
export const dateFields = [
  'dateInvited',
  'dateAccepted',
  'dateRejected',
  'lastComplianceRefresh',
  'lastComplianceUpdate',
] as const satisfies InviteField[];

/** The fields under "All fields"; the others are in the form's first part. */
export const hiddenFields = inviteFields.filter(
  (name) => ![...contactFields, 'inviteMessage', 'vendorId'].includes(name),
);

/** Fields filled from a vendor's data. @param subject its ID, or @ and an address */
export function valuesOfVendor(subject: string, profile: VendorProfile): InviteValues {
  const values = { ...emptyValues };
  for (const name of contactFields) values[name] = profile[name] ?? '';
  if (isAddress(subject)) values.email = subject.slice(1);
  else values.vendorId = subject;
  return values;
}

/** Fields from a draft; unknown ones are dropped. */
export const valuesOfDraft = (fields: DraftFields): InviteValues =>
  inviteValues.parse(Object.fromEntries(inviteFields.map((name) => [name, ownMember(fields, name)])));

/** Whom a draft invite is for; empty if unknown. */
export function draftTitle(values: InviteValues): string {
  const contact = `${values.firstName.trim()} ${values.lastName.trim()}`.trim();
  const told = [values.companyName, contact, values.email, values.vendorId].map((text) => text.trim());
  return told.find((text) => text !== '') ?? '';
}

export const usesAllFields = (values: InviteValues): boolean =>
  hiddenFields.some((name) => values[name].trim() !== '');

/** The form values of an invitation, to correct or continue it. */
export function getValues(invitation: VendorInvitation): InviteValues {
  const values = { ...emptyValues };
  const more = { ...invitation.vendor };
  for (const name of contactFields) delete more[name];
  for (const name of inviteFields) {
    const [first, second] = invitationFields[name].path;
    const value = second === undefined ? invitation[first] : invitation.vendor?.[second];
    values[name] = typeof value === 'string' ? value : writtenJson(value);
  }
  values.vendorMore = writtenJson(Object.keys(more).length === 0 ? undefined : more);
  return values;
}

const writtenJson = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2));

/** What a field sends: nothing, a value, or an error that says what to do. */
interface Reading<Value = unknown> {
  value?: Value;
  problem?: string;
}

/** Reads typed JSON. An empty object or list counts as nothing. */
function readJson<T extends object>(schema: z.ZodType<T>, shapeProblem: string) {
  return (text: string): Reading<T> => {
    try {
      JSON.parse(text);
    } catch (error) {
      return { problem: `This is not JSON${toPlace(error, text)}. ${shapeProblem}` };
    }
    // Digits beyond a number's precision go out as text, as from imported lists.
    const { data, success } = schema.safeParse(parseExactJson(text));
    if (!success) return { problem: shapeProblem };
    return Object.keys(data).length === 0 ? {} : { value: data };
  };
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

const readObject = readJson(openObject, 'Write an object in braces, as in {"name": "Harbor Lane"}.');

function readVendorMore(text: string): Reading {
  const reading = readObject(text);
  const twice = contactFields.find((name) => Object.hasOwn(reading.value ?? {}, name));
  return twice === undefined ? reading : { problem: `Remove ${twice} here. It has its own field above.` };
}

function readNumber(text: string): Reading {
  const value = readExactNumber(text);
  return value === undefined ? { problem: numberProblem } : { value };
}

function readDate(text: string): Reading {
  if (isIsoDate(text)) return { value: text };
  return { problem: 'Enter a date as 2026-06-09, or with a time as 2026-06-09T14:30:00Z.' };
}

/** Readers of fields not sent as typed. */
const readers: Partial<Record<InviteField, (text: string) => Reading>> = {
  id: readNumber,
  companyId: readNumber,
  dateInvited: readDate,
  dateAccepted: readDate,
  dateRejected: readDate,
  lastComplianceRefresh: readDate,
  lastComplianceUpdate: readDate,
  vendorMore: readVendorMore,
  company: readObject,
  checklistTasks: readJson(
    z.array(openObject),
    'Write a list of objects in square brackets, as in [{"type": "W-9"}].',
  ),
};

export function readField(name: InviteField, typed: string): Reading {
  const text = typed.trim();
  return text === '' ? {} : (readers[name]?.(text) ?? { value: text });
}

export const inviteChecks: Partial<Record<InviteField, Check<InviteValues>>> = {
  email: (values) => recipientProblem(values.email, values.vendorId),
};
for (const name of hiddenFields)
  inviteChecks[name] = (values) => readField(name, values[name]).problem ?? null;

/** The invitation from the filled fields. Unreadable values are left out: {@link inviteChecks} block the invite before. */
export function getInvitation(values: InviteValues): VendorInvitation {
  const vendor = openObject.parse(readField('vendorMore', values.vendorMore).value ?? {});
  const invitation: Record<string, unknown> = {};
  for (const name of inviteFields) {
    const { value } = readField(name, values[name]);
    const [first, second] = invitationFields[name].path;
    if (second !== undefined && value !== undefined) vendor[second] = value;
    else if (name !== 'vendorMore') invitation[first] = value;
  }
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
