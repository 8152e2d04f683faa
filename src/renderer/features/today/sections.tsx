import { CircleQuestionMark, EqualNot, OctagonX, ScanText } from 'lucide-react';
import { useState } from 'react';
import { countText } from '#shared/base/counted.ts';
import type { DocumentRow } from '#shared/ipc/documents.ts';
import { entryLabels } from '#shared/outbox/entry-labels.ts';
import type { OutboxRow } from '#shared/ipc/outbox.ts';
import { localDay } from '#shared/base/dates.ts';
import type { TodaySummary } from '#shared/ipc/today.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { toVerdict, type LicenseVerdict } from '#shared/verdict/license-verdict.ts';
import { readRefusal, refusalText } from '#shared/outbox/refusal.ts';
import { reasonBrief } from '#shared/words/sentences.ts';
import { readScore, scoreText, scoreWord } from '#shared/service/score.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { Button } from '../../components/button.tsx';
import { CancelDialog, goToCorrection, SendAgainDialog } from '../../components/entry-choices.tsx';
import { RefusalLine } from '../../components/refusal-message.tsx';
import { decide, useAction } from '../../stores/action.ts';
import { entryKindViews } from '../../entry-kinds.ts';
import { shortcutKeys } from '../../shortcuts.ts';
import { navigate } from '../../stores/navigation.ts';
import { useScoreScales, useWorkspace } from '../../stores/session.ts';
import { useNow } from '../../stores/now.ts';
import { countedLists, leadTo, Section, SectionRow } from './section.tsx';

const k = shortcutKeys;

/** Invites and verifications that may already have been sent. */
export function UnclearSection({ section }: { section: TodaySummary['unclear'] }) {
  return (
    <Section
      id="unclear"
      icon={CircleQuestionMark}
      tone="cau"
      title="May have been sent"
      total={section.total}
      rows={section.rows}
      link={section.total > 1 ? `Review all ${countText(section.total)}` : undefined}
      aside="Gangway won’t send it again automatically"
      all={countedLists.unclear}
    >
      {(row) => <UnclearRow key={row.entryId} row={row} />}
    </Section>
  );
}

function UnclearRow({ row }: { row: OutboxRow }) {
  const mark = useAction('outbox.markAsSent');
  const [asking, setAsking] = useState<'send_again' | 'cancel' | null>(null);
  const name = row.subtitle === '' ? row.title : row.subtitle;
  const unclear = row.reason?.code === 'answer_not_clear';
  return (
    <SectionRow
      id={row.entryId}
      title={row.title}
      subtitle={entryKindViews[row.kind].inDoubtSubtitle(row.subtitle)}
      what={row.reason === null ? 'Gangway can’t tell whether it arrived' : reasonBrief(row.reason, row.kind)}
      at={row.changedAt}
      problem={mark.error?.message}
      choices={[
        {
          label: unclear ? 'It wasn’t sent. Send again' : 'Send again',
          keys: k.sendAgain,
          onChoose: () => setAsking('send_again'),
        },
        {
          label: unclear ? 'It was sent' : 'Mark as sent',
          keys: k.markAsSent,
          pending: mark.pending,
          onChoose: () => void decide(mark, 'marked_as_sent', row),
        },
        { label: 'Cancel', keys: k.cancel, onChoose: () => setAsking('cancel') },
      ]}
      onOpen={() => navigate({ screen: entryLabels[row.kind].screen, path: [row.entryId] })}
    >
      {asking === 'send_again' ? (
        <SendAgainDialog entryId={row.entryId} kind={row.kind} name={name} onClose={() => setAsking(null)} />
      ) : null}
      {asking === 'cancel' ? (
        <CancelDialog entry={row} kind={row.kind} name={name} onClose={() => setAsking(null)} />
      ) : null}
    </SectionRow>
  );
}

/** Entries that the service refused, or that were tried without success to the end. */
export function RefusedSection({ section }: { section: TodaySummary['refused'] }) {
  return (
    <Section
      id="refused"
      icon={OctagonX}
      tone="neg"
      title="Refused by the service"
      total={section.total}
      rows={section.rows}
      link="Show all in Outbox"
      all={countedLists.refused}
    >
      {(row) => <RefusedRow key={row.entryId} row={row} />}
    </Section>
  );
}

