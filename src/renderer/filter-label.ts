import { countText } from '#shared/base/pluralize.ts';
import {
  listColumns,
  type ColumnFilter,
  type ListColumn,
  type ListName,
  type TableName,
} from '#shared/settings/lists.ts';
import { entryLabels, stateWord } from '#shared/outbox/entry-labels.ts';
import { entryKind, entryState } from '#shared/outbox/outbox.ts';
import { verificationStateWord } from '#shared/verdict/verification-state.ts';

/** The search of a list: its name, what it asks for where nothing is typed yet, and all that it looks through. */
export const listSearch: Record<ListName, { label: string; placeholder: string; fields: string }> = {
  vendors: {
    label: 'Filter vendors',
    placeholder: 'Search name, company, email',
    fields: 'Searches name, company, email, phone, city, state, services, compliance and vendor ID.',
  },
  invites: {
    label: 'Filter invites',
    placeholder: 'Search name, company, email',
    fields: 'Searches name, company, email, phone, vendor ID, state, compliance and vendor status.',
  },
  verifications: {
    label: 'Filter verifications',
    placeholder: 'Search number, trade, licensee',
    fields: 'Searches license number, trade, licensee, type, vendor ID, state and status.',
  },
  documents: {
    label: 'Filter documents',
    placeholder: 'Search',
    fields: 'Searches name, document type, job ID, vendor ID, status and decision.',
  },
  outbox: {
    label: 'Filter the outbox',
    placeholder: 'Search name or license number',
    fields: 'Searches name, company, email, phone, license number, trade, vendor ID, kind and state.',
  },
};

export function filterColumns(list: TableName): { id: string; column: ListColumn }[] {
  const columns: Readonly<Record<string, ListColumn>> = listColumns[list];
  return Object.entries(columns).flatMap(([id, column]) => (column.filter === null ? [] : [{ id, column }]));
}

export function valueLabel(list: TableName, column: string, value: string, written: string): string {
  if (column === 'state' && list === 'invites') {
    const state = entryState.safeParse(value).data;
    if (state !== undefined) return stateWord(state, 'invite');
  }
  if (column === 'state' && list === 'verifications') return verificationStateWord(value);
  if (list === 'outbox' && column === 'kind') {
    const kind = entryKind.safeParse(value).data;
    if (kind !== undefined) return entryLabels[kind].labels.title;
  }
  if (column === 'licensed') return value === 'yes' ? 'Yes' : 'No';
  if (column === 'invited') return value === '1' ? 'Yes' : 'No';
  return written;
}

const daysText = (days: number) => (days === 1 ? 'day' : `${countText(days)} days`);

/** What a column is narrowed to, after the column's name and a colon. */
export function filterLabel(filter: ColumnFilter, valueText: string): string {
  switch (filter.kind) {
    case 'is':
      return valueText;
    case 'begins':
      return `begins with “${filter.value}”`;
    case 'given':
      return filter.given ? 'any' : 'none';
    case 'within':
      return `in the last ${daysText(filter.days)}`;
    case 'older':
      return `more than ${filter.days === 1 ? 'a day' : daysText(filter.days)} ago`;
    case 'next':
      return `in the next ${daysText(filter.days)}`;
    case 'past':
      return 'past';
  }
}
