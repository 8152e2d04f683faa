import { counted } from '#shared/base/counted.ts';
import { rowChip } from '#shared/words/chip.ts';
import { dayText, readDate } from '#shared/base/dates.ts';
import { daysBetween, readServiceDate, type DateRule } from '#shared/service/service-dates.ts';
import { getEmployerId } from '#shared/service/employer-id.ts';
import type { DocumentRow } from '#shared/ipc/documents.ts';
import type { InviteRow } from '#shared/ipc/invites.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { verdictExplanation } from '#shared/verdict/license-verdict.ts';
import { scoreText, scoreWord, type ScoreReading } from '#shared/service/score.ts';
import { strayText } from '#shared/service/reading.ts';
import { decisionLabel } from '../exports/decision-label.ts';
import { keptDocument, keptVerification } from '../exports/kept-results.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { ReportTimes } from './report-times.ts';
import { filled, ours, theirs } from './report-lines.ts';
import type { ReportItem, ReportLine } from './report.ts';

const said = (value: boolean | null | undefined, came: string | null) =>
  came === null ? (value == null ? 'not provided' : String(value)) : `“${came}”`;

/** A decision with its time, to be sorted among those on other items. */
export interface Decided {
  at: number;
  item: ReportItem;
}

export function inviteItem(workspace: Workspace, row: InviteRow, times: ReportTimes): ReportItem {
  const chip = rowChip({ ...row, kind: 'invite' }, workspace.dispatcher.status().condition, {
    settled: false,
    time: times.detail,
    due: false,
  });
  const service = [
    ...(filled(row.vendorStatus) === null ? [] : [`vendorStatus ${row.vendorStatus}`]),
    ...(filled(row.complianceStatus) === null ? [] : [`complianceStatus ${row.complianceStatus}`]),
  ];
  return {
    title: row.email ?? row.contactName ?? 'Invite',
    state: chip.word,
    tone: chip.tone,
    lines: [
      ours(
        'When',
        row.sentAt === null
          ? `Queued ${times.detail(row.queuedAt)}`
          : `Sent ${times.detail(row.sentAt)}, ${counted(row.attempts, 'try', 'tries')}`,
      ),
      ...(service.length === 0 ? [] : [theirs('Service says', service.join(' · '))]),
    ],
  };
}

export function checkTitle(row: VerificationRow): string {
  const number = row.licenseNumber === null ? 'License' : `License ${row.licenseNumber}`;
  return row.licenseTradeType === null ? number : `${number}, ${row.licenseTradeType}`;
}

