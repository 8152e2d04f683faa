import { pluralize } from '#shared/base/pluralize.ts';
import type { EntryProgress } from '#shared/ipc/outbox.ts';
import type { RouteTarget } from '../stores/navigation.ts';
import { useNow, dayText, daysBetween } from '../time.ts';
import { LinkButton } from './button.tsx';
import { MessageBlock } from './message-block.tsx';

const shownAtMost = 3;

export type EarlierEntry = Pick<
  EntryProgress,
  | 'entryId'
  | 'state'
  | 'reason'
  | 'attempts'
  | 'queuedAt'
  | 'sentAt'
  | 'changedAt'
  | 'markedByPerson'
  | 'colleague'
>;

export interface EarlierLabels<Row extends EarlierEntry> {
  screen: RouteTarget['screen'];
  unknown: { title: string; meaning: string };
  sentence: (row: Row, now: number) => string | null;
  open: (row: Row) => string;
  consequence: (found: readonly Row[]) => string | null;
}

function dayWord(at: number, now: number): string {
  const days = daysBetween(at, now);
  if (days === 0) return 'today';
  return days === 1 ? 'yesterday' : `on ${dayText(at, now)}`;
}

/**
 * What an earlier entry means for a new one like it; null where it is no reason to wait.
 * @param what is named, such as "An invite to Vera"
 * @param sent of one that was or may have been sent: what became of it, given the day in words
 */
export function earlierSentence(
  entry: Omit<EarlierEntry, 'entryId'>,
  what: string,
  sent: { in_doubt: (day: string) => string; accepted: (day: string) => string },
  now: number,
): string | null {
  const queued = dayWord(entry.queuedAt, now);
  const waits = `${what} has been waiting to be sent since ${queued.replace(/^on /, '')}.`;
  const sentences: Record<EarlierEntry['state'], string | null> = {
    in_doubt: sent.in_doubt(queued),
    accepted: sent.accepted(dayWord(entry.sentAt ?? entry.changedAt, now)),
    sending: `${what} is being sent now.`,
    queued: waits,
    waiting: waits,
    rejected:
      entry.reason?.code === 'altered'
        ? `${what} was altered on the disk, so it wasn’t sent. Open it to decide.`
        : `${what} was refused ${dayWord(entry.changedAt, now)}. Open it to see why.`,
    dead: `${what} stopped after ${pluralize(entry.attempts, 'attempt', 'attempts')}. It can be tried again.`,
    cancelled: null,
  };
  return sentences[entry.state];
}

interface EarlierWarningProps<Row extends EarlierEntry> {
  labels: EarlierLabels<Row>;
  earlier: { found: readonly Row[]; problem: string | null };
}

/** The earlier entries that a new one may repeat; null where there are none. */
export function EarlierWarning<Row extends EarlierEntry>({ labels, earlier }: EarlierWarningProps<Row>) {
  const { found, problem } = earlier;
  const now = useNow('minute');
  if (problem !== null) {
    return (
      <MessageBlock tone="cau" title={labels.unknown.title} live>
        {`${problem} ${labels.unknown.meaning}`}
      </MessageBlock>
    );
  }
  if (found.length === 0) return null;
  const more = found.length - shownAtMost;
  return (
    <MessageBlock tone="cau" live>
      <ul className="stack gap-4">
        {found.slice(0, shownAtMost).map((row) => (
          <li key={row.entryId} className="row-baseline between gap-16">
            <strong>{labels.sentence(row, now)}</strong>
            {row.colleague === undefined || row.state === 'accepted' ? (
              <LinkButton
                size="small"
                label={labels.open(row)}
                to={{ screen: labels.screen, path: [row.entryId] }}
              >
                Open
              </LinkButton>
            ) : null}
          </li>
        ))}
      </ul>
      {more > 0 ? `${more} more like ${more === 1 ? 'it' : 'them'}. ` : null}
      {labels.consequence(found)}
    </MessageBlock>
  );
}
