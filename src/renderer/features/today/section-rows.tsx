import type { ReactNode } from 'react';
import { pluralize, countText } from '#shared/base/pluralize.ts';
import { localDay } from '#shared/base/dates.ts';
import type { DocumentRow } from '#shared/ipc/documents.ts';
import type { OutboxRow } from '#shared/ipc/outbox.ts';
import type { DueFollowUp, TodaySummary } from '#shared/ipc/today.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { entryLabels } from '#shared/outbox/entry-labels.ts';
import { readRefusal, refusalText } from '#shared/outbox/refusal.ts';
import { readScore, scoreText, scoreWord } from '#shared/service/score.ts';
import { toVerdict, type LicenseVerdict } from '#shared/verdict/license-verdict.ts';
import { reasonBrief } from '#shared/words/sentences.ts';
import { useEntryChoices } from '../../components/entry-choices.tsx';
import { RefusalLine } from '../../components/refusal-message.tsx';
import { entryKindViews } from '../../entry-kinds.ts';
import { shortcutKeys } from '../../shortcuts.ts';
import { useAction } from '../../stores/action.ts';
import { navigate, type RouteTarget } from '../../stores/navigation.ts';
import { useScoreScales, useWorkspace } from '../../stores/session.ts';
import { useNow, dayText } from '../../time.ts';
import { letterPlace, writeLetters } from '../letters/letter-places.ts';
import { countedLists, leadTo, SectionRow } from './section.tsx';

/** The ID of the row of renewals. */
export const renewalsRow = 'renewals';
const k = shortcutKeys;

export function UnclearRow({ row }: { row: OutboxRow }) {
  return (
    <EntryRow
      row={row}
      subtitle={entryKindViews[row.kind].inDoubtSubtitle(row.subtitle)}
      what={row.reason === null ? 'Gangway can’t tell whether it arrived' : reasonBrief(row.reason, row.kind)}
      place={{ screen: entryLabels[row.kind].screen, path: [row.entryId] }}
    />
  );
}

export function RefusedRow({ row }: { row: OutboxRow }) {
  const refusal = readRefusal(row.reason, row.kind);
  const text = refusalText(refusal);
  return (
    <EntryRow
      row={row}
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
      place={{ screen: 'outbox', path: [row.entryId], query: { kind: row.kind } }}
    />
  );
}

interface EntryRowProps {
  row: OutboxRow;
  subtitle: string;
  what: ReactNode;
  place: RouteTarget;
}

function EntryRow({ row, subtitle, what, place }: EntryRowProps) {
  const name = row.subtitle === '' ? row.title : row.subtitle;
  const { choices, problem, dialog } = useEntryChoices(row, row.kind, name);
  const correct = choices.filter(({ id }) => id === 'correct');
  const others = choices.filter(({ id }) => id !== 'correct');
  return (
    <SectionRow
      id={row.entryId}
      title={row.title}
      subtitle={subtitle}
      what={what}
      at={row.changedAt}
      problem={problem?.message}
      choices={[...correct.map((choice) => ({ ...choice, keys: k.correct })), ...others]}
      onOpen={() => navigate(place)}
    >
      {dialog}
    </SectionRow>
  );
}

export function StoppedRow({ row }: { row: TodaySummary['stopped']['rows'][number] }) {
  const open = () => navigate({ screen: 'vendors', path: [row.subject] });
  const seen = useAction('onboarding.noteSeen');
  return (
    <SectionRow
      id={row.subject}
      title={row.name}
      subtitle={row.isNew ? 'New this week' : ''}
      what={row.why}
      at={row.since}
      problem={seen.error?.message}
      choices={[
        { label: 'Open', keys: k.open, onChoose: open },
        row.isNew
          ? {
              label: 'Mark as seen',
              keys: k.seen,
              pending: seen.pending,
              onChoose: () => void seen.run({ subjects: [row.subject] }),
            }
          : null,
      ].filter((choice) => choice !== null)}
      onOpen={open}
    />
  );
}

export function EndingRow({ row }: { row: TodaySummary['endsSoon']['rows'][number] }) {
  return (
    <SectionRow
      id={row.id}
      title={row.name}
      subtitle={row.days === 0 ? 'Today' : row.days === 1 ? 'Tomorrow' : `In ${row.days} days`}
      what={row.what}
      at={null}
      {...leadTo('Open', {
        screen: row.kind === 'license' ? 'verifications' : 'vendors',
        path: [row.id],
      })}
    />
  );
}

