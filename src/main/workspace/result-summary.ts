import { anotherId } from '#shared/service/request-id.ts';
import {
  comparedCount,
  compareLicenses,
  differingCount,
  type ComparisonRow,
  type LicenseField,
} from '#shared/comparison/licenses.ts';
import { isoDay, readDate } from '#shared/base/dates.ts';
import { type DocumentEvidence, type Doubt } from '#shared/service/doubts.ts';
import { saysSomething, weighEvidence } from '#shared/service/evidence.ts';
import { foldText } from '#shared/base/fold-text.ts';
import { isolated } from '#shared/base/foreign-text.ts';
import { readPartialDate } from '#shared/base/meant-days.ts';
import { readScore, type ScoreScales } from '#shared/service/score.ts';
import type { DocumentResult } from '#shared/service/document-result.ts';
import { readServiceDate, type DateRule } from '#shared/service/service-dates.ts';
import type { LicenseDetails, VerificationResult } from '#shared/service/verification.ts';
import type { Reading } from '#shared/service/reading.ts';
import type { DateForm, WorkspaceSettings } from '#shared/settings/settings.ts';
import { getMeaning, type StatusWords } from '#shared/settings/status.ts';
import type { DocumentSummary } from '../store/documents.ts';
import type { VerificationSummary } from '../store/verifications.ts';

/** Whether no other status word will follow. */
export const isFinalWord = (word: string | null | undefined, settings: WorkspaceSettings): boolean =>
  word != null && getMeaning(word, settings.statusWords).final;

/** How a workspace reads scores and dates, by its settings and all results so far. */
export interface ResultRules {
  scales: ScoreScales;
  dates: DateRule;
}

export interface AskedCheck {
  submitted: LicenseDetails;
  dateForm: DateForm;
  requestId: string | null;
}

/**
 * What lists show of a verification's result, and what its verdict depends on. It is compared with what this computer sent; an
 * answer with another ID is compared with nothing. The expiration is the service's, or the submitted one where the service
 * gives none, or none where it cannot be read, see {@link weighEvidence}.
 */
export function summariseVerification(
  reading: Reading<VerificationResult>,
  { submitted, requestId }: AskedCheck,
  rule: DateRule,
  answeredAt: number,
  { statusWords, neverExpires }: Pick<WorkspaceSettings, 'statusWords' | 'neverExpires'>,
): VerificationSummary {
  const { value: result } = reading;
  const answeredId = anotherId(requestId, result.id);
  const found = answeredId === null ? (result.response ?? null) : null;
  const rows = compareLicenses(submitted, found, rule);
  const comparable = rows.some((row) => row.found.text !== null);
  const { doubts, expirations } = weighEvidence('verification', reading, statusWords);
  const text = filled(found?.expiryDate);
  const isEndless = neverExpires.some((word) => foldText(word) === foldText(text ?? ''));
  const expiration = isEndless ? null : readExpiration(text ?? '', rule);
  const unread = [
    ...(text !== null && !isEndless && expiration === 'unreadable'
      ? [{ member: 'response.expiryDate', words: text.slice(0, 200), bad: isBadWord(text, statusWords) }]
      : []),
    // Other members that mention the expiration have to give the same day.
    ...expirations
      .filter(({ words }) => {
        const other = readExpiration(words, rule);
        const same =
          typeof other === 'object' && typeof expiration === 'object' && other?.last === expiration?.last;
        return !same && !(isEndless && foldText(words) === foldText(text ?? ''));
      })
      .map((mention) => ({ ...mention, bad: false })),
  ];
  const isSilent = text === null && expirations.length === 0;
  const own = isSilent ? readDate(submitted.expiryDate)?.day : undefined;
  const day = typeof expiration === 'object' ? expiration : null;
  const repeated = compareRepeated(submitted, result.parameters, rule);
  return {
    status: result.status ?? null,
    isVerified: result.isVerified ?? null,
    isMatch: result.response?.isMatch ?? null,
    differing: comparable ? differingCount(rows) : null,
    compared: comparable ? comparedCount(rows) : null,
    answeredId,
    expiryDate: text ?? filled(submitted.expiryDate),
    expiresOn: own === undefined ? (day?.last ?? null) : isoDay(own),
    expiryUnclear: !isSilent && !isEndless && day === null,
    answeredAt,
    evidence: {
      doubts: [...doubts, ...unread, ...repeated.doubts],
      otherLicense: repeated.otherLicense,
      neverExpires: isEndless,
      expiresFrom: day === null || day.first === day.last ? null : day.first,
      lost: null,
    },
  };
}

