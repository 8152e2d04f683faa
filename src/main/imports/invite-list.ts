import type { ImportField } from '#shared/import-fields.ts';
import { emailKey } from '../store/invites.ts';
import { getHeadings } from './columns.ts';
import { headingNames } from './heading-names.ts';
import type { KnownItems, ListRules } from './list-rules.ts';
import { checkRow } from './row-check.ts';

const address = /^[^\s@]+@[^\s@]+$/;

export const inviteHeadings = getHeadings(headingNames('invites'), (cell) => address.test(cell), 'email');

/** What is missing before anything can be queued, in a sentence. */
export function mappingProblem(fields: readonly ImportField[]): string | null {
  if (fields.includes('email') || fields.includes('vendorId')) return null;
  return 'Choose the column with the email address or the vendor ID.';
}

/**
 * Lists of vendors to invite. Who has the same address or ID is the same vendor.
 * @param fallbackCompanyId what a row without a company ID is sent with; null for nothing
 * @param dateOrder the order of dates in figures where the list shows none
 */
export function createInviteList(
  known: KnownItems,
  fallbackCompanyId: () => number | null,
  dateOrder: ListRules['dateOrder'],
): ListRules {
  return {
    list: 'invites',
    entryKind: 'invite',
    headings: inviteHeadings,
    known,
    dateOrder,
    defaultType: () => '',
    mappingProblem: ({ fields }) => mappingProblem(fields),
    checkRow(cells, { fields, message, dates, from1904 }) {
      const checked = checkRow(cells, fields, message, dates, from1904);
      if (!checked.ok) return checked;
      const companyId = checked.invitation.companyId ?? fallbackCompanyId() ?? undefined;
      const invitation = companyId === undefined ? checked.invitation : { ...checked.invitation, companyId };
      const { tags } = checked;
      return { ok: true, item: { kind: 'invite', invitation, ...(tags.length > 0 && { tags }) } };
    },
    getKeys(cells, { fields }) {
      const email = cells[fields.indexOf('email')] ?? '';
      const vendorId = cells[fields.indexOf('vendorId')] ?? '';
      const keys: string[] = [];
      if (email !== '') keys.push(`e${emailKey(email)}`);
      if (vendorId !== '') keys.push(`v${vendorId}`);
      return keys;
    },
  };
}