export function checkItem(workspace: Workspace, row: VerificationRow, times: ReportTimes): ReportItem {
  const { result, validationIssues, readAt, comparison, another, verdict } = keptVerification(workspace, row);
  const chip = rowChip({ ...row, kind: 'verification' }, workspace.dispatcher.status().condition, {
    settled: row.watch?.kind === 'settled',
    time: times.detail,
    due: false,
  });
  const differing = another ? [] : comparison.filter((line) => line.verdict === 'differs');
  const number = (kind: string) => comparison.filter((line) => line.verdict === kind).length;
  const found = !another && comparison.some((line) => line.found.text !== null);
  const rest = (
    [
      [number('same'), 'the same'],
      [number('same_written_differently'), 'the same, written differently'],
      [number('cannot_compare'), 'cannot be compared'],
      [number('only_submitted'), 'not found'],
      [number('only_found'), 'not submitted'],
    ] as const
  )
    .filter(([count]) => found && count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join('; ');
  const expiry = filled(row.expiryDate);
  const license = [
    ...(row.licenseeName === null ? [] : [row.licenseeName]),
    ...(expiry === null ? [] : [`expires ${expiryText(expiry, row, workspace.rules().dates)}`]),
  ].join(', ');
  return {
    title: checkTitle(row),
    state: verdict?.word ?? chip.word,
    tone: verdict?.tone ?? chip.tone,
    lines: [
      ours(
        'When',
        [
          row.sentAt === null ? `Queued ${times.detail(row.queuedAt)}` : `Sent ${times.detail(row.sentAt)}`,
          ...(readAt === null ? [] : [`result as of ${times.detail(readAt)}`]),
        ].join(', '),
      ),
      ...(license === '' ? [] : [ours('License', license)]),
      ...(result === null
        ? []
        : [
            theirs(
              'Service says',
              `${filled(result.status) ?? 'no status'} · isVerified ${said(result.isVerified, strayText(validationIssues, 'isVerified'))} · isMatch ${said(result.response?.isMatch, strayText(validationIssues, 'response', 'isMatch'))}`,
            ),
          ]),
      ...(verdict === null
        ? []
        : [
            ours('Verdict', `${verdict.headline}. ${verdictExplanation(verdict, null)}`.trim()),
            ...(rest === '' ? [] : [ours('Compared', rest)]),
            ...differing.map((line) =>
              ours(line.label, `submitted “${line.submitted.text ?? ''}”, found “${line.found.text ?? ''}”`),
            ),
          ]),
      ...decisionLine(row, times),
    ],
  };
}

function expiryText(
  expiry: string,
  { expiresOn, expiryUnclear }: Pick<VerificationRow, 'expiresOn' | 'expiryUnclear'>,
  rule: DateRule,
): string {
  if (expiryUnclear) return `“${expiry}” (unclear date)`;
  const counts = readDate(expiresOn)?.day;
  if (counts === undefined) return `“${expiry}”`;
  return daysBetween(expiry, rule) === null ? dayText(counts) : `“${expiry}” (no day given)`;
}

/** The day that a document says it was signed; where no one day can be read, as received. */
function signingDay(dateSigned: string, rule: DateRule): string {
  const date = readServiceDate(dateSigned, rule);
  return date.kind === 'read' ? dayText(date.reading.day) : `“${dateSigned}”`;
}

export function documentTitle(row: DocumentRow): string {
  const name = filled(row.title) ?? 'Document without a name';
  return filled(row.documentType) === null ? name : `${name}, ${row.documentType}`;
}

function scoreLabels({ raw, score, unscored }: ScoreReading, came: string | null): string | null {
  if (came !== null) return `“${came}” as received, not a number`;
  if (raw === null) return null;
  if (score === null)
    return `${raw} as received, ${unscored === 'unclear' ? 'its scale is not clear' : 'off the scale'}`;
  const shown = scoreText(score);
  return shown === String(raw) ? shown : `${shown} (${raw} as received)`;
}

export function documentItem(workspace: Workspace, row: DocumentRow, times: ReportTimes): ReportItem {
  const { result, validationIssues, scores } = keptDocument(workspace, row.jobId);
  const meaning = row.score === null ? null : scoreWord(row.score, workspace.settings().scoreThreshold);
  const parts = (scores?.parts ?? []).flatMap((part) => {
    const words = scoreLabels(
      part,
      strayText(validationIssues, 'qualityDetails', 'scoreBreakdown', part.part),
    );
    return words === null ? [] : [`${part.label.toLowerCase()} ${words}`];
  });
  const overall =
    scores === null
      ? null
      : scoreLabels(scores.overall, strayText(validationIssues, 'qualityDetails', 'overallScore'));
  const confidence =
    scores === null ? null : scoreLabels(scores.confidence, strayText(validationIssues, 'confidence'));
  const read = result?.data;
  const dateSigned = filled(read?.dateSigned);
  const signedCame = strayText(validationIssues, 'data', 'isSigned');
  const id = result === null ? null : getEmployerId({ value: result, validationIssues });
  const fields = [
    ...(filled(read?.nameOfEntityIndividual) === null ? [] : [`name ${read?.nameOfEntityIndividual ?? ''}`]),
    ...(id === null ? [] : [`Employer ID ${id.masked}`]),
    ...(signedCame !== null
      ? [`signed “${signedCame}”`]
      : read?.isSigned == null
        ? []
        : [read.isSigned ? 'signed' : 'not signed']),
    ...(dateSigned === null ? [] : [`dated ${signingDay(dateSigned, workspace.rules().dates)}`]),
  ];
  return {
    title: documentTitle(row),
    state: meaning === null ? 'No score' : `${meaning.word}, ${scoreText(row.score ?? 0)} of 100`,
    tone: meaning?.tone ?? 'neu',
    lines: [
      ours(
        'When',
        row.fetchedAt === null
          ? `Added ${times.detail(row.addedAt)}, no result yet`
          : `Result as of ${times.detail(row.fetchedAt)}`,
      ),
      ...(filled(row.status) === null
        ? []
        : [
            theirs(
              'Service says',
              [row.status, filled(row.processingStep)].filter((word) => word !== null).join(' · '),
            ),
          ]),
      ...(overall === null ? [] : [ours('Scores', [overall, ...parts].join(', '))]),
      ...(confidence === null ? [] : [ours('Confidence', confidence)]),
      ...(filled(result?.qualityDetails?.feedback) === null
        ? []
        : [theirs('Feedback', result?.qualityDetails?.feedback ?? '')]),
      ...(filled(result?.errors) === null ? [] : [theirs('Errors', result?.errors ?? '')]),
      ...(fields.length === 0 ? [] : [ours('Read from it', fields.join(', '))]),
      ...decisionLine(row, times),
    ],
  };
}

function decisionLine({ decision }: Pick<VerificationRow, 'decision'>, times: ReportTimes): ReportLine[] {
  if (decision === null) return [];
  return [ours('Decision', `${decisionLabel(decision.choice)}, ${times.detail(decision.at)}`)];
}

export function getDecisions(
  workspace: Workspace,
  kind: 'verification' | 'document',
  subject: string,
  title: string,
  times: ReportTimes,
): Decided[] {
  return workspace.decisions.of(kind, subject).map(({ choice, note, at }) => ({
    at,
    item: {
      title,
      state: decisionLabel(choice),
      tone: 'neu',
      lines: [ours('Decided', times.detail(at)), ...(note === '' ? [] : [ours('Note', note)])],
    },
  }));
}
