import {
  CircleAlert,
  CircleArrowUp,
  CircleQuestionMark,
  Ban,
  Check,
  Clock,
  CloudOff,
  OctagonX,
  Timer,
  type LucideIcon,
} from 'lucide-react';
import type { Tone } from '#shared/base/tone.ts';
import type { OutboxNarrowing, OutboxQuery, OutboxRow } from '#shared/ipc/outbox.ts';
import type { OutboxGroup, QueueCondition } from '#shared/outbox/outbox.ts';
import { queueHold } from '#shared/words/queue-hold.ts';
import { call } from '../../bridge.ts';
import { usePagedList, type PagedListHandle } from '../../stores/paged-list.ts';
import { clockTime } from '../../time.ts';

export interface GroupView {
  group: OutboxGroup;
  title: string;
  note: string | null;
  icon: LucideIcon;
  tone: Tone;
  list: PagedListHandle<OutboxRow>;
}

function useGroup(
  group: OutboxGroup,
  query: OutboxQuery,
  only: OutboxNarrowing | null = null,
): PagedListHandle<OutboxRow> {
  return usePagedList<OutboxRow>(`${group} ${only ?? ''} ${JSON.stringify(query)}`, {
    fetchPage: (after, limit) => call('outbox.page', { group, only, after, limit, ...query }),
    rowId: (row) => row.entryId,
    events: ['entries.changed'],
    newRows: 'join',
  });
}

const narrowedHeads = {
  refused: { title: 'Refused by the service', icon: OctagonX, tone: 'neg' },
  in_doubt: { title: 'May have been sent', icon: CircleQuestionMark, tone: 'cau' },
} as const satisfies Record<OutboxNarrowing, Pick<GroupView, 'title' | 'icon' | 'tone'>>;

/** Just what a number of Today counts. */
export function useNarrowed(only: OutboxNarrowing, query: OutboxQuery): GroupView[] {
  const list = useGroup('needs_you', query, only);
  return [{ group: 'needs_you', note: 'These wait until you decide.', list, ...narrowedHeads[only] }];
}

/** All groups in the order in which they are shown: while nothing can be sent, what waits comes first. */
export function useGroups(condition: QueueCondition, query: OutboxQuery): GroupView[] {
  const needsYou = useGroup('needs_you', query);
  const sending = useGroup('sending', query);
  const willRetry = useGroup('will_retry', query);
  const waiting = useGroup('waiting', query);
  const sent = useGroup('sent', query);
  const cancelled = useGroup('cancelled', query);
  const offline = condition.kind === 'offline' || condition.kind === 'working_offline';
  const hold = queueHold(condition, clockTime);
  const waitingView: GroupView = {
    group: 'waiting',
    title: offline && hold !== null ? hold.word : 'Waiting',
    note: query.sort === null ? 'In the order queued' : null,
    icon: offline ? CloudOff : Clock,
    tone: 'neu',
    list: waiting,
  };
  const rest: GroupView[] = [
    {
      group: 'needs_you',
      title: 'Needs you',
      note: 'These wait until you decide. The rest continues.',
      icon: CircleAlert,
      tone: 'cau',
      list: needsYou,
    },
    { group: 'sending', title: 'Sending now', note: null, icon: CircleArrowUp, tone: 'prog', list: sending },
    {
      group: 'will_retry',
      title: 'Will retry',
      note: 'Not accepted yet, safe to try again',
      icon: Timer,
      tone: 'neu',
      list: willRetry,
    },
  ];
  const ended: GroupView[] = [
    { group: 'sent', title: 'Sent', note: null, icon: Check, tone: 'pos', list: sent },
    {
      group: 'cancelled',
      title: 'Canceled',
      note: 'Kept for the record',
      icon: Ban,
      tone: 'neu',
      list: cancelled,
    },
  ];
  return offline ? [waitingView, ...rest, ...ended] : [...rest, waitingView, ...ended];
}
