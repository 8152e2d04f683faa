import type {
  InviteColumn,
  OutboxColumn,
  TableName,
  VendorColumn,
  VerificationColumn,
} from '#shared/settings/lists.ts';

import { entryState } from '#shared/outbox/outbox.ts';

/** What SQLite reads to put a list in order by one of its columns, and to narrow it by that column. */
export interface ListOrder {
  table: string;
  /** The index that is in this order; null where the rows themselves lie in it. */
  index: string | null;
  /** What of the table belongs to the list; null for all of it. */
  only: string | null;
  /** The columns for a row's number and for what it is sorted by; that is never null. */
  number: string;
  key: string;
  /** The value as it was written, for the row with the number `@number`; the key itself where it is null. */
  written: string | null;
  /** Values of the key whose index ranges are each in order; null if the whole index is in order. */
  stretches: readonly string[] | null;
}

const order = (
  table: string,
  number: string,
  key: string,
  index: string | null,
  written: string | null = null,
  only: string | null = null,
  stretches: readonly string[] | null = null,
): ListOrder => ({ table, number, key, index, written, only, stretches });

const vendor = (key: string, index: string, written: string | null = null) =>
  order(
    'vendor',
    'number',
    key,
    index,
    written === null ? null : `SELECT ${written} FROM vendor WHERE number = @number`,
  );

export const vendorOrders: Record<VendorColumn, ListOrder> = {
  company: vendor('sort_name', 'vendor_by_name', 'company_name'),
  contact: vendor('contact_sort', 'vendor_by_contact', 'contact_name'),
  email: vendor('email_sort', 'vendor_by_email_order', 'email'),
  phone: vendor('phone_sort', 'vendor_by_phone', 'phone_number'),
  city: vendor('city_sort', 'vendor_by_city', 'trim(city_name)'),
  state: vendor('state_sort', 'vendor_by_state', 'trim(state_code)'),
  services: vendor('services_sort', 'vendor_by_services', 'services'),
  licensed: vendor('licensed_sort', 'vendor_by_licensed'),
  compliance: vendor('compliance_sort', 'vendor_by_compliance', 'compliance_status'),
  vendorId: vendor('id_sort', 'vendor_by_id', 'vendor_id'),
  fetched: vendor('fetched_at', 'vendor_by_age'),
  invited: vendor('invited', 'vendor_by_invited'),
};

const invite = (key: string, index: string, written: string | null = null) =>
  order(
    'invite_key',
    'entry',
    key,
    index,
    written === null ? null : `SELECT ${written} FROM invite WHERE entry = @number`,
  );

/** Entries are numbered in the order in which they are queued. */
const byState = order(
  'entry',
  'seq',
  'state',
  'entry_by_state',
  null,
  "kind = 'invite'",
  entryState.options.toSorted(),
);

export const inviteOrders: Record<InviteColumn, ListOrder> = {
  state: byState,
  contact: invite('contact', 'invite_key_by_contact', 'contact_name'),
  company: invite('company', 'invite_key_by_company', 'company_name'),
  email: invite('email', 'invite_key_by_email', 'email'),
  phone: invite('phone', 'invite_key_by_phone', 'phone_number'),
  queued: order('invite', 'entry', 'entry', null),
  sent: invite('sent', 'invite_key_by_sent'),
  compliance: invite('compliance', 'invite_key_by_compliance', 'compliance_status'),
  vendorStatus: invite('vendor_status', 'invite_key_by_vendor_status', 'vendor_status'),
  vendorId: invite('vendor_id', 'invite_key_by_vendor', 'vendor_id'),
  archived: invite('archived', 'invite_key_by_archived'),
};

const verification = (key: string, index: string, written: string | null = null) =>
  order(
    'verification_key',
    'entry',
    key,
    index,
    written === null ? null : `SELECT ${written} FROM verification WHERE entry = @number`,
  );

export const verificationOrders: Record<VerificationColumn, ListOrder> = {
  state: verification('state', 'verification_key_by_state'),
  number: verification('number', 'verification_key_by_number', 'license_number'),
  trade: verification('trade', 'verification_key_by_trade', 'license_trade_type'),
  licensee: verification('licensee', 'verification_key_by_licensee', 'licensee_name'),
  status: verification('status', 'verification_key_by_status', 'status'),
  expires: verification('expires', 'verification_key_by_expires'),
  checked: verification('checked', 'verification_key_by_checked'),
  type: verification('type', 'verification_key_by_type', 'type'),
  vendorId: verification('vendor_id', 'verification_key_by_vendor', "ltrim(vendor_id, '@')"),
  queued: order('verification', 'entry', 'entry', null),
};

export const outboxOrders: Record<OutboxColumn, ListOrder> = {
  kind: order('entry_key', 'entry', 'kind', 'entry_key_by_kind'),
  for: order(
    'entry_key',
    'entry',
    'title',
    'entry_key_by_title',
    'SELECT title FROM entry WHERE seq = @number',
  ),
  next: order('entry', 'seq', 'next_at', 'entry_due', null, "state = 'waiting'"),
  tries: order('entry_key', 'entry', 'tries', 'entry_key_by_tries'),
  queued: order('entry', 'seq', 'seq', null),
};

export const listOrders = {
  vendors: vendorOrders,
  invites: inviteOrders,
  verifications: verificationOrders,
  outbox: outboxOrders,
} satisfies Record<TableName, Record<string, ListOrder>>;
