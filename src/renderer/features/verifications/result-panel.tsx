import { Check, EqualNot, Loader, Mail, RefreshCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { pluralize } from '#shared/base/pluralize.ts';
import type { VerificationDetail, WatchState } from '#shared/ipc/verifications.ts';
import { anotherId } from '#shared/service/request-id.ts';
import { getMeaning, type StatusWords } from '#shared/settings/status.ts';
import { bindClasses } from '../../class-names.ts';
import { LinkButton } from '../../components/button.tsx';
import { CheckNow } from '../../components/check-run-strip.tsx';
import { byWhom, TimeText, useOwnNames } from '../../components/time-text.tsx';
import { FactList, YesNo, type Fact, entryIds, TechnicalDetails } from '../../components/fact-list.tsx';
import { AnswerRecord, OtherAnswers } from '../../components/kept-answer.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { OtherFields, RawRecord, ValidationIssues } from '../../components/raw-record.tsx';
import { useStray, type Path } from '../../components/as-it-came.tsx';
import { ServiceWord, Verbatim } from '../../components/service-word.tsx';
import { historyItems, Timeline, type TimelineItem } from '../../components/timeline.tsx';
import { VendorLink } from '../../components/outside-link.tsx';
import { useAction } from '../../stores/action.ts';
import { useNow } from '../../time.ts';
import { useStatusWords } from '../../stores/session.ts';
import { useOffline } from '../../stores/sync.ts';
import { OwnDecision, type DecisionNote } from './decision-bar.tsx';
import styles from './result-panel.module.css';

const cls = bindClasses(styles);

interface PanelProps {
  detail: VerificationDetail;
  /** Whether nothing was found yet that could be decided on. */
  pending: boolean;
  note: DecisionNote;
  onChanged: (detail: VerificationDetail) => void;
}

/** Beside the comparison: the service's own words, the next check, the decision and the history. */
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
        <NextCheck detail={detail} watch={detail.watch} onChanged={onChanged} />
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
      <div className="row-baseline between gap-12 below-6">
        <h2>{title}</h2>
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
  const isOther = detail.requestId !== null && anotherId(detail.requestId, result?.id) !== null;
  const matchCame = useStray(['parameters', 'isMatch']);
  const submittedMatch = detail.submitted.data.isMatch ?? null;
  const yesNo = (label: string, value: boolean | null | undefined, path: Path): Fact => ({
    label,
    value: <YesNo value={value} />,
    path,
  });
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
    isOther ? yesNo('Verified', result?.isVerified, ['isVerified']) : null,
    isOther ? yesNo('Match', result?.response?.isMatch, ['response', 'isMatch']) : null,
    { label: 'Sent as type', value: <Verbatim>{detail.type}</Verbatim> },
    submittedMatch === null && matchCame === null
      ? null
      : yesNo('Match, sent', submittedMatch, ['parameters', 'isMatch']),
    detail.vendor === null ? null : { label: 'Vendor', value: <VendorLink vendor={detail.vendor} /> },
  ].filter((fact) => fact !== null);
  return (
    <>
      <FactList labelWidth={84} facts={facts} />
      {unknown ? (
        <p className={`${cls('hint')} quiet-note`}>
          Gangway does not know this word, so it counts as neither passed nor failed.{' '}
          <LinkButton to={{ screen: 'settings', query: { word: status } }}>Say what it means</LinkButton>
        </p>
      ) : null}
    </>
  );
}

function VerificationIds({ detail }: { detail: VerificationDetail }) {
  const { requestId } = detail;
  const answered = anotherId(requestId, detail.result?.value.id);
  const ids = [
    { label: 'Request', text: requestId, what: 'the request number' },
    { label: 'Answered for', text: answered, what: 'the number of the answer' },
  ].flatMap(({ text, ...id }) => (text === null ? [] : [{ ...id, text }]));
  return <TechnicalDetails ids={[...ids, ...entryIds(detail)]} />;
}

function NextCheck({
  detail: { entryId, replaced, sentAt },
  watch,
  onChanged,
}: Pick<PanelProps, 'detail' | 'onChanged'> & { watch: WatchState }) {
  const offline = useOffline();
  const check = useAction('verifications.checkNow', onChanged);
  return (
    <Part
      title={watch.kind === 'watching' ? 'Next check' : 'Checks'}
      aside={`${pluralize(watch.checks, 'check')} done`}
    >
      <div className="row between gap-12 least-28">
        <p className="quiet figures">
          <NextTime watch={watch} offline={offline} />
        </p>
        <CheckNow pending={check.pending} onPress={() => void check.run({ entryId })} />
      </div>
      {watch.kind === 'watching' && sentAt !== null ? <DaysOfChecking since={sentAt} /> : null}
      <p className={`${cls('hint')} quiet-note`}>
        {replaced ? replacedMessage : scheduleMessages[watch.kind]}
      </p>
      {watch.lastAt === null ? null : (
        <p className={`${cls('hint')} quiet-note`}>
          Last checked <TimeText at={watch.lastAt} form="detail" />
        </p>
      )}
      {watch.problem === null && check.error === null ? null : (
        <div className="above-10">
          <MessageBlock tone="cau" live={check.error !== null}>
            {check.error?.message ?? watch.problem}
          </MessageBlock>
        </div>
      )}
    </Part>
  );
}

