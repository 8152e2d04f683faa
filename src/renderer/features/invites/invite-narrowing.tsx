import { ListFilter, X } from 'lucide-react';
import { countText } from '#shared/counted.ts';
import { inviteFilter, type InviteFilter } from '#shared/ipc/invites.ts';
import { entryState, type EntryState } from '#shared/outbox.ts';
import { Button } from '../../components/button.tsx';
import type { MenuChoice } from '../../components/menu.tsx';
import { MessageBlock } from '../../components/message-block.tsx';

/** The filter that an address names; what it does not know is left out. */
export function filterOf(query: Readonly<Record<string, string | undefined>>): InviteFilter {
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
export function queryOf({
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

const stateWords: Record<EntryState, string> = {
  queued: 'waiting to be sent',
  sending: 'being sent',
  waiting: 'tried again later',
  in_doubt: 'that may already have been sent',
  accepted: 'sent',
  rejected: 'refused',
  dead: 'that Gangway stopped trying',
  cancelled: 'cancelled',
};

function partsOf({ archived, withinDays, answered, state, settled, list }: InviteFilter): string[] {
  return [
    ...(archived === null ? [] : [archived ? 'archived' : 'not archived']),
    ...(withinDays === null
      ? []
      : [withinDays === 1 ? 'queued in the last day' : `queued in the last ${countText(withinDays)} days`]),
    ...(answered === null ? [] : [answered ? 'with a compliance word' : 'without a compliance word']),
    ...(state === null ? [] : [stateWords[state]]),
    ...(settled === null ? [] : ['whose vendor’s profile can be read']),
    ...(list === null ? [] : ['from one list']),
  ];
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
    choice('unclear', 'May already have been sent', { state: 'in_doubt' }),
    choice('archived', 'Archived', { archived: true }, true),
    choice('kept', 'Not archived', { archived: false }),
    choice('settled', 'Done: the vendor’s profile can be read', { settled: true }),
    choice('week', 'Queued in the last 7 days', { withinDays: 7 }, true),
    choice('month', 'Queued in the last 30 days', { withinDays: 30 }),
    choice('answered', 'With a compliance word', { answered: true }, true),
    choice('unanswered', 'Without a compliance word', { answered: false }),
  ];
}

/** Says what the list is narrowed by, so that nobody takes a part for the whole. */
export function NarrowedBy({ filter, onClear }: { filter: InviteFilter; onClear: () => void }) {
  const parts = partsOf(filter);
  if (parts.length === 0) return null;
  return (
    <MessageBlock
      tone="neu"
      slim
      icon={ListFilter}
      actions={
        <Button size="small" icon={X} onPress={onClear}>
          Clear filter
        </Button>
      }
    >
      {`Only those ${parts.join(', ')}.`}
    </MessageBlock>
  );
}
