import type { TableName, listColumns } from '#shared/settings/lists.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { entryKinds } from '#shared/outbox/entry-kinds.ts';
import { entryKind, entryState } from '#shared/outbox/outbox.ts';
import { verificationStateWord } from '#shared/verdict/verification-state.ts';

/** How SQLite sorts a list by one of its columns and narrows it by that column. */
export interface ListOrder {
  table: string;
  /** The index that is in this order; null where the rows themselves lie in it. */
  index: string | null;
  /** SQL condition for the list's part of the table; null for all of it. */
  only: string | null;
  /** The columns for a row's number and for what it is sorted by; that is never null. */
  number: string;
  key: string;
  /** SQL for the value as written, of the row `@number`; null for the key itself. */
  written: string | null;
  /** Values of the key whose index ranges are each in order; null if the whole index is in order. */
  stretches: readonly string[] | null;
}

type Source = 'vendor' | 'entry' | 'invite' | 'verification' | 'watch' | 'decision';

/** A column whose sort key is stored in the list's key table, which list-keys.ts creates from this. */
export interface KeyColumn {
  key: string;
  isNumber: boolean;
  written: string | null;
  /** By table, the columns whose change changes the key. None for what is fixed once the search knows the row. */
  from: Readonly<Partial<Record<Source, readonly string[]>>>;
  /** The text that rows show for a key, if the search finds rows by it; such a column has few values. */
  words: ((key: string) => string) | null;
}

/** The table with a list's sort keys, one row each, and where they come from. */
export interface KeyTable<Column extends string = string> {
  name: string;
  rows: string;
  number: string;
  columns: Readonly<Record<Column, KeyColumn | ListOrder>>;
  /** SQL for the number of the row that a change in a table concerns, under a condition. */
  changes: readonly { of: Source; number: string; when?: string; onInsert?: true }[];
}

type More = Partial<Pick<KeyColumn, 'from' | 'words'>> & { written?: string };

/** Sorted without case and accents; fixed once written, since a trigger cannot fold. */
const text = (value: string, written = `trim(${value})`): KeyColumn => ({
  key: `sort_key(${value})`,
  isNumber: false,
  written,
  from: {},
  words: null,
});

/** A word of the service, sorted without case; blanks last. */
const word = (value: string, { written, ...more }: More = {}): KeyColumn => ({
  ...text(value, written),
  key: `COALESCE(NULLIF(lower(trim(${value})), ''), char(65535))`,
  ...more,
});

/** Sorted as it is; never null. */
const plain = (key: string, more: More & { isNumber?: true } = {}): KeyColumn => ({
  ...text(key),
  key,
  written: null,
  ...more,
});

/** Milliseconds since 1970; unknown times last. */
const time = (value: string, from: KeyColumn['from']): KeyColumn =>
  plain(`COALESCE(${value}, 9007199254740991)`, { isNumber: true, from });

/** An order that a table of the workspace has by itself. */
export const ownOrder = (
  table: string,
  number: string,
  key: string,
  index: string | null,
  more: Partial<ListOrder> = {},
): ListOrder => ({ table, number, key, index, written: null, only: null, stretches: null, ...more });

const asWritten = (value: string) => value;

const sender = "COALESCE(e.colleague, 'You')";

const vendors: KeyTable<keyof typeof listColumns.vendors> = {
  name: 'vendor_key',
  rows: 'vendor v',
  number: 'v.number',
  changes: [{ of: 'vendor', number: 'NEW.number' }],
  columns: {
    company: text('COALESCE(v.company_name, v.contact_name)', 'v.company_name'),
    contact: text('v.contact_name'),
    email: text('v.email'),
    phone: text('v.phone_number'),
    city: text('v.city_name'),
    state: text('v.state_code'),
    services: text("(SELECT group_concat(value, ' ') FROM json_each(v.services))"),
    licensed: word("CASE v.licensed WHEN 1 THEN 'yes' WHEN 0 THEN 'no' END"),
    compliance: word('v.compliance_status', { from: { vendor: ['compliance_status'] }, words: asWritten }),
    vendorId: text('v.vendor_id'),
    fetched: ownOrder('vendor', 'number', 'fetched_at', 'vendor_by_age'),
    invited: plain('v.invited', { isNumber: true, from: { vendor: ['invited'] } }),
  },
};

