import { ListFilter, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { countText } from '#shared/base/pluralize.ts';
import { listColumnRef } from '#shared/ipc/contract.ts';
import { listColumns, type ColumnFilter, type TableName } from '#shared/settings/lists.ts';
import { bindClasses } from '../class-names.ts';
import { filterColumns, filterLabel, valueLabel } from '../filter-label.ts';
import { handleSubmit } from '../stores/form.ts';
import { clearFilters, filterPart, getFilters, readFilter, writeFilter } from '../stores/list-query.ts';
import { useLive } from '../stores/live.ts';
import { changeQuery, useNavigation, useRoute } from '../stores/navigation.ts';
import { LinkButton, SmallButton } from './button.tsx';
import styles from './column-filters.module.css';
import { Icon } from './icon.tsx';
import { Problem } from './message-block.tsx';
import { Select, type Choice } from './select.tsx';
import { TextField } from './text-field.tsx';

const cls = bindClasses(styles);

function useValues(list: TableName, column: string | null) {
  const ref = listColumnRef.safeParse({ list, column }).data;
  return useLive('lists.values', ref, []);
}

function filtersIn(list: TableName, query: Readonly<Record<string, string>>) {
  const filters = Object.entries(getFilters(query, Object.keys(listColumns[list])));
  return filters.flatMap(([column, filter]) => (filter === undefined ? [] : [{ column, filter }]));
}

export function FilterButton({ list }: { list: TableName }) {
  const [open, setOpen] = useState(false);
  // Selects the count alone, so that typing a search does not render it again.
  const count = useNavigation(({ route }) => filtersIn(list, route.query).length);
  return (
    <FilterPopover
      isOpen={open}
      onOpenChange={setOpen}
      label="Filter by a column"
      trigger={
        <SmallButton
          variant="quiet"
          icon={ListFilter}
          label={count === 0 ? 'Filter' : `Filter ${count} in use`}
        >
          {count === 0 ? 'Filter' : `Filter ${count}`}
        </SmallButton>
      }
    >
      <FilterForm
        list={list}
        onAdd={(column, filter) => {
          changeQuery(filterPart(column, filter));
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

interface FilterFormProps {
  list: TableName;
  onAdd: (column: string, filter: ColumnFilter) => void;
}

function FilterForm({ list, onAdd }: FilterFormProps) {
  const columns = filterColumns(list);
  const [column, setColumn] = useState(columns[0]?.id ?? '');
  const [chosen, setChosen] = useState<string | null>(null);
  const [text, setText] = useState('');
  const kind = columns.find(({ id }) => id === column)?.column.filter ?? null;
  const { state, value: known } = useValues(list, kind === 'choice' ? column : null);
  const choices: Choice<string>[] =
    kind === 'time'
      ? times
      : kind === 'day'
        ? daysAhead
        : [
            ...(known ?? []).map(({ value, label, count }) => ({
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
      className="stack gap-12"
      onSubmit={handleSubmit(() => (filter === null ? undefined : onAdd(column, filter)))}
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
      {state.kind === 'failed' ? <Problem error={state.error} slim /> : null}
      <div className="to-end gap-8 flex">
        {kind === 'text' ? (
          <SmallButton variant="quiet" onPress={() => onAdd(column, { kind: 'given', given: false })}>
            Only blank values
          </SmallButton>
        ) : null}
        <SmallButton type="submit" variant="primary" disabled={filter === null}>
          Add filter
        </SmallButton>
      </div>
    </form>
  );
}

/** A filter that is not by a column. `id` is its query parameter. */
export interface OtherFilter {
  id: string;
  label: string;
}

interface FilterChipsProps {
  list: TableName;
  others?: readonly OtherFilter[] | undefined;
}

/** The active filters of a list as removable chips; null if there are none. */
export function FilterChips({ list, others = [] }: FilterChipsProps) {
  const { query } = useRoute();
  const filters = filtersIn(list, query);
  if (filters.length + others.length === 0) return null;
  return (
    <FiltersInUse others={others} onClear={() => clearFilters(others.map(({ id }) => id))}>
      {filters.map(({ column, filter }) => (
        <ColumnChip key={`${column} ${writeFilter(filter)}`} list={list} column={column} filter={filter} />
      ))}
    </FiltersInUse>
  );
}

interface FiltersInUseProps {
  others: readonly OtherFilter[];
  onClear: () => void;
  children?: ReactNode;
  result?: ReactNode;
}

/** One removable chip for each active filter, and a button that clears all. */
export function FiltersInUse({ others, onClear, children, result }: FiltersInUseProps) {
  return (
    <div className="row wrap gap-6" role="group" aria-label="Filters in use">
      {others.map(({ id, label }) => (
        <Chip key={id} label={label} onRemove={() => changeQuery({ [id]: null })} />
      ))}
      {children}
      <LinkButton size="small" onPress={onClear}>
        Clear filter
      </LinkButton>
      {result}
    </div>
  );
}

interface FilterPopoverProps {
  trigger: ReactNode;
  label: string;
  children: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
}

export function FilterPopover({ trigger, label, children, ...open }: FilterPopoverProps) {
  return (
    <DialogTrigger {...open}>
      {trigger}
      <Popover className={`${cls('popover')} surface card floats`} offset={4} placement="bottom end">
        <Dialog className={`${cls('dialog')} no-outline`} aria-label={label}>
          {children}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function ColumnChip({ list, column, filter }: { list: TableName; column: string; filter: ColumnFilter }) {
  const { value: known } = useValues(list, filter.kind === 'is' ? column : null);
  const value = filter.kind === 'is' ? filter.value : '';
  const written = known?.find((one) => one.value === value)?.label ?? value;
  const label = filterColumns(list).find(({ id }) => id === column)?.column.label ?? column;
  return (
    <Chip
      label={`${label}: ${filterLabel(filter, valueLabel(list, column, value, written))}`}
      onRemove={() => changeQuery(filterPart(column, null))}
    />
  );
}

function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <span className={`${cls('chip')} surface inline-row note gap-4 wide-320 boxed rounded`}>
      <span className="one-line" title={label}>
        {label}
      </span>
      <button
        type="button"
        className={`${cls('remove')} centered inline-row quiet round-4 hovers`}
        aria-label={`Remove the filter ${label}`}
        onClick={onRemove}
      >
        <Icon of={X} size={12} />
      </button>
    </span>
  );
}