/** The first and last day that an expiration may mean, as 2027-03-31. */
function readExpiration(
  text: string,
  rule: DateRule,
): { first: string; last: string } | 'unreadable' | 'two_ways' {
  const date = readServiceDate(text, rule);
  if (date.kind === 'two_ways') return 'two_ways';
  if (date.kind === 'read') return { first: isoDay(date.reading.day), last: isoDay(date.reading.day) };
  const partial = readPartialDate(text);
  return partial === null ? 'unreadable' : { first: isoDay(partial.first), last: isoDay(partial.last) };
}

const isBadWord = (text: string, words: StatusWords): boolean =>
  getMeaning(text.slice(0, 200), words).category === 'problem';

const identifying: ReadonlySet<LicenseField> = new Set(['licenseNumber', 'state']);

/** Repeated details that differ: another license by number or state, or a doubt about the licensee. */
function compareRepeated(
  submitted: LicenseDetails,
  repeated: LicenseDetails | null | undefined,
  rule: DateRule,
): { otherLicense: string | null; doubts: Doubt[] } {
  const rows = repeated == null ? [] : compareLicenses(submitted, repeated, rule);
  const differing = rows.filter(({ verdict, nearly }) => verdict === 'differs' && !nearly);
  const text = (row: ComparisonRow) => (row.found.text ?? '').slice(0, 200);
  const other = differing.find(({ field }) => identifying.has(field));
  const name = differing.find(({ field }) => field === 'licenseeName');
  return {
    otherLicense: other === undefined ? null : `${other.label.toLowerCase()} “${isolated(text(other))}”`,
    doubts: name === undefined ? [] : [{ member: 'parameters.licenseeName', words: text(name), bad: false }],
  };
}

const filled = (text: string | null | undefined): string | null =>
  text == null || text.trim() === '' ? null : text;

/** What lists show of a processed document. */
export function summariseDocument(
  reading: Reading<DocumentResult>,
  jobId: string,
  settings: WorkspaceSettings,
  { scales, dates }: ResultRules,
): DocumentSummary {
  const result = reading.value;
  const overall = readScore(result.qualityDetails?.overallScore, scales.overall);
  return {
    title: result.data?.nameOfEntityIndividual ?? null,
    documentType: result.documentType ?? null,
    status: result.status ?? null,
    processingStep: result.processingStep ?? null,
    overallScore: overall.raw,
    score: overall.score,
    ready: !isAtWork(reading, settings),
    createdAt: toMoment(result.createdAt, dates),
    evidence: weighDocument(reading, jobId, settings.statusWords),
  };
}

/** Reasons in a document's result against accepting it unseen. */
export function weighDocument(
  reading: Reading<DocumentResult>,
  jobId: string,
  words: StatusWords,
): DocumentEvidence {
  const { id, status, processingStep, errors, data } = reading.value;
  const { doubts } = weighEvidence('document', reading, words);
  const other = anotherId(jobId, id);
  const found = (member: string, said: string, bad: boolean) => [{ member, words: said.slice(0, 200), bad }];
  const word = filled(status);
  const category = word === null ? null : getMeaning(word, words).category;
  const stepIsBad = getMeaning(processingStep ?? '', words).category === 'problem';
  const saysError = saysSomething(errors) && !doubts.some(({ member }) => member.startsWith('errors'));
  return {
    doubts: [
      ...(other === null ? [] : found('id', other, true)),
      ...(word === null || category === 'good' ? [] : found('status', word, category === 'problem')),
      ...(stepIsBad ? found('processingStep', processingStep ?? '', true) : []),
      ...(saysError ? found('errors', errors ?? '', true) : []),
      ...(data?.isSigned === false ? found('data.isSigned', 'No', true) : []),
      ...doubts,
    ],
    named: filled(data?.nameOfEntityIndividual) !== null,
  };
}

/** A day without a time is its noon in UTC; null where it is unreadable or ambiguous. */
function toMoment(text: string | null | undefined, rule: DateRule): number | null {
  const date = readServiceDate(text, rule);
  if (date.kind !== 'read') return null;
  const { year, month, day } = date.reading.day;
  return date.reading.instant ?? Date.UTC(year, month - 1, day, 12);
}

/**
 * Whether the service is still processing a document: its status, or else its step, is a word for that, and it has no overall
 * score, even an unreadable one. With an unknown word a person can decide.
 */
function isAtWork(
  { value, validationIssues }: Reading<DocumentResult>,
  settings: WorkspaceSettings,
): boolean {
  const unreadable =
    validationIssues.find(({ path }) => path.join('.') === 'qualityDetails.overallScore')?.raw ?? '';
  if (value.qualityDetails?.overallScore != null || unreadable !== '') return false;
  const word = filled(value.status) ?? filled(value.processingStep);
  if (word === null) return false;
  const meaning = getMeaning(word, settings.statusWords);
  return meaning.category === 'under_way' && !meaning.final;
}
