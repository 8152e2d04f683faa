import { pluralize } from '#shared/base/pluralize.ts';
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
import { decisionLabel } from '#shared/verdict/decision-label.ts';
import { keptDocument, keptVerification } from '../exports/kept-results.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type ReportTimes, filled, ours, theirs, type ReportItem, type ReportLine } from './report.ts';

const said = (value: boolean | null | undefined, came: string | null) =>
  came === null ? (value == null ? 'not provided' : String(value)) : `“${came}”`;

export interface Decided {
  at: number;
  item: ReportItem;
}

export function inviteItem(workspace: Workspace, row: InviteRow, times: ReportTimes): ReportItem {
  const { condition } = workspace.dispatcher.status();
  const of = { settled: false, time: times.detail, due: false };
  const chip = rowChip({ ...row, kind: 'invite' }, condition, of);
  const service = [
    filled(row.vendorStatus) && `vendorStatus ${row.vendorStatus}`,
    filled(row.complianceStatus) && `complianceStatus ${row.complianceStatus}`,
  ];
  const tries = row.sentAt === null ? '' : `, ${pluralize(row.attempts, 'try', 'tries')}`;
  return {
    title: row.email ?? row.contactName ?? 'Invite',
    state: chip.word,
    tone: chip.tone,
    lines: [
      ours('When', `${sentText(row, times)}${tries}`),
      theirs('Service says', joined(service, ' · ')),
    ].flat(),
  };
}

const sentText = ({ sentAt, queuedAt }: Pick<InviteRow, 'sentAt' | 'queuedAt'>, times: ReportTimes): string =>
  sentAt === null ? `Queued ${times.detail(queuedAt)}` : `Sent ${times.detail(sentAt)}`;

function joined(parts: readonly (string | null)[], by: string): string | null {
  const words = parts.filter((part) => part !== null);
  return words.length === 0 ? null : words.join(by);
}

export function checkTitle(row: VerificationRow): string {
  const number = row.licenseNumber === null ? 'License' : `License ${row.licenseNumber}`;
  return row.licenseTradeType === null ? number : `${number}, ${row.licenseTradeType}`;
}

export function checkItem(workspace: Workspace, row: VerificationRow, times: ReportTimes): ReportItem {
  const { result, validationIssues, readAt, comparison, another, verdict } = keptVerification(workspace, row);
  const { condition } = workspace.dispatcher.status();
  const of = { settled: row.watch?.kind === 'settled', time: times.detail, due: false };
  const chip = rowChip({ ...row, kind: 'verification' }, condition, of);
  const differing = another ? [] : comparison.filter((line) => line.verdict === 'differs');
  const number = (kind: string) => comparison.filter((line) => line.verdict === kind).length;
  const found = !another && comparison.some((line) => line.found.text !== null);
  const rest = Object.entries(comparedWords).map(([kind, words]) => {
    const count = number(kind);
    return found && count > 0 ? `${count} ${words}` : null;
  });
  const expiry = filled(row.expiryDate);
  const license = [
    row.licenseeName,
    expiry === null ? null : `expires ${expiryText(expiry, row, workspace.rules().dates)}`,
  ];
  const came = (...path: string[]) => strayText(validationIssues, ...path);
  const service = result && [
    filled(result.status) ?? 'no status',
    `isVerified ${said(result.isVerified, came('isVerified'))}`,
    `isMatch ${said(result.response?.isMatch, came('response', 'isMatch'))}`,
  ];
  const judged = verdict && [
    ours('Verdict', `${verdict.headline}. ${verdictExplanation(verdict, null)}`.trim()),
    ours('Compared', joined(rest, '; ')),
    ...differing.map(({ label, submitted, found: foundText }) =>
      ours(label, `submitted “${submitted.text ?? ''}”, found “${foundText.text ?? ''}”`),
    ),
  ];
  return {
    title: checkTitle(row),
    state: verdict?.word ?? chip.word,
    tone: verdict?.tone ?? chip.tone,
    lines: [
      ours(
        'When',
        joined([sentText(row, times), readAt === null ? null : `result as of ${times.detail(readAt)}`], ', '),
      ),
      ours('License', joined(license, ', ')),
      theirs('Service says', service && service.join(' · ')),
      ...(judged ?? []),
      decisionLine(row, times),
    ].flat(),
  };
}

const comparedWords = {
  same: 'the same',
  same_written_differently: 'the same, written differently',
  cannot_compare: 'cannot be compared',
  only_submitted: 'not found',
  only_found: 'not submitted',
};

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

/** The day of signing; as received where it is unreadable or ambiguous. */
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
  const came = (...path: string[]) => strayText(validationIssues, ...path);
  const parts = (scores?.parts ?? []).map((part) => {
    const words = scoreLabels(part, came('qualityDetails', 'scoreBreakdown', part.part));
    return words && `${part.label.toLowerCase()} ${words}`;
  });
  const overall = scores && scoreLabels(scores.overall, came('qualityDetails', 'overallScore'));
  const read = result?.data;
  const name = filled(read?.nameOfEntityIndividual);
  const dateSigned = filled(read?.dateSigned);
  const signedCame = came('data', 'isSigned');
  const signed = read?.isSigned == null ? null : read.isSigned ? 'signed' : 'not signed';
  const id = result && getEmployerId({ value: result, validationIssues });
  const fields = [
    name && `name ${name}`,
    id && `Employer ID ${id.masked}`,
    signedCame === null ? signed : `signed “${signedCame}”`,
    dateSigned && `dated ${signingDay(dateSigned, workspace.rules().dates)}`,
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
      theirs('Service says', filled(row.status) && joined([row.status, filled(row.processingStep)], ' · ')),
      ours('Scores', overall && joined([overall, ...parts], ', ')),
      ours('Confidence', scores && scoreLabels(scores.confidence, came('confidence'))),
      theirs('Feedback', filled(result?.qualityDetails?.feedback)),
      theirs('Errors', filled(result?.errors)),
      ours('Read from it', joined(fields, ', ')),
      decisionLine(row, times),
    ].flat(),
  };
}

const decisionLine = ({ decision }: Pick<VerificationRow, 'decision'>, times: ReportTimes): ReportLine[] =>
  ours('Decision', decision && `${decisionLabel(decision.choice)}, ${times.detail(decision.at)}`);

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
      lines: [...ours('Decided', times.detail(at)), ...ours('Note', note === '' ? null : note)],
    },
  }));
}
