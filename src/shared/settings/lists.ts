import { z } from 'zod';
import { ownMember, ownNames } from '../base/own-member.ts';

export const listName = z.enum(['vendors', 'invites', 'verifications', 'documents', 'outbox']);
export type ListName = z.infer<typeof listName>;

/** By value, by the beginning of a text, by how long ago, or by a day ahead or past. */
export type FilterKind = 'choice' | 'text' | 'time' | 'day';

/** `word` is the service's, `id` is verbatim. */
export type ShownAs = 'text' | 'word' | 'id' | 'time' | 'yes-no' | 'texts';

export interface ListColumn {
  label: string;
  filter: FilterKind | null;
  /** The member of a row that it shows, and how. Absent where the screen composes it and it is not exported. */
  shows?: readonly [member: string, as: ShownAs];
  exportLabel?: string;
}

/** All columns by which lists sort, filter and are exported. Their SQL is in src/main/store/list-columns.ts. */
export const listColumns = {
  vendors: {
    company: { label: 'Company', filter: 'text' },
    contact: { label: 'Contact', filter: 'text', shows: ['contactName', 'text'] },
    email: { label: 'Email', filter: 'text', shows: ['email', 'text'] },
    phone: { label: 'Phone', filter: 'text', shows: ['phoneNumber', 'text'] },
    city: { label: 'City', filter: 'choice', shows: ['cityName', 'text'] },
    state: { label: 'State', filter: 'choice', shows: ['stateCode', 'text'] },
    services: { label: 'Services', filter: 'choice', shows: ['services', 'texts'] },
    licensed: { label: 'Licensed', filter: 'choice', shows: ['licensed', 'yes-no'] },
    compliance: { label: 'Service says', filter: 'choice', shows: ['complianceStatus', 'word'] },
    vendorId: { label: 'Vendor ID', filter: 'text' },
    fetched: { label: 'Fetched', filter: 'time', shows: ['fetchedAt', 'time'] },
    invited: { label: 'Invited from here', filter: 'choice' },
  },
  invites: {
    state: { label: 'State', filter: 'choice' },
    contact: { label: 'Contact', filter: 'text', shows: ['contactName', 'text'] },
    company: { label: 'Company', filter: 'text', shows: ['companyName', 'text'] },
    email: { label: 'Email', filter: 'text', shows: ['email', 'text'] },
    phone: { label: 'Phone', filter: 'text', shows: ['phoneNumber', 'text'] },
    queued: { label: 'Queued', filter: 'time' },
    sent: { label: 'Sent', filter: 'time' },
    compliance: { label: 'Compliance', filter: 'choice', shows: ['complianceStatus', 'word'] },
    vendorStatus: { label: 'Vendor status', filter: 'choice', shows: ['vendorStatus', 'word'] },
    vendorId: { label: 'Vendor ID', filter: 'text', shows: ['vendorId', 'id'] },
    archived: { label: 'Archived', filter: 'time', shows: ['archivedAt', 'time'] },
    by: { label: 'Queued by', filter: 'choice' },
  },
  verifications: {
    state: { label: 'State', filter: 'choice' },
    number: { label: 'License number', filter: 'text', shows: ['licenseNumber', 'text'] },
    trade: { label: 'Trade', filter: 'choice', shows: ['licenseTradeType', 'text'] },
    licensee: { label: 'Licensee', filter: 'text', shows: ['licenseeName', 'text'] },
    status: { label: 'Status', filter: 'choice', shows: ['status', 'word'], exportLabel: 'Service: status' },
    expires: { label: 'Expires', filter: 'day', shows: ['expiryDate', 'text'] },
    checked: { label: 'Last check', filter: 'time' },
    type: { label: 'Type', filter: 'choice', shows: ['type', 'text'] },
    vendorId: { label: 'Vendor ID', filter: 'text', shows: ['vendorId', 'id'] },
    queued: { label: 'Queued', filter: 'time' },
    by: { label: 'Queued by', filter: 'choice' },
  },
  outbox: {
    kind: { label: 'Kind', filter: 'choice', shows: ['kind', 'text'] },
    for: { label: 'For', filter: 'text', shows: ['title', 'text'] },
    next: { label: 'Next attempt', filter: null },
    tries: { label: 'Attempts', filter: null },
    queued: { label: 'Queued', filter: 'time' },
  },
} as const satisfies Record<Exclude<ListName, 'documents'>, Record<string, ListColumn>>;

export type TableName = keyof typeof listColumns;

type ColumnsOf<List extends TableName> = (typeof listColumns)[List];
export type ColumnOf<List extends TableName> = keyof ColumnsOf<List> & string;
type Member<Column> = Column extends { shows: readonly [infer Name extends string, ShownAs] } ? Name : never;
type Shown = string | number | boolean | readonly string[] | null;
export type ShownRow<List extends TableName> = Readonly<
  Record<Member<ColumnsOf<List>[ColumnOf<List>]>, Shown>
>;

export function shownMember<List extends TableName>(list: List, id: string, row: ShownRow<List> | null) {
  const columns: Readonly<Record<string, ListColumn>> = listColumns[list];
  const shows = ownMember(columns, id)?.shows;
  if (shows === undefined) return null;
  const [member, as] = shows;
  return { value: (row === null ? null : ownMember<Shown>(row, member)) ?? null, as };
}

export const vendorColumn = z.enum(ownNames(listColumns.vendors));
export type VendorColumn = z.infer<typeof vendorColumn>;

export const inviteColumn = z.enum(ownNames(listColumns.invites));
export type InviteColumn = z.infer<typeof inviteColumn>;

export const verificationColumn = z.enum(ownNames(listColumns.verifications));
export type VerificationColumn = z.infer<typeof verificationColumn>;

export const outboxColumn = z.enum(ownNames(listColumns.outbox));
export type OutboxColumn = z.infer<typeof outboxColumn>;

const days = z.number().int().min(1).max(3650);

/** A column's filter. Ignores case, and for names accents. */
export const columnFilter = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('is'), value: z.string().min(1).max(400) }),
  z.object({ kind: z.literal('begins'), value: z.string().trim().min(1).max(200) }),
  z.object({ kind: z.literal('given'), given: z.boolean() }),
  /** In the last so many days, or longer ago. */
  z.object({ kind: z.literal('within'), days }),
  z.object({ kind: z.literal('older'), days }),
  /** From today to so many days ahead, or past. */
  z.object({ kind: z.literal('next'), days }),
  z.object({ kind: z.literal('past') }),
]);
export type ColumnFilter = z.infer<typeof columnFilter>;

export type ColumnFilters<Column extends string> = Partial<Record<Column, ColumnFilter>>;

export const savedView = z.object({
  id: z.uuid(),
  name: z.string().trim().min(1).max(60),
  /** The filter, the search and the order, as in the list's address. */
  query: z.record(z.string().max(60), z.string().max(500)),
  columns: z.array(z.string().max(40)).max(40).nullable(),
  widths: z.record(z.string().max(40), z.number().int().min(20).max(2000)),
});
export type SavedView = z.infer<typeof savedView>;

export const maxViews = 50;
