import { isInviteField, type InviteField } from '#shared/imports/import-fields.ts';
import { fillMessage, placeholderValues, type Placeholder } from '#shared/outbox/message-template.ts';
import { parseExactJson } from '#shared/service/answer-json.ts';
import { isOpenObject } from '#shared/service/json.ts';
import { defaultWorkspaceSettings, type WorkspaceSettings } from '#shared/settings/settings.ts';
import type { VendorInvitation } from '#shared/service/vendor-invitation.ts';
import { emailKey } from '../store/invites.ts';
import { isJsonObjectList, readRow, toTags } from './cell-check.ts';
import { getHeadings } from './columns.ts';
import { headingNames } from './heading-names.ts';
import type { CheckedItem, KnownItems, ListRules, RowDefaults } from './list-rules.ts';
import { splitName } from './contact-cells.ts';
import type { CallOutput } from '#shared/ipc/contract.ts';
import { createPace } from './pace.ts';
import type { RowTable } from './row-table.ts';

const address = /^[^\s@]+@[^\s@]+$/;

export const inviteHeadings = getHeadings(headingNames('invites'), (cell) => address.test(cell), 'email');

type InviteSettings = Pick<WorkspaceSettings, 'defaultCompanyId' | 'ownDomains'>;

/** Lists of vendors to invite. The same address or ID is the same vendor. */
export function createInviteList(
  known: KnownItems,
  settings: () => InviteSettings,
  dateOrder: ListRules['dateOrder'],
): ListRules {
  return {
    list: 'invites',
    headings: inviteHeadings,
    known,
    dateOrder,
    defaultType: () => '',
    mappingProblem: ({ fields }) =>
      fields.includes('email') || fields.includes('vendorId')
        ? null
        : 'Choose the column with the email address or the vendor ID.',
    checkRow: (cells, rules) => checkInviteRow(cells, rules, settings()),
    getKeys(cells, { fields }) {
      const email = cells[fields.indexOf('email')] ?? '';
      const vendorId = cells[fields.indexOf('vendorId')] ?? '';
      return [...(email === '' ? [] : [`e${emailKey(email)}`]), ...(vendorId === '' ? [] : [`v${vendorId}`])];
    },
  };
}

/** Checks a row and makes its invitation, without empty texts. The message for all fills rows that have none of their own. */
export function checkInviteRow(
  cells: readonly string[],
  rules: RowDefaults,
  { defaultCompanyId, ownDomains }: InviteSettings = defaultWorkspaceSettings,
): CheckedItem {
  const { fields, message } = rules;
  const invitation: VendorInvitation = {};
  const contact: NonNullable<VendorInvitation['vendor']> = {};
  let tags: readonly string[] = [];
  const problems = readRow(cells, rules, isInviteField, (field, text) => {
    if (field === 'tag') tags = toTags(text);
    else fill(invitation, contact, field, text);
  });
  const email = fields.indexOf('email');
  const vendorId = fields.indexOf('vendorId');
  if ((cells[email] ?? '') === '' && (cells[vendorId] ?? '') === '') {
    const what =
      vendorId === -1 ? 'An email address' : email === -1 ? 'A vendor ID' : 'An email address or a vendor ID';
    problems.push({ column: email === -1 ? vendorId : email, problem: `${what} is required.` });
  }
  if (ownDomains.includes(contact.email?.split('@').at(-1)?.toLowerCase() ?? ''))
    problems.push({ column: email, problem: 'This address is at your own company. Enter the vendor’s.' });
  if (problems.length > 0) return { ok: false, problems };
  if (Object.keys(contact).length > 0) invitation.vendor = contact;
  if (invitation.inviteMessage === undefined && message !== '') {
    const filled = fillMessage(message, placeholderValues(invitation)).text.trim();
    if (filled !== '') invitation.inviteMessage = filled;
  }
  const companyId = invitation.companyId ?? defaultCompanyId;
  if (companyId !== null) invitation.companyId = companyId;
  return { ok: true, item: { kind: 'invite', invitation, ...(tags.length > 0 && { tags }) } };
}

function fill(
  invitation: VendorInvitation,
  contact: NonNullable<VendorInvitation['vendor']>,
  field: Exclude<InviteField, 'tag'>,
  text: string,
): void {
  if (field === 'fullName') {
    const name = splitName(text);
    if (name === null) throw new Error('A name that is not clear cannot be sent.');
    contact.firstName = name.firstName;
    if (name.lastName !== '') contact.lastName = name.lastName;
  } else if (field === 'id' || field === 'companyId') invitation[field] = Number(text);
  else if (field === 'company') {
    const value = parseExactJson(text);
    if (isOpenObject(value)) invitation.company = value;
  } else if (field === 'checklistTasks') {
    const value = parseExactJson(text);
    if (isJsonObjectList(value)) invitation.checklistTasks = value;
  } else if (isContactField(field)) contact[field] = text;
  else invitation[field] = text;
}

const contactFields = ['email', 'firstName', 'lastName', 'companyName', 'phoneNumber', 'jobTitle'] as const;

const isContactField = (field: InviteField): field is (typeof contactFields)[number] =>
  contactFields.some((one) => one === field);

export type MessagePreview = CallOutput<'imports.previewMessage'>;

/** What a message for all rows becomes; null where it was stopped. */
export async function previewMessage(table: RowTable, message: string, stopped: () => boolean) {
  const pace = createPace();
  const lacks = new Set<Placeholder>();
  const { unknown } = fillMessage(message, placeholderValues({}));
  const preview: MessagePreview = { rows: 0, lacking: 0, lacks: [], unknown, example: null };
  for (const { row, item } of table.items('')) {
    if (item.kind === 'invite' && item.invitation.inviteMessage === undefined) {
      const { invitation } = item;
      const { text, empty } = fillMessage(message, placeholderValues(invitation));
      const { email, companyName } = invitation.vendor ?? {};
      preview.example ??= { row, who: companyName ?? email ?? invitation.vendorId ?? '', text: text.trim() };
      preview.rows += 1;
      if (empty.length > 0) preview.lacking += 1;
      for (const placeholder of empty) lacks.add(placeholder);
    }
    if (!pace.due()) continue;
    await pace.rest();
    if (stopped()) return null;
  }
  return { ...preview, lacks: [...lacks] };
}
