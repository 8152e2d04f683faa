import type { SyncStatus } from '#shared/outbox.ts';
import { unsentCount } from '#shared/sync-words.ts';
import { ProgressSegments } from '../../components/progress-segments.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { classesOf } from '../../class-names.ts';
import { useNow } from '../../stores/now.ts';
import { useSync } from '../../stores/sync.ts';
import { clockTime, stretch } from '../../time.ts';
import styles from './progress-card.module.css';

const cls = classesOf(styles);

/** An estimate is given from this many on. */
const enoughForPace = 10;

const smallNumbers = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** The run of sending: counts first, then an estimate. Nothing is drawn where nothing was sent since the start. */
export function ProgressCard({ status }: { status: SyncStatus }) {
  const run = useSync((store) => store.lastRun);
  const now = useNow('second');
  if (run === null) return null;

  const unsent = unsentCount(status);
  const { sent } = run;
  const needYou = run.settled - sent;
  const ended = unsent === 0;
  const paused = status.condition.kind === 'paused';
  const done = `${run.settled} of ${run.handedOver}`;
  const resting = !ended && unsent === status.counts.waiting;
  const title = ended
    ? endWords(sent, needYou)
    : paused
      ? `Paused at ${done}`
      : resting
        ? `${endWords(sent, needYou)}, ${unsent} will retry`
        : `Sending ${done}`;
  return (
    <section className={cls('card')} aria-label="Progress of sending">
      <div className={cls('head')}>
        <h2 className={cls('title')}>{title}</h2>
        <span className={cls('words')}>
          started {clockTime(run.startedAt)}
          {ended || paused || resting
            ? null
            : `, ${smallNumbers[status.concurrency] ?? status.concurrency} at a time${paceWords(run, now)}`}
        </span>
        {status.lastAnswerAt === null ? null : (
          <span className={cls('reply')}>
            Last reply from the service <TimeText at={status.lastAnswerAt} form="detail" />
          </span>
        )}
      </div>
      <ProgressSegments
        segments={[
          { id: 'sent', label: 'sent', count: sent, tone: 'pos' },
          { id: 'sending', label: 'sending', count: status.counts.sending, tone: 'prog' },
          { id: 'need_you', label: needYou === 1 ? 'needs you' : 'need you', count: needYou, tone: 'cau' },
          { id: 'will_retry', label: 'will retry', count: status.counts.waiting, tone: 'neu' },
          { id: 'waiting', label: 'waiting', count: status.counts.queued, tone: 'rest' },
        ]}
      />
    </section>
  );
}

function endWords(sent: number, needYou: number): string {
  if (needYou === 0) return `${sent} sent`;
  return `${sent} sent, ${needYou} ${needYou === 1 ? 'needs' : 'need'} you`;
}

function paceWords(run: NonNullable<SyncStatus['run']>, now: number): string {
  const left = run.handedOver - run.settled;
  if (run.settled < enoughForPace || left <= 0) return '';
  const pace = Math.max(1, now - run.startedAt) / run.settled;
  return `, about ${stretch(Math.max(1000, pace * left))} at this pace`;
}
