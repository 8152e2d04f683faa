import { countText } from '#shared/base/counted.ts';
import { inviteFilter, type InviteFilter } from '#shared/ipc/invites.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { entryState } from '#shared/outbox/outbox.ts';
import { stateWord } from '#shared/outbox/state-labels.ts';
import type { OtherFilter } from '../../components/column-filters.tsx';
import type { MenuChoice } from '../../components/menu.tsx';
import { changeQuery } from '../../stores/navigation.ts';

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

/** What narrows the list beside the filters by column, one chip each. */
export function narrowingChips(filter: InviteFilter): OtherFilter[] {
  const { archived, withinDays, answered, state, settled, list } = filter;
  return [
    ...(archived === null ? [] : [{ id: 'archived', label: archived ? 'Archived' : 'Not archived' }]),
    ...(withinDays === null
      ? []
      : [
          {
            id: 'within',
            label:
              withinDays === 1
                ? 'Queued in the last day'
                : `Queued in the last ${countText(withinDays)} days`,
          },
        ]),
    ...(answered === null
      ? []
      : [{ id: 'answered', label: answered ? 'With a compliance word' : 'Without a compliance word' }]),
    ...(state === null ? [] : [{ id: 'state', label: `State: ${stateWord(state, 'invite')}` }]),
    ...(settled === null ? [] : [{ id: 'settled', label: 'Done: profile on file' }]),
    ...(list === null ? [] : [{ id: 'list', label: 'From one imported list' }]),
  ];
}

/** The choices of a menu that narrow the list; choosing one again takes it back. */
export function filterChoices(query: Readonly<Record<string, string>>): MenuChoice[] {
  function choice(id: string, label: string, part: string, value: string, apart = false): MenuChoice {
    const current = ownMember(query, part) === value;
    return { id, label, apart, current, onChoose: () => changeQuery({ [part]: current ? null : value }) };
  }
  return [
    choice('unclear', 'May have been sent', 'state', 'in_doubt'),
    choice('archived', 'Archived', 'archived', 'yes', true),
    choice('kept', 'Not archived', 'archived', 'no'),
    choice('settled', 'Done: profile on file', 'settled', 'yes'),
    choice('week', 'Queued in the last 7 days', 'within', '7', true),
    choice('month', 'Queued in the last 30 days', 'within', '30'),
    choice('answered', 'With a compliance word', 'answered', 'yes', true),
    choice('unanswered', 'Without a compliance word', 'answered', 'no'),
  ];
}
