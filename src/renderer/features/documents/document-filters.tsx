import { ListFilter } from 'lucide-react';
import { pluralize, countText } from '#shared/base/pluralize.ts';
import { type DocumentFacets, type DocumentFilter } from '#shared/ipc/documents.ts';
import { scoreLabels, scoreLimits } from '#shared/service/score.ts';
import { FilterPopover, FiltersInUse, type OtherFilter } from '../../components/column-filters.tsx';
import { IconButton } from '../../components/button.tsx';
import { Select, type Choice } from '../../components/select.tsx';
import { useOwnNames } from '../../components/time-text.tsx';
import { ServiceWord } from '../../components/service-word.tsx';
import { changeQuery } from '../../stores/navigation.ts';
import { decisionWord } from './document-labels.ts';
import type { Queue } from './review-queue-store.ts';

const any = 'any';

/** Query parameters that are filters. */
export const filterParts = ['status', 'score', 'age', 'within', 'decision', 'by'];

export function clearDocumentFilter(): void {
  changeQuery(Object.fromEntries(filterParts.map((part) => [part, null])));
}

/** How many documents the filter hides; null for none or while counting. */
export function hiddenMessage({ facets, total }: Queue): string | null {
  if (facets === null || total === null || facets.all <= total) return null;
  return `The filter hides ${pluralize(facets.all - total, 'document')}.`;
}

/** Prefixed, so that no status of the service reads as "any". */
function statusChoices(statuses: DocumentFacets['statuses'], chosen: string | null): Choice<string>[] {
  const missing = chosen !== null && !statuses.some(({ value }) => value === chosen.toLowerCase());
  const words = [...statuses, ...(missing ? [{ value: chosen, label: chosen, count: 0 }] : [])];
  return [
    { value: any, label: 'Any status' },
    ...words.map(({ value, label, count }) => ({
      value: `=${value}`,
      label: `${label === '' ? 'No status' : label} (${countText(count)})`,
      ...(label !== '' && {
        drawn: (
          <span className="gap-4 narrows inline-flex on-baseline">
            <ServiceWord word={label} /> {`(${countText(count)})`}
          </span>
        ),
      }),
    })),
  ];
}

function scoreChoices(threshold: number): Choice<string>[] {
  const words = scoreLabels.flatMap((word) => {
    const { from, below } = scoreLimits(word, threshold);
    if (below === null) return [{ value: word, label: `${word}, ${from} and over` }];
    if (from >= below) return [];
    const limits = from === 0 ? `under ${below}` : `${from} to ${below - 1}`;
    return [{ value: word, label: `${word}, ${limits}` }];
  });
  return [{ value: any, label: 'Any score' }, ...words, { value: 'none', label: 'Without a score' }];
}

function ageChoices({ olderThanDays, withinDays }: DocumentFilter): Choice<string>[] {
  const lately = [...new Set([1, 7, ...(withinDays === null ? [] : [withinDays])])];
  const older = [...new Set([1, 7, 30, 90, ...(olderThanDays === null ? [] : [olderThanDays])])];
  return [
    { value: any, label: 'Any age' },
    ...lately.map((days) => ({
      value: `within ${days}`,
      label: days === 1 ? 'Added in the last day' : `Added in the last ${days} days`,
    })),
    ...older.map((days) => ({
      value: `older ${days}`,
      label: days === 1 ? 'Older than a day' : `Older than ${days} days`,
    })),
  ];
}

function getAge({ olderThanDays, withinDays }: DocumentFilter): string {
  if (withinDays !== null) return `within ${withinDays}`;
  return olderThanDays === null ? any : `older ${olderThanDays}`;
}

const decisionChoices: Choice<string>[] = [
  { value: any, label: 'Any decision' },
  { value: 'none', label: 'Not decided' },
  ...(['accept', 'ask_new_copy', 'skip'] as const).map((value) => ({ value, label: decisionWord(value) })),
];

const byPrefix = '=';

/** Who decided. Prefixed, so that nobody's name reads as "any". */
const personChoices = (people: readonly string[], own: readonly (string | null)[]): Choice<string>[] => [
  { value: any, label: 'Decided by anyone' },
  ...people.map((name) => ({ value: byPrefix + name, label: own.includes(name) ? 'Mine' : name })),
];

const getLabel = (choices: readonly Choice<string>[], value: string) =>
  choices.find((choice) => choice.value === value)?.label ?? value;

function filtersInUse(filter: DocumentFilter, threshold: number): OtherFilter[] {
  const { status, score, withinDays, decision, by } = filter;
  const age = getAge(filter);
  return [
    status === null ? null : { id: 'status', label: `Status: ${status === '' ? 'none' : status}` },
    score === null ? null : { id: 'score', label: `Score: ${getLabel(scoreChoices(threshold), score)}` },
    age === any
      ? null
      : { id: withinDays === null ? 'age' : 'within', label: `Age: ${getLabel(ageChoices(filter), age)}` },
    decision === null ? null : { id: 'decision', label: `Decision: ${getLabel(decisionChoices, decision)}` },
    by === null ? null : { id: 'by', label: `Decided by: ${by}` },
  ].filter((chip) => chip !== null);
}

export function DocumentFilterButton({ queue }: { queue: Queue }) {
  const { facets, threshold } = queue;
  const { filter } = queue.query;
  const own = useOwnNames();
  const people = [...new Set([...(facets?.people ?? []), ...(filter.by === null ? [] : [filter.by])])];
  const label = 'Filter by status, score, age or decision';
  const status = filter.status === null ? any : `=${filter.status.toLowerCase()}`;
  const pick = (
    name: string,
    value: string,
    choices: Choice<string>[],
    ask: (value: string | null) => Record<string, string | null>,
  ) => (
    <Select
      label={name}
      labelHidden
      value={value}
      choices={choices}
      onChange={(chosen) => changeQuery(ask(chosen === any ? null : chosen))}
    />
  );
  return (
    <FilterPopover label={label} trigger={<IconButton icon={ListFilter} label={label} />}>
      <div className="stack gap-4" role="group" aria-label="Narrow the list">
        {pick('Status', status, statusChoices(facets?.statuses ?? [], filter.status), (chosen) => ({
          status: chosen?.slice(1) ?? null,
        }))}
        {pick('Score', filter.score ?? any, scoreChoices(threshold), (score) => ({ score }))}
        {pick('Age', getAge(filter), ageChoices(filter), (age) => {
          const [kind, days = null] = age?.split(' ') ?? [];
          return { age: kind === 'older' ? days : null, within: kind === 'within' ? days : null };
        })}
        {pick('Decision', filter.decision ?? any, decisionChoices, (decision) => ({ decision }))}
        {people.length === 0
          ? null
          : pick(
              'Decided by',
              filter.by === null ? any : byPrefix + filter.by,
              personChoices(people, own),
              (by) => ({
                by: by?.slice(byPrefix.length) ?? null,
              }),
            )}
      </div>
    </FilterPopover>
  );
}

export function DocumentFilters({ queue }: { queue: Queue }) {
  const { query, narrowed, threshold, total, facets } = queue;
  if (!narrowed) return null;
  return (
    <div className="stack fixed gap-4 pad-0-10 pad-below-8">
      <FiltersInUse
        others={filtersInUse(query.filter, threshold)}
        onClear={clearDocumentFilter}
        result={
          <span className="quiet small figures indent-4" role="status">
            {total === null || facets === null ? '' : `${countText(total)} of ${countText(facets.all)} shown`}
          </span>
        }
      />
    </div>
  );
}
