import type { ReactNode } from 'react';
import type { VerificationDetail, WatchState } from '#shared/ipc/verifications.ts';
import { anotherId } from '#shared/service/another-id.ts';
import { getMeaning } from '#shared/settings/status.ts';
import { bindClasses } from '../../class-names.ts';
import { useStray } from '../../components/as-it-came.tsx';
import { Button } from '../../components/button.tsx';
import { CheckNow } from '../../components/check-now.tsx';
import { useOwnNames } from '../../components/decided-by.tsx';
import { FactList, YesNo, type Fact } from '../../components/fact-list.tsx';
import { entryIds, TechnicalDetails } from '../../components/identifier.tsx';
import { AnswerRecord, OtherAnswers } from '../../components/kept-answer.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { ValidationIssues, OtherFields, RawRecord } from '../../components/raw-record.tsx';
import { ServiceWord, Verbatim } from '../../components/service-word.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { Timeline } from '../../components/timeline.tsx';
import { VendorLink } from '../../components/vendor-link.tsx';
import { useAction } from '../../stores/action.ts';
import { navigate } from '../../stores/navigation.ts';
import { useNow } from '../../stores/now.ts';
import { useStatusWords } from '../../stores/session.ts';
import { useOffline } from '../../stores/sync.ts';
import { checkHistory } from './check-history.tsx';
import { OwnDecision, type DecisionNote } from './own-decision.tsx';
import styles from './result-panel.module.css';

const cls = bindClasses(styles);

interface PanelProps {
  detail: VerificationDetail;
  /** Whether nothing was found yet that could be decided on. */
  pending: boolean;
  note: DecisionNote;
  onChanged: (detail: VerificationDetail) => void;
}

/** Beside the comparison: the service's own words, when it is asked again, the decision, and what happened. */
export function ResultPanel({ detail, pending, note, onChanged }: PanelProps) {
  const { result } = detail;
  const own = useStatusWords();
  const ownNames = useOwnNames();
  return (
    <>
      <Part title="From the service">
        <ServerSays detail={detail} />
      </Part>
      {detail.watch === null ? null : (
        <NextCheck
          entryId={detail.entryId}
          watch={detail.watch}
          replaced={detail.replaced}
          since={detail.sentAt}
          onChanged={onChanged}
        />
      )}
      {result === null || (pending && detail.decision === null) ? null : (
        <Part title="Your decision">
          <OwnDecision detail={detail} note={note} onChanged={onChanged} />
        </Part>
      )}
      <Part title="History">
        <Timeline items={checkHistory(detail, own, ownNames)} />
      </Part>
      <div className={cls('records')}>
        {result === null ? null : (
          <>
            <ValidationIssues validationIssues={result.validationIssues} />
            <OtherFields fields={result.others} />
          </>
        )}
        <VerificationIds detail={detail} />
        {detail.resultBody === null ? null : <RawRecord record={detail.resultBody} />}
        {detail.answer === null ? null : (
          <AnswerRecord entryId={detail.entryId} answer={detail.answer} title="Answer to the submission" />
        )}
        <OtherAnswers
          question={{ kind: 'verification', entryId: detail.entryId }}
          changes={{ event: 'entries.changed', id: detail.entryId }}
        />
      </div>
    </>
  );
}

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={`${cls('part')} ruled-below`}>
      <div className={`${cls('head')} row-baseline between gap-12`}>
        <h2 className={cls('title')}>{title}</h2>
        {aside === undefined ? null : <span className="faint-note">{aside}</span>}
      </div>
      {children}
    </section>
  );
}

function ServerSays({ detail }: { detail: VerificationDetail }) {
  const own = useStatusWords();
  const result = detail.result?.value ?? null;
  const status = result?.status ?? null;
  const unknown = status !== null && status !== '' && getMeaning(status, own).category === 'not_recognised';
  const another = anotherId(detail.requestId, result?.id) !== null;
  const matchCame = useStray(['parameters', 'isMatch']);
  const submittedMatch = detail.submitted.data.isMatch ?? null;
  const facts: Fact[] = [
    {
      label: 'Status',
      value: status === null || status === '' ? null : <ServiceWord word={status} />,
      missing: 'None yet',
      path: ['status'],
    },
    {
      label: 'Document',
      value: result?.documentType == null ? null : <Verbatim>{result.documentType}</Verbatim>,
      missing: 'Not provided',
      path: ['documentType'],
    },
    ...(another && detail.requestId !== null
      ? [
          { label: 'Verified', value: <YesNo value={result?.isVerified} />, path: ['isVerified'] },
          {
            label: 'Match',
            value: <YesNo value={result?.response?.isMatch} />,
            path: ['response', 'isMatch'],
          },
        ]
      : []),
    { label: 'Sent as type', value: <Verbatim>{detail.type}</Verbatim> },
    ...(submittedMatch === null && matchCame === null
      ? []
      : [
          {
            label: 'Match, sent',
            value: <YesNo value={submittedMatch} />,
            path: ['parameters', 'isMatch'],
          },
        ]),
    ...(detail.vendor === null ? [] : [{ label: 'Vendor', value: <VendorLink vendor={detail.vendor} /> }]),
  ];
  return (
    <>
      <FactList labelWidth={84} facts={facts} />
      {unknown ? (
        <p className={`${cls('hint')} quiet-note`}>
          Gangway does not know this word, so it counts as neither passed nor failed.{' '}
          <Button variant="link" onPress={() => navigate({ screen: 'settings', query: { word: status } })}>
            Say what it means
          </Button>
        </p>
      ) : null}
    </>
  );
}

