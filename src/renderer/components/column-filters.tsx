import { ListFilter, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { countText } from '#shared/counted.ts';
import { listColumnRef } from '#shared/ipc/lists.ts';
import type { ColumnFilter, ColumnFilters, TableName } from '#shared/lists.ts';
import { bindClasses } from '../class-names.ts';
import { filterColumns, filterLabel, valueLabel } from '../filter-label.ts';
import { readFilter, writeFilter } from '../stores/list-query.ts';
import { useLive } from '../stores/live.ts';
import { Button } from './button.tsx';
import styles from './column-filters.module.css';
import { Icon } from './icon.tsx';
import { Problem } from './problem.tsx';
import { Select, type Choice } from './select.tsx';
import { TextField } from './text-field.tsx';

const cls = bindClasses(styles);

function useValues(list: TableName, column: string | null) {
  const ref = listColumnRef.safeParse({ list, column }).data;
  return useLive('lists.values', ref, []).state;
}

/** Opens a small form that narrows a list by one of its columns. */
export function FilterButton({
  list,
  filters,
  onChange,
}: {
  list: TableName;
  filters: ColumnFilters<string>;
  onChange: (column: string, filter: ColumnFilter) => void;
}) {
  const [open, setOpen] = useState(false);
  const count = Object.keys(filters).length;
  return (
    <FilterPopover
      isOpen={open}
      onOpenChange={setOpen}
      label="Filter by a column"
      trigger={
        <Button
          variant="quiet"
          size="small"
          icon={ListFilter}
          label={count === 0 ? 'Filter' : `Filter ${count} in use`}
        >
          {count === 0 ? 'Filter' : `Filter ${count}`}
        </Button>
      }
    >
      <FilterForm
        list={list}
        onAdd={(column, filter) => {
          onChange(column, filter);
          setOpen(false);
        }}
      />
    </FilterPopover>
  );
}

const notGiven: Choice<string> = { value: 'given:no', label: 'None' };
const anyGiven: Choice<string> = { value: 'given:yes', label: 'Any' };
const times: Choice<string>[] = [
  ...[1, 7, 30, 90].map((days) => ({
    value: `within:${days}`,
    label: days === 1 ? 'In the last day' : `In the last ${days} days`,
  })),
  ...[1, 7, 30, 90].map((days) => ({
    value: `older:${days}`,
    label: days === 1 ? 'More than a day ago' : `More than ${days} days ago`,
  })),
  notGiven,
];
const daysAhead: Choice<string>[] = [
  ...[7, 30, 60, 90, 365].map((days) => ({ value: `next:${days}`, label: `In the next ${days} days` })),
  { value: 'past:', label: 'Past' },
  notGiven,
];

function FilterForm({
  list,
  onAdd,
}: {
  list: TableName;
  onAdd: (column: string, filter: ColumnFilter) => void;
}) {
  const columns = filterColumns(list);
  const [column, setColumn] = useState(columns[0]?.id ?? '');
  const [chosen, setChosen] = useState<string | null>(null);
  const [text, setText] = useState('');
  const kind = columns.find(({ id }) => id === column)?.column.filter ?? null;
  const values = useValues(list, kind === 'choice' ? column : null);
  const known = values.kind === 'ready' ? values.value : [];
  const choices: Choice<string>[] =
    kind === 'time'
      ? times
      : kind === 'day'
        ? daysAhead
        : [
            ...known.map(({ value, label, count }) => ({
              value: `is:${value}`,
              label: `${valueLabel(list, column, value, label)} (${countText(count)})`,
            })),
            notGiven,
            anyGiven,
          ];
  const written = kind === 'text' ? (chosen ?? `begins:${text}`) : chosen;
  const filter = written === null ? null : readFilter(written);

  return (
    <form
      className={cls('form')}
      onSubmit={(event) => {
        event.preventDefault();
        if (filter !== null) onAdd(column, filter);
      }}
    >
      <Select
        label="Column"
        value={column}
        choices={columns.map(({ id, column: { label } }) => ({ value: id, label }))}
        onChange={(to) => {
          setColumn(to);
          setChosen(null);
          setText('');
        }}
      />
      {kind === 'text' ? (
        <TextField
          label="Begins with"
          value={text}
          maxLength={200}
          onChange={(to) => {
            setText(to);
            setChosen(null);
          }}
        />
      ) : (
        <Select label="Show" value={chosen} choices={choices} onChange={setChosen} />
      )}
      {values.kind === 'failed' ? <Problem error={values.error} slim /> : null}
      <div className={cls('actions')}>
        {kind === 'text' ? (
          <Button size="small" variant="quiet" onPress={() => onAdd(column, { kind: 'given', given: false })}>
            Only those with none
          </Button>
        ) : null}
        <Button type="submit" size="small" variant="primary" disabled={filter === null}>
          Add filter
        </Button>
      </div>
    </form>
  );
}

/** Something that a list is narrowed by beside its columns, in words. */
export interface OtherFilter {
  id: string;
  label: string;
  onRemove: () => void;
}

/**
 * What a list is narrowed by, one chip each with a way to take it away, so that nobody takes a part for the whole. Nothing
 * where it is not narrowed.
 */
export function FilterChips({
  list,
  filters,
  others = [],
  onRemove,
  onClear,
  children,
}: {
  list: TableName;
  filters: ColumnFilters<string>;
  others?: readonly OtherFilter[];
  onRemove: (column: string) => void;
  onClear: () => void;
  /** What else can be done with what is shown. */
  children?: ReactNode;
}) {
  const given = Object.entries(filters).flatMap(([column, filter]) =>
    filter === undefined ? [] : [{ column, filter }],
  );
  if (given.length + others.length === 0) return null;
  const ofColumns = given.map(({ column, filter }) => (
    <ColumnChip
      key={`${column} ${writeFilter(filter)}`}
      list={list}
      column={column}
      filter={filter}
      onRemove={() => onRemove(column)}
    />
  ));
  return (
    <FiltersInUse others={others} ofColumns={ofColumns} onClear={onClear}>
      {children}
    </FiltersInUse>
  );
}

/** What a list is narrowed by, where there is anything: one chip each, and a button that takes all away. */
export function FiltersInUse({
  others,
  ofColumns,
  onClear,
  children,
}: {
  others: readonly OtherFilter[];
  ofColumns?: ReactNode;
  onClear: () => void;
  children?: ReactNode;
}) {
  return (
    <div className={cls('chips')} role="group" aria-label="Filters in use">
      {others.map(({ id, label, onRemove }) => (
        <Chip key={id} label={label} onRemove={onRemove} />
      ))}
      {ofColumns}
      <Button variant="link" size="small" onPress={onClear}>
        Clear filter
      </Button>
      {children}
    </div>
  );
}

/** A small form over the page, which a button beside a list opens. */
export function FilterPopover({
  trigger,
  label,
  children,
  ...open
}: {
  trigger: ReactNode;
  label: string;
  children: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
}) {
  return (
    <DialogTrigger {...open}>
      {trigger}
      <Popover className={cls('popover')} offset={4} placement="bottom end">
        <Dialog className={cls('dialog')} aria-label={label}>
          {children}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function ColumnChip({
  list,
  column,
  filter,
  onRemove,
}: {
  list: TableName;
  column: string;
  filter: ColumnFilter;
  onRemove: () => void;
}) {
  const values = useValues(list, filter.kind === 'is' ? column : null);
  const value = filter.kind === 'is' ? filter.value : '';
  const written =
    values.kind === 'ready' ? (values.value.find((one) => one.value === value)?.label ?? value) : value;
  const label = filterColumns(list).find(({ id }) => id === column)?.column.label ?? column;
  return (
    <Chip
      label={`${label}: ${filterLabel(filter, valueLabel(list, column, value, written))}`}
      onRemove={onRemove}
    />
  );
}

function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <span className={cls('chip')}>
      <span className={cls('words')} title={label}>
        {label}
      </span>
      <button
        type="button"
        className={cls('remove')}
        aria-label={`Remove the filter ${label}`}
        onClick={onRemove}
      >
        <Icon of={X} size={12} />
      </button>
    </span>
  );
}