function RefusedRow({ row }: { row: OutboxRow }) {
  const mark = useAction('outbox.markAsSent');
  const retry = useAction('outbox.retryNow');
  const refusal = readRefusal(row.reason, row.kind);
  const text = refusalText(refusal);
  const [cancelling, setCancelling] = useState(false);
  const correct = {
    label: 'Correct and resend',
    keys: k.correct,
    onChoose: () => goToCorrection(row.kind, row.entryId),
  };
  const asSent = {
    label: 'Mark as sent',
    keys: k.markAsSent,
    pending: mark.pending,
    onChoose: () => void decide(mark, 'marked_as_sent', row),
  };
  const tryAgain = {
    label: 'Try again',
    keys: k.sendAgain,
    pending: retry.pending,
    onChoose: () => void decide(retry, 'retried_now', row),
  };
  const cancel = { label: 'Cancel', keys: k.cancel, onChoose: () => setCancelling(true) };
  return (
    <SectionRow
      id={row.entryId}
      title={row.title}
      subtitle={`${entryLabels[row.kind].labels.title} · ${row.subtitle}`}
      what={
        text !== null ? (
          <span title={text}>
            <RefusalLine refusal={refusal} />
          </span>
        ) : row.reason === null ? (
          'Stopped trying'
        ) : (
          reasonBrief(row.reason, row.kind)
        )
      }
      at={row.changedAt}
      problem={mark.error?.message ?? retry.error?.message}
      choices={
        row.state === 'dead'
          ? [tryAgain, cancel]
          : entryLabels[row.kind].doneBefore?.says(row.reason) === true
            ? [correct, asSent, cancel]
            : [correct, cancel]
      }
      onOpen={() => navigate({ screen: 'outbox', path: [row.entryId], query: { kind: row.kind } })}
    >
      {cancelling ? (
        <CancelDialog
          entry={row}
          kind={row.kind}
          name={row.subtitle === '' ? row.title : row.subtitle}
          onClose={() => setCancelling(false)}
        />
      ) : null}
    </SectionRow>
  );
}

/** Verifications whose verdict asks for a person. */
export function MismatchedSection({
  section,
  details,
}: {
  section: TodaySummary['mismatched'];
  details: TodaySummary['differingDetails'];
}) {
  return (
    <Section
      id="mismatched"
      icon={EqualNot}
      tone="neg"
      title="Licenses that need you"
      total={section.total}
      rows={section.rows}
      link="Open verifications"
      all={countedLists.mismatched}
    >
      {(row) => <MismatchedRow key={row.entryId} row={row} details={ownMember(details, row.entryId) ?? []} />}
    </Section>
  );
}

function MismatchedRow({ row, details }: { row: VerificationRow; details: readonly string[] }) {
  const verdict = toVerdict(row, useWorkspace().settings, localDay(new Date(useNow('minute'))));
  return (
    <SectionRow
      id={row.entryId}
      title={row.licenseeName ?? row.licenseNumber ?? row.type}
      subtitle={[row.licenseTradeType, row.licenseNumber].filter((part) => part !== null).join(' · ')}
      what={namedDifferences(verdict, details) ?? verdict?.headline ?? ''}
      at={row.watch?.lastAt ?? row.changedAt}
      {...leadTo('Compare', { screen: 'verifications', path: [row.entryId] })}
    />
  );
}

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' });
/** So many details are named; more are counted. */
const maxNamed = 3;

/** The few details that differ by name, where that is what the verdict is; null where it says something else. */
function namedDifferences(verdict: LicenseVerdict | null, details: readonly string[]): string | null {
  if (verdict?.kind !== 'differs' || details.length === 0 || details.length > maxNamed) return null;
  const names = details.map((label, index) => (index === 0 ? label : lower(label)));
  return `${listed.format(names)} ${details.length === 1 ? 'differs' : 'differ'}`;
}

function lower(label: string): string {
  return `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

/** Documents whose score is under the threshold. */
export function LowQualitySection({
  section,
  parts,
}: {
  section: TodaySummary['lowQuality'];
  parts: TodaySummary['weakestParts'];
}) {
  const { settings } = useWorkspace();
  const review = () => navigate(countedLists.lowQuality);
  return (
    <Section
      id="lowQuality"
      icon={ScanText}
      tone="cau"
      title={`Documents under quality ${settings.scoreThreshold}`}
      total={section.total}
      rows={section.rows}
      aside={
        <Button size="small" onPress={review}>
          Review {countText(section.total)}
        </Button>
      }
      all={countedLists.lowQuality}
    >
      {(row) => (
        <LowQualityRow
          key={row.jobId}
          row={row}
          threshold={settings.scoreThreshold}
          weakest={ownMember(parts, row.jobId)}
        />
      )}
    </Section>
  );
}

function LowQualityRow({
  row,
  threshold,
  weakest,
}: {
  row: DocumentRow;
  threshold: number;
  weakest: TodaySummary['weakestParts'][string] | undefined;
}) {
  const offScale = readScore(row.overallScore, useScoreScales().overall).unscored === 'off_scale';
  return (
    <SectionRow
      id={row.jobId}
      title={row.title ?? 'Document without a name'}
      subtitle={row.documentType ?? ''}
      what={
        row.score === null ? (
          row.overallScore === null ? (
            'No score'
          ) : (
            `Score ${row.overallScore}, ${offScale ? 'off the scale' : 'scale not clear'}`
          )
        ) : (
          <span>
            <strong>{scoreText(row.score)}</strong> {scoreWord(row.score, threshold).word}
            {weakest === undefined ? null : ` · ${lower(weakest.label)} ${scoreText(weakest.score)}`}
          </span>
        )
      }
      at={row.fetchedAt ?? row.addedAt}
      {...leadTo('Review', { ...countedLists.lowQuality, path: [row.jobId] })}
    />
  );
}
