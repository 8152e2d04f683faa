import { countText } from '#shared/counted.ts';
import { inviteFilter, type InviteFilter } from '#shared/ipc/invites.ts';
import { entryState } from '#shared/outbox.ts';
import { stateWord } from '#shared/state-labels.ts';
import type { OtherFilter } from '../../components/column-filters.tsx';
import type { MenuChoice } from '../../components/menu.tsx';

/** The filter that an address names; what it does not know is left out. */
export function toFilter(query: Readonly<Record<string, string | undefined>>): InviteFilter {
  const within = Number(query['within']);
  const list = Number(query['list']);
  const flag = (word: string | undefined) => (word === 'yes' ? true : word === 'no' ? false : null);
  return inviteFilter.parse({
    archived: flag(query['archived']),
    withinDays: Number.isInteger(within) && within >= 1 && within <= 3650 ? within : null,
    answered: flag(query['answered']),
    state: entryState.safeParse(query['state']).data ?? null,
    settled: query['settled'] === 'yes' ? true : null,
    list: Number.isInteger(list) && list >= 1 ? list : null,
  });
}

/** The filter as an address names it. */
export function toQuery({
  archived,
  withinDays,
  answered,
  state,
  settled,
  list,
}: InviteFilter): Record<string, string> {
  return {
    ...(archived === null ? {} : { archived: archived ? 'yes' : 'no' }),
    ...(withinDays === null ? {} : { within: String(withinDays) }),
    ...(answered === null ? {} : { answered: answered ? 'yes' : 'no' }),
    ...(state === null ? {} : { state }),
    ...(settled === null ? {} : { settled: 'yes' }),
    ...(list === null ? {} : { list: String(list) }),
  };
}

/** What a part of the filter says, beside the filters by column. */
function getParts({ archived, withinDays, answered, state, settled, list }: InviteFilter) {
  const part = (id: keyof InviteFilter, label: string) => ({ id, label });
  return [
    ...(archived === null ? [] : [part('archived', archived ? 'Archived' : 'Not archived')]),
    ...(withinDays === null
      ? []
      : [
          part(
            'withinDays',
            withinDays === 1 ? 'Queued in the last day' : `Queued in the last ${countText(withinDays)} days`,
          ),
        ]),
    ...(answered === null
      ? []
      : [part('answered', answered ? 'With a compliance word' : 'Without a compliance word')]),
    ...(state === null ? [] : [part('state', `State: ${stateWord(state, 'invite')}`)]),
    ...(settled === null ? [] : [part('settled', 'Done: the vendor’s profile can be read')]),
    ...(list === null ? [] : [part('list', 'From one imported list')]),
  ];
}

/** The parts of a filter as chips, each with a way to take it away. */
export function narrowingChips(
  filter: InviteFilter,
  onChange: (filter: InviteFilter) => void,
): OtherFilter[] {
  return getParts(filter).map(({ id, label }) => ({
    id,
    label,
    onRemove: () => onChange({ ...filter, [id]: null }),
  }));
}

/** The choices of a menu that narrow the list; choosing one again takes it back. */
export function filterChoices(filter: InviteFilter, onChange: (filter: InviteFilter) => void): MenuChoice[] {
  function choice(id: string, label: string, part: Partial<InviteFilter>, apart = false): MenuChoice {
    const current = Object.entries(part).every(([name, value]) =>
      Object.entries(filter).some(([other, held]) => other === name && held === value),
    );
    const without = inviteFilter.parse({
      ...filter,
      ...Object.fromEntries(Object.keys(part).map((name) => [name, null])),
    });
    return {
      id,
      label,
      apart,
      current,
      onChoose: () => onChange(current ? without : { ...filter, ...part }),
    };
  }
  return [
    choice('unclear', 'May have been sent', { state: 'in_doubt' }),
    choice('archived', 'Archived', { archived: true }, true),
    choice('kept', 'Not archived', { archived: false }),
    choice('settled', 'Done: the vendor’s profile can be read', { settled: true }),
    choice('week', 'Queued in the last 7 days', { withinDays: 7 }, true),
    choice('month', 'Queued in the last 30 days', { withinDays: 30 }),
    choice('answered', 'With a compliance word', { answered: true }, true),
    choice('unanswered', 'Without a compliance word', { answered: false }),
  ];
}