export function AskedRow({ row }: { row: TodaySummary['asked']['rows'][number] }) {
  return (
    <SectionRow
      id={row.id}
      title={row.name}
      subtitle={row.kind === 'document' ? 'Document' : 'License'}
      what={row.what}
      at={row.at}
      {...leadTo('Open', {
        screen: row.kind === 'document' ? 'documents' : 'verifications',
        path: [row.id],
      })}
    />
  );
}

export function FollowUpRow({ row }: { row: DueFollowUp }) {
  const { id, subject, name, awaits, text, at, days } = row;
  const now = useNow('minute');
  const end = useAction('notes.endFollowUp');
  const askAgain = () => writeLetters([letterPlace(subject)]);
  const names = awaits.length > maxNamed ? pluralize(awaits.length, 'requirement') : listed.format(awaits);
  return (
    <SectionRow
      id={id}
      title={name}
      subtitle={days === 0 ? 'Due today' : `Due ${pluralize(-days, 'day')} ago`}
      what={
        awaits.length === 0 ? (
          <span className="two-lines breakable" title={text}>
            {text}
          </span>
        ) : (
          `${names} asked ${dayText(at, now)}, no reply`
        )
      }
      at={null}
      problem={end.error?.message}
      choices={[
        awaits.length === 0
          ? {
              label: 'Done',
              keys: k.open,
              pending: end.pending,
              onChoose: () => void end.run({ subject, id }),
            }
          : { label: 'Ask again', keys: k.open, onChoose: askAgain },
      ]}
      onOpen={() => navigate({ screen: 'vendors', path: [subject] })}
    />
  );
}

/** Vendors whose licenses or documents expire: one letter each, one after the other. */
export function RenewalsRow({
  pile: { subjects, total, within },
}: {
  pile: NonNullable<TodaySummary['renewals']>;
}) {
  const write = () => writeLetters(subjects.map((subject) => letterPlace(subject, 'renewal')));
  return (
    <SectionRow
      id={renewalsRow}
      title={pluralize(total, 'vendor')}
      subtitle={total > subjects.length ? `${countText(subjects.length)} at once` : 'Renewals'}
      what={`Licenses or documents expire within ${within} days`}
      at={null}
      choices={[{ label: `Write ${pluralize(subjects.length, 'letter')}`, keys: k.open, onChoose: write }]}
      onOpen={write}
    />
  );
}

export function MismatchedRow({ row, details }: { row: VerificationRow; details: readonly string[] }) {
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
/** More differing details than this are counted, not named. */
const maxNamed = 3;

/** Names the few details that differ; null if the verdict says something else. */
function namedDifferences(verdict: LicenseVerdict | null, details: readonly string[]): string | null {
  if (verdict?.kind !== 'differs' || details.length === 0 || details.length > maxNamed) return null;
  const names = details.map((label, index) => (index === 0 ? label : lower(label)));
  return `${listed.format(names)} ${details.length === 1 ? 'differs' : 'differ'}`;
}

const lower = (label: string): string => `${label.charAt(0).toLowerCase()}${label.slice(1)}`;

interface LowQualityRowProps {
  row: DocumentRow;
  weakest: TodaySummary['weakestParts'][string] | undefined;
}

export function LowQualityRow({ row, weakest }: LowQualityRowProps) {
  const { scoreThreshold } = useWorkspace().settings;
  const offScale = readScore(row.overallScore, useScoreScales().overall).unscored === 'off_scale';
  const why = offScale ? 'off the scale' : 'scale not clear';
  const unscored = row.overallScore === null ? 'No score' : `Score ${row.overallScore}, ${why}`;
  return (
    <SectionRow
      id={row.jobId}
      title={row.title ?? 'Document without a name'}
      subtitle={row.documentType ?? ''}
      what={
        row.score === null ? (
          unscored
        ) : (
          <span>
            <strong>{scoreText(row.score)}</strong> {scoreWord(row.score, scoreThreshold).word}
            {weakest === undefined ? null : ` · ${lower(weakest.label)} ${scoreText(weakest.score)}`}
          </span>
        )
      }
      at={row.fetchedAt ?? row.addedAt}
      {...leadTo('Review', { ...countedLists.lowQuality, path: [row.jobId] })}
    />
  );
}
