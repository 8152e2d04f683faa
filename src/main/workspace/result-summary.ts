import { anotherId } from '#shared/another-id.ts';
import { comparedCount, compareLicenses, differingCount } from '#shared/comparison/licenses.ts';
import { isoDay, readDate, type CalendarDay } from '#shared/dates.ts';
import { readScore, type ScoreScales } from '#shared/score.ts';
import type { DocumentResult } from '#shared/service/document-result.ts';
import { readServiceDate, serviceDay, type DateRule } from '#shared/service-dates.ts';
import type { LicenseDetails } from '#shared/service/license-details.ts';
import { submittedDetails } from '#shared/service/request-dates.ts';
import type { Reading } from '#shared/service/reading.ts';
import type { VerificationResult } from '#shared/service/verification.ts';
import type { DateForm, WorkspaceSettings } from '#shared/settings.ts';
import { getMeaning } from '#shared/status.ts';
import type { DocumentSummary } from '../store/documents.ts';
import type { VerificationSummary } from '../store/verifications.ts';

/** Whether a status word is the last that will come; no word is not. */
export function isFinalWord(word: string | null | undefined, settings: WorkspaceSettings): boolean {
  return word != null && getMeaning(word, settings.statusWords).final;
}

/** A verification that was enqueued: what it sent, and by which number its result is asked for. */
export interface AskedCheck {
  /** As it was entered. */
  submitted: LicenseDetails;
  /** The form in which its dates were sent. */
  dateForm: DateForm;
  requestId: string | null;
}

/**
 * What lists show of a verification's result, and what it is judged by. Where the answer leaves out what was submitted, what
 * this computer sent stands for it. An answer with another ID is compared with nothing. The expiry is the one that was found; where that cannot be read, the submitted day
 * counts, and where it can be read in two ways, none does.
 */
export function summariseVerification(
  result: VerificationResult,
  { submitted, dateForm, requestId }: AskedCheck,
  rule: DateRule,
  answeredAt: number,
): VerificationSummary {
  const answeredId = anotherId(requestId, result.id);
  const found = result.response ?? null;
  const sent = submittedDetails(result.parameters, submitted, dateForm);
  const rows = compareLicenses(sent, found, rule);
  const comparable = answeredId === null && rows.some((row) => row.found.text !== null);
  const foundExpiry = answeredId === null ? filled(found?.expiryDate) : null;
  const foundDate = readServiceDate(foundExpiry, rule);
  const expiryUnclear = foundDate.kind === 'two_ways';
  const expiryDay =
    foundDate.kind === 'read'
      ? foundDate.reading.day
      : ((answeredId === null ? serviceDay(sent.expiryDate, rule) : null) ??
        readDate(submitted.expiryDate)?.day ??
        null);
  const status = result.status ?? null;
  return {
    status,
    isVerified: result.isVerified ?? null,
    isMatch: found?.isMatch ?? null,
    differing: comparable ? differingCount(rows) : null,
    compared: comparable ? comparedCount(rows) : null,
    answeredId,
    expiryDate: foundExpiry ?? filled(submitted.expiryDate),
    expiresOn: expiryUnclear ? null : dayText(expiryDay),
    expiryUnclear,
    answeredAt,
  };
}

function filled(text: string | null | undefined): string | null {
  return text == null || text.trim() === '' ? null : text;
}

function dayText(day: CalendarDay | null): string | null {
  return day === null ? null : isoDay(day);
}

/** What lists show of a processed document. It can be judged unless the service says that it is still at work on it. */
export function summariseDocument(
  reading: DocumentReading,
  settings: WorkspaceSettings,
  scales: ScoreScales,
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
    createdAt: toMoment(result.createdAt),
  };
}

/** A day without a time counts as its noon in UTC. */
function toMoment(text: string | null | undefined): number | null {
  const date = readDate(text);
  if (date === null) return null;
  const { year, month, day } = date.day;
  return date.instant ?? Date.UTC(year, month - 1, day, 12);
}

type DocumentReading = Pick<Reading<DocumentResult>, 'value' | 'validationIssues'>;

/**
 * Whether the service is still at work on a document: its word is sorted as under way and no overall score came, be it one
 * that cannot be read. Where it has no word for the whole, that for the step counts. A word that nobody sorted does not
 * keep a person from deciding.
 */
function isAtWork({ value, validationIssues }: DocumentReading, settings: WorkspaceSettings): boolean {
  const unreadable =
    validationIssues.find(({ path }) => path.join('.') === 'qualityDetails.overallScore')?.raw ?? '';
  if (value.qualityDetails?.overallScore != null || unreadable !== '') return false;
  const word = filled(value.status) ?? filled(value.processingStep);
  if (word === null) return false;
  const meaning = getMeaning(word, settings.statusWords);
  return meaning.category === 'under_way' && !meaning.final;
}
