import { z } from 'zod';

export const listName = z.enum(['vendors', 'invites', 'verifications', 'documents', 'outbox']);
export type ListName = z.infer<typeof listName>;

/** How a column is narrowed: by one of its values, by the beginning of a text, by how long ago, or by a day ahead or past. */
export type FilterKind = 'choice' | 'text' | 'time' | 'day';

/** A column of a list as it is named to people, and how it is narrowed; null where it is not. */
export interface ListColumn {
  label: string;
  filter: FilterKind | null;
}

/** All columns by which lists sort and filter. SQL is in src/main/store/list-columns.ts, rendering with the screens. */
export const listColumns = {
  vendors: {
    company: { label: 'Company', filter: 'text' },
    contact: { label: 'Contact', filter: 'text' },
    email: { label: 'Email', filter: 'text' },
    phone: { label: 'Phone', filter: 'text' },
    city: { label: 'City', filter: 'choice' },
    state: { label: 'State', filter: 'choice' },
    services: { label: 'Services', filter: 'choice' },
    licensed: { label: 'Licensed', filter: 'choice' },
    compliance: { label: 'Service says', filter: 'choice' },
    vendorId: { label: 'Vendor ID', filter: 'text' },
    fetched: { label: 'Fetched', filter: 'time' },
    invited: { label: 'Invited from here', filter: 'choice' },
  },
  invites: {
    state: { label: 'State', filter: 'choice' },
    contact: { label: 'Contact', filter: 'text' },
    company: { label: 'Company', filter: 'text' },
    email: { label: 'Email', filter: 'text' },
    phone: { label: 'Phone', filter: 'text' },
    queued: { label: 'Queued', filter: 'time' },
    sent: { label: 'Sent', filter: 'time' },
    compliance: { label: 'Compliance', filter: 'choice' },
    vendorStatus: { label: 'Vendor status', filter: 'choice' },
    vendorId: { label: 'Vendor ID', filter: 'text' },
    archived: { label: 'Archived', filter: 'time' },
  },
  verifications: {
    state: { label: 'State', filter: 'choice' },
    number: { label: 'License number', filter: 'text' },
    trade: { label: 'Trade', filter: 'choice' },
    licensee: { label: 'Licensee', filter: 'text' },
    status: { label: 'Status', filter: 'choice' },
    expires: { label: 'Expires', filter: 'day' },
    checked: { label: 'Last check', filter: 'time' },
    type: { label: 'Type', filter: 'choice' },
    vendorId: { label: 'Vendor ID', filter: 'text' },
    queued: { label: 'Queued', filter: 'time' },
  },
  outbox: {
    kind: { label: 'Kind', filter: 'choice' },
    for: { label: 'For', filter: 'text' },
    next: { label: 'Next attempt', filter: null },
    tries: { label: 'Attempts', filter: null },
    queued: { label: 'Queued', filter: 'time' },
  },
} as const satisfies Record<Exclude<ListName, 'documents'>, Record<string, ListColumn>>;

export type TableName = keyof typeof listColumns;

function getColumnNames<Column extends string>(columns: Readonly<Record<Column, ListColumn>>): Column[] {
  return Object.keys(columns).filter((name): name is Column => Object.hasOwn(columns, name));
}

export const vendorColumn = z.enum(getColumnNames(listColumns.vendors));
export type VendorColumn = z.infer<typeof vendorColumn>;

export const inviteColumn = z.enum(getColumnNames(listColumns.invites));
export type InviteColumn = z.infer<typeof inviteColumn>;

export const verificationColumn = z.enum(getColumnNames(listColumns.verifications));
export type VerificationColumn = z.infer<typeof verificationColumn>;

export const outboxColumn = z.enum(getColumnNames(listColumns.outbox));
export type OutboxColumn = z.infer<typeof outboxColumn>;

const days = z.number().int().min(1).max(3650);

/** What a column is narrowed to. Values and beginnings are compared without case; names also without accents. */
export const columnFilter = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('is'), value: z.string().min(1).max(400) }),
  z.object({ kind: z.literal('begins'), value: z.string().trim().min(1).max(200) }),
  /** Whether there is anything in it. */
  z.object({ kind: z.literal('given'), given: z.boolean() }),
  /** In the last so many days, or longer ago. */
  z.object({ kind: z.literal('within'), days }),
  z.object({ kind: z.literal('older'), days }),
  /** A day from today to so many days ahead, or one that is past. */
  z.object({ kind: z.literal('next'), days }),
  z.object({ kind: z.literal('past') }),
]);
export type ColumnFilter = z.infer<typeof columnFilter>;

/** The filters of a list by column: a row has to fit each of them. */
export type ColumnFilters<Column extends string> = Partial<Record<Column, ColumnFilter>>;

/** A list as a person set it up, under a name of their own. */
export const savedView = z.object({
  id: z.uuid(),
  name: z.string().trim().min(1).max(60),
  /** The filter, the words that are searched for and the order, as the list's address names them. */
  query: z.record(z.string().max(60), z.string().max(500)),
  /** The columns that it shows; null for the usual ones. */
  columns: z.array(z.string().max(40)).max(40).nullable(),
  widths: z.record(z.string().max(40), z.number().int().min(20).max(2000)),
});
export type SavedView = z.infer<typeof savedView>;

/** So many views can be kept for each list. */
export const maxViews = 50;
