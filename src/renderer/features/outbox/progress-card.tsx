import type { SyncStatus } from '#shared/outbox/outbox.ts';
import { queueHold } from '#shared/words/queue-hold.ts';
import { needsPersonCount, unsentCount } from '#shared/words/sync-labels.ts';
import { ProgressSegments } from '../../components/progress-segments.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { bindClasses } from '../../class-names.ts';
import { useNow } from '../../stores/now.ts';
import { clockTime, stretch } from '../../time.ts';
import styles from './progress-card.module.css';

const cls = bindClasses(styles);

/** An estimate is given from this many on. */
const enoughForPace = 10;

const smallNumbers = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** The latest run of sending: counts, then an estimate, and what holds the queue. Nothing before the first one. */
export function ProgressCard({ status }: { status: SyncStatus }) {
  const now = useNow('second');
  const { run } = status;
  if (run === null) return null;

  const unsent = unsentCount(status);
  const needYou = needsPersonCount(status);
  const { sent } = run;
  const hold = queueHold(status.condition, clockTime);
  // What holds the queue keeps both from going out. Without it, what is queued waits so that it can be undone.
  const retried = hold === null ? status.counts.waiting : 0;
  const sending = run.endedAt === null && (hold === null || status.counts.sending > 0);
  return (
    <section className={`${cls('card')} card`} aria-label="Progress of sending">
      <div className="row-baseline gap-10 figures below-6">
        <h2 className="heading">
          {sending
            ? `Sending ${run.settled} of ${run.enqueued}`
            : [
                `${sent} sent`,
                ...(needYou === 0 ? [] : [`${needYou} ${needYou === 1 ? 'needs' : 'need'} you`]),
                ...(retried === 0 ? [] : [`${retried} will retry`]),
                ...(unsent === retried ? [] : [`${unsent - retried} waiting`]),
              ].join(', ')}
        </h2>
        <span className="quiet">
          {unsent > 0 && hold !== null && !sending ? hold.what : `started ${clockTime(run.startedAt)}`}
          {sending
            ? `, ${smallNumbers[status.concurrency] ?? status.concurrency} at a time${paceText(run, now)}`
            : null}
        </span>
        {status.lastAnswerAt === null ? null : (
          <span className="at-end quiet small">
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

function paceText(run: NonNullable<SyncStatus['run']>, now: number): string {
  const left = run.enqueued - run.settled;
  if (run.settled < enoughForPace || left <= 0) return '';
  const pace = Math.max(1, now - run.startedAt) / run.settled;
  return `, about ${stretch(Math.max(1000, pace * left))} at this pace`;
}