function VerificationIds({ detail }: { detail: VerificationDetail }) {
  const { requestId } = detail;
  const answered = anotherId(requestId, detail.result?.value.id);
  return (
    <TechnicalDetails
      ids={[
        ...(requestId === null ? [] : [{ label: 'Request', text: requestId, what: 'the request number' }]),
        ...(answered === null
          ? []
          : [{ label: 'Answered for', text: answered, what: 'the number of the answer' }]),
        ...entryIds(detail),
      ]}
    />
  );
}

function NextCheck({
  entryId,
  watch,
  replaced,
  since,
  onChanged,
}: {
  entryId: string;
  watch: WatchState;
  replaced: boolean;
  /** When the service accepted it; from then on results are checked for. */
  since: number | null;
  onChanged: (detail: VerificationDetail) => void;
}) {
  const offline = useOffline();
  const check = useAction('verifications.checkNow');
  async function checkNow(): Promise<void> {
    const result = await check.run({ entryId });
    if (result.ok) onChanged(result.value);
  }
  return (
    <Part
      title={watch.kind === 'watching' ? 'Next check' : 'Checks'}
      aside={`${watch.checks} ${watch.checks === 1 ? 'check' : 'checks'} done`}
    >
      <div className={`${cls('next')} row between gap-12`}>
        <p className="quiet figures">
          <NextTime watch={watch} offline={offline} />
        </p>
        <CheckNow pending={check.pending} onPress={() => void checkNow()} />
      </div>
      {watch.kind === 'watching' && since !== null ? <DaysOfChecking since={since} /> : null}
      <p className={`${cls('hint')} quiet-note`}>{replaced ? replacedMessage : scheduleMessage(watch)}</p>
      {watch.lastAt === null ? null : (
        <p className={`${cls('hint')} quiet-note`}>
          Last checked <TimeText at={watch.lastAt} form="detail" />
        </p>
      )}
      {watch.problem === null && check.error === null ? null : (
        <div className={cls('problem')}>
          <MessageBlock tone="cau" live={check.error !== null}>
            {check.error?.message ?? watch.problem}
          </MessageBlock>
        </div>
      )}
    </Part>
  );
}

/** For so many days Gangway checks by itself, see {@link scheduleMessage}. */
const daysOfChecking = 31;

/** One segment for each day on which Gangway checks by itself: those that are over, today, and those to come. */
function DaysOfChecking({ since }: { since: number }) {
  const now = useNow('minute');
  const over = Math.min(Math.max(Math.floor((now - since) / 86_400_000), 0), daysOfChecking - 1);
  return (
    <div
      role="img"
      aria-label={`Day ${over + 1} of ${daysOfChecking}`}
      className={`${cls('days')} space-above gap-2`}
    >
      {Array.from({ length: daysOfChecking }, (_day, index) => (
        <span
          key={index}
          className={`${cls('day', index < over && 'over', index === over && 'today')} grows`}
        />
      ))}
    </div>
  );
}

function NextTime({ watch, offline }: { watch: WatchState; offline: boolean }) {
  if (watch.kind === 'settled') return <span className={`${cls('time')} text bold`}>Finished</span>;
  if (watch.kind === 'by_hand') return <span className={`${cls('time')} text bold`}>When you ask</span>;
  if (offline) return <span className={`${cls('time')} text bold`}>When online</span>;
  if (watch.nextAt === null) return <span className={`${cls('time')} text bold`}>Soon</span>;
  return (
    <>
      <span className={`${cls('time')} text bold`}>
        <TimeText at={watch.nextAt} form="clock" />
      </span>{' '}
      <TimeText at={watch.nextAt} form="soon" />
    </>
  );
}

const replacedMessage =
  'A newer verification replaces this one, so Gangway checks this result only when you ask.';

function scheduleMessage(watch: WatchState): string {
  switch (watch.kind) {
    case 'watching':
      return 'Checks less often over time. Stops after 31 days.';
    case 'settled':
      return 'The status is final, so Gangway no longer checks automatically.';
    case 'by_hand':
      return 'No final result came in 31 days. Gangway checks again when you ask.';
  }
}