/** How many days Gangway checks automatically, see {@link scheduleMessages}. */
const daysOfChecking = 31;

function DaysOfChecking({ since }: { since: number }) {
  const now = useNow('minute');
  const over = Math.min(Math.max(Math.floor((now - since) / 86_400_000), 0), daysOfChecking - 1);
  return (
    <div role="img" aria-label={`Day ${over + 1} of ${daysOfChecking}`} className="above-8 gap-2 flex">
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
  const strong = (text: ReactNode) => <span className={`${cls('time')} text bold title`}>{text}</span>;
  if (watch.kind === 'settled') return strong('Finished');
  if (watch.kind === 'by_hand') return strong('When you ask');
  if (offline) return strong('When online');
  if (watch.nextAt === null) return strong('Soon');
  return (
    <>
      {strong(<TimeText at={watch.nextAt} form="clock" />)} <TimeText at={watch.nextAt} form="soon" />
    </>
  );
}

const replacedMessage =
  'A newer verification replaces this one, so Gangway checks this result only when you ask.';

const scheduleMessages: Record<WatchState['kind'], string> = {
  watching: 'Checks less often over time. Stops after 31 days.',
  settled: 'The status is final, so Gangway no longer checks automatically.',
  by_hand: 'No final result came in 31 days. Gangway checks again when you ask.',
};

type VerificationCheck = VerificationDetail['checks'][number];

/** A verification's history, newest first. Decisions of people not in `ownNames` show their names. */
function checkHistory(
  detail: VerificationDetail,
  own: StatusWords,
  ownNames: readonly (string | null)[],
): TimelineItem[] {
  const items = [
    ...decisionItems(detail, ownNames),
    ...checkItems(detail, own),
    ...historyItems(detail.history, 'verification', detail.entryId),
  ];
  // Sorting is stable: of equal times, the earlier in the list is newer.
  return items.toSorted((left, right) => right.at - left.at);
}

const decisionItems = (detail: VerificationDetail, ownNames: readonly (string | null)[]): TimelineItem[] =>
  detail.decisions.map((decision, index) => ({
    key: `decision ${detail.decisions.length - index}`,
    icon: decision.choice === 'ask_vendor' ? Mail : Check,
    tone: 'neu',
    title: `${decision.choice === 'ask_vendor' ? 'Draft to the vendor opened' : 'Accepted'}${byWhom(decision.by, ownNames)}`,
    at: decision.at,
    body: decision.note === '' ? null : decision.note,
  }));

function isStill(check: VerificationCheck, before: VerificationCheck | undefined): boolean {
  if (check.problem !== null || check.status === null || before === undefined) return false;
  return check.status === before.status && before.problem === null && check.differing === before.differing;
}

/** The checks, newest first; consecutive checks with the same status are one item with their count. */
function checkItems(detail: VerificationDetail, own: StatusWords): TimelineItem[] {
  const { checks } = detail;
  return checks.flatMap((check, index): TimelineItem[] => {
    const before = checks[index + 1];
    if (!isStill(check, before)) return [checkItem(check, before, own)];
    const newer = checks[index - 1];
    if (newer !== undefined && isStill(newer, check)) return [];
    const end = checks.findIndex((one, at) => at >= index && !isStill(one, checks[at + 1]));
    const run = checks.slice(index, end === -1 ? checks.length : end);
    const oldest = run.at(-1) ?? check;
    const many = run.length > 1;
    return [
      {
        key: `check ${check.number}`,
        title: many ? `Checks ${oldest.number} to ${check.number}` : `Check ${check.number}`,
        at: check.at,
        icon: RefreshCw,
        tone: 'neu',
        body: (
          <>
            Status still <ServiceWord word={check.status} />
            {many ? (
              <>
                , {pluralize(run.length, 'time')} since <TimeText at={oldest.at} form="detail" />
              </>
            ) : null}
          </>
        ),
      },
    ];
  });
}

function checkItem(
  check: VerificationCheck,
  before: VerificationCheck | undefined,
  own: StatusWords,
): TimelineItem {
  const head = { key: `check ${check.number}`, title: `Check ${check.number}`, at: check.at };
  const { differing } = check;
  if (check.problem !== null) {
    return { ...head, icon: TriangleAlert, tone: 'cau', body: check.problem };
  }
  if (differing !== null && before?.differing !== differing) {
    return {
      ...head,
      icon: differing > 0 ? EqualNot : Check,
      tone: differing > 0 ? 'neg' : 'neu',
      body: (
        <>
          Result came back,{' '}
          {differing === 0 ? 'nothing differs' : pluralize(differing, 'detail differs', 'details differ')}{' '}
          <ServiceWord word={check.status} />
        </>
      ),
    };
  }
  const underWay = check.status !== null && getMeaning(check.status, own).category === 'under_way';
  return {
    ...head,
    icon: underWay ? Loader : RefreshCw,
    tone: underWay ? 'prog' : 'neu',
    body: check.status === null ? 'No status word' : <ServiceWord word={check.status} />,
  };
}