const invites: KeyTable<keyof typeof listColumns.invites> = {
  name: 'invite_key',
  rows: 'invite i JOIN entry e ON e.seq = i.entry',
  number: 'i.entry',
  changes: [
    { of: 'invite', number: 'NEW.entry' },
    { of: 'entry', number: 'NEW.seq', when: "NEW.kind = 'invite'" },
  ],
  columns: {
    // Entries are numbered in the order in which they are queued.
    state: ownOrder('entry', 'seq', 'state', 'entry_by_state', {
      only: "kind = 'invite'",
      stretches: entryState.options.toSorted(),
    }),
    contact: text('COALESCE(i.contact_name, i.email, i.vendor_id)'),
    company: text('i.company_name'),
    email: text('i.email'),
    phone: text('i.phone_number'),
    queued: ownOrder('invite', 'entry', 'entry', null),
    sent: time('e.sent_at', { entry: ['sent_at'] }),
    compliance: word('i.compliance_status', { from: { invite: ['compliance_status'] }, words: asWritten }),
    vendorStatus: word('i.vendor_status', { from: { invite: ['vendor_status'] }, words: asWritten }),
    vendorId: word('i.vendor_id', { from: { invite: ['vendor_id'] } }),
    archived: time('i.archived_at', { invite: ['archived_at'] }),
    by: word(sender),
  },
};

const ofSubject = {
  number: '(SELECT seq FROM entry WHERE id = NEW.subject)',
  when: "NEW.kind = 'verification'",
} as const;

const verifications: KeyTable<keyof typeof listColumns.verifications> = {
  name: 'verification_key',
  rows: `verification v JOIN entry e ON e.seq = v.entry JOIN verification_state s ON s.entry = v.entry
    LEFT JOIN watch w ON w.kind = 'verification' AND w.subject = e.id`,
  number: 'v.entry',
  changes: [
    { of: 'verification', number: 'NEW.entry' },
    { of: 'entry', number: 'NEW.seq', when: "NEW.kind = 'verification'" },
    { of: 'watch', ...ofSubject },
    { of: 'decision', ...ofSubject, onInsert: true },
  ],
  columns: {
    state: plain('s.state', {
      from: {
        verification: ['verdict', 'verdict_by_hand', 'attention', 'asks_since', 'replaced'],
        entry: ['state', 'marked_by_person'],
        watch: ['state'],
        decision: ['undone_at'],
      },
      words: verificationStateWord,
    }),
    number: text('v.license_number'),
    trade: text('v.license_trade_type'),
    licensee: text('v.licensee_name'),
    status: word('v.status', { from: { verification: ['status'] }, words: asWritten }),
    expires: word('v.expires_on', { from: { verification: ['expires_on'] } }),
    checked: time('w.last_at', { watch: ['last_at'] }),
    type: text('v.type'),
    vendorId: word('v.vendor_id', {
      from: { verification: ['vendor_id'] },
      written: "ltrim(v.vendor_id, '@')",
    }),
    queued: ownOrder('verification', 'entry', 'entry', null),
    by: word(sender),
  },
};

const outbox: KeyTable<keyof typeof listColumns.outbox> = {
  name: 'entry_key',
  rows: 'entry e',
  number: 'e.seq',
  changes: [{ of: 'entry', number: 'NEW.seq' }],
  columns: {
    kind: plain('e.kind', {
      words: (kind) => {
        const known = entryKind.safeParse(kind).data;
        return known === undefined ? '' : entryKinds[known].labels.title;
      },
    }),
    for: text('e.title'),
    next: ownOrder('entry', 'seq', 'next_at', 'entry_due', { only: "state = 'waiting'" }),
    tries: plain('e.attempts', { isNumber: true, from: { entry: ['attempts'] } }),
    queued: ownOrder('entry', 'seq', 'seq', null),
  },
};

/** How each list is sorted, narrowed and searched by its columns; their labels are in `#shared/settings/lists.ts`. */
export const keyTables = { vendors, invites, verifications, outbox } as const satisfies Record<
  TableName,
  KeyTable
>;

export function listOrder(list: TableName, column: string): ListOrder {
  const table: KeyTable = keyTables[list];
  const found = ownMember(table.columns, column);
  if (found === undefined) throw new Error(`The list of ${list} has no column ${column}.`);
  if ('table' in found) return found;
  return {
    table: table.name,
    index: `${table.name}_by_${column}`,
    only: null,
    number: 'number',
    key: `by_${column}`,
    written:
      found.written === null
        ? null
        : `SELECT ${found.written} FROM ${table.rows} WHERE ${table.number} = @number`,
    stretches: null,
  };
}

/** The columns of a list whose few values its search looks through, with what rows show for them. */
export const searchedColumns = (list: TableName): { order: ListOrder; words: (key: string) => string }[] =>
  Object.entries<KeyColumn | ListOrder>(keyTables[list].columns).flatMap(([id, column]) => {
    const words = 'words' in column ? column.words : null;
    return words === null ? [] : [{ order: listOrder(list, id), words }];
  });
