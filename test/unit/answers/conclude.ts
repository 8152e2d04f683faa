import { entryKinds } from '#shared/outbox/entry-kinds.ts';
import { compareLicenses } from '#shared/comparison/licenses.ts';
import { contradictingFields } from '#shared/comparison/profile.ts';
import { fromDayNumber, toDayNumber } from '#shared/base/dates.ts';
import type { Finding, JudgingDay } from '#shared/onboarding/finding.ts';
import { judgeDocuments } from '#shared/onboarding/judge-documents.ts';
import { judgeLicenses } from '#shared/onboarding/judge-licenses.ts';
import type { EntryKind } from '#shared/outbox/outbox.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { verificationResult } from '#shared/service/verification.ts';
import { defaultWorkspaceSettings, type WorkspaceSettings } from '#shared/settings/settings.ts';
import { noDateRule } from '#shared/service/service-dates.ts';
import { scoreScales } from '#shared/service/score.ts';
import { nothingObserved } from '#shared/settings/observations.ts';
import { toOutcome } from '#main/outbox/outcome.ts';
import { readAnswer } from '#main/service-client/answer.ts';
import type { AnsweredExchange } from '#main/service-client/exchange.ts';
import { summariseDocument, summariseVerification } from '#main/workspace/result-summary.ts';
import { noFacts } from '#test/onboarding-samples.ts';

// What Gangway concludes from one answer of the service, in the words of a coordinator, through the functions that the app runs.

/** Tuesday, November 24, 2026, at noon in UTC. */
export const today = '2026-11-24';
const now = Date.parse(`${today}T12:00:00Z`);
const toDay = (at: number) => Math.floor(at / 86_400_000);
const day: JudgingDay = {
  today: toDayNumber(today),
  toDay,
  words: {},
  soonDays: 30,
  changesAfter: () => undefined,
};

/** What was submitted, and its ID at the service. */
export const requestId = '0b8e4f1a-6c1d-4f0e-9d53-7a2f5c9e1b10';
export const submitted = {
  licenseTradeType: 'Plumbing',
  licenseNumber: '0012345',
  licenseeName: 'Brightwater Plumbing LLC',
  locationWhereLicenseIsValid: { state: 'CA' },
  expiryDate: '2027-06-30',
};
export const jobId = '3f2c9a77-51b2-4f43-8d1e-2f9a4b7c6d21';
export const profile = {
  companyName: 'Brightwater Plumbing LLC',
  location: { street: '120 Main St', cityName: 'Fresno', stateCode: 'CA', postalCode: '93650' },
};

/** An answer: its body, and its status where that is not 200. */
export interface Answer {
  body: unknown;
  status?: number;
  location?: string;
}

/** What a case changes of the settings of the workspace. */
export type Settings = Partial<WorkspaceSettings>;

function toExchange({ body, status = 200, location }: Answer): AnsweredExchange {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    kind: 'answered',
    status,
    contentType: text.startsWith('<') ? 'text/html' : 'application/json',
    retryAfter: null,
    date: null,
    location: location ?? null,
    wwwAuthenticate: null,
    body: text,
    bytes: null,
    cut: null,
  };
}

/** `yes until` a day or without an end, `no`, `a person`, or `wait`. */
function toConclusion({ state, until }: Finding, needsPerson: boolean): string {
  switch (state) {
    case 'met':
    case 'expiring':
      return until === null ? 'yes' : `yes until ${fromDayNumber(until)}`;
    case 'failed':
      return 'no';
    case 'missing':
      return 'a person';
    case 'waiting':
      return needsPerson ? 'a person' : 'wait';
  }
}

/** What the answer to the question for a verification's result comes to for a vendor that needs this license. */
export function concludeVerification(answer: Answer, change: Settings = {}): string {
  const settings = { ...defaultWorkspaceSettings, ...change };
  const read = readAnswer(verificationResult, toExchange(answer), settings, now);
  if (read.kind === 'not_ready' || read.kind === 'unknown_id') return 'wait';
  if (read.kind !== 'found')
    return read.kind === 'unreadable' && read.instead?.kind === 'envelope' ? 'envelope' : 'problem';
  const asked = { submitted, dateForm: 'iso' as const, requestId };
  const summary = summariseVerification(read.reading, asked, noDateRule, now, settings);
  const differing = compareLicenses(submitted, read.reading.value.response).filter(
    ({ verdict }) => verdict === 'differs',
  );
  // Another expiration is shown as a difference; whether the day is the service's shows once a person has accepted that.
  const accepted =
    differing.length === 1 && differing[0]?.field === 'expiryDate' && summary.isMatch !== false;
  const license = {
    entryId: 'e',
    trade: 'Plumbing',
    state: 'CA',
    licenseKey: null,
    entryState: 'accepted' as const,
    markedByPerson: false,
    verdict: { ...summary, replaced: false, byHand: false },
    decision: accepted ? { choice: 'accept_differences', by: null, at: now } : null,
  };
  const rule = {
    id: 'r',
    name: 'Plumbing license',
    kind: 'license' as const,
    trade: 'Plumbing',
    state: 'CA',
    soonDays: 30,
    maxAgeDays: null,
  };
  const words = settings.statusWords;
  const finding = judgeLicenses(rule, { ...noFacts, licenses: [license] }, { ...day, words });
  return toConclusion(finding, finding.step === 'see_verification');
}

/** What the answer to the question for a document's result comes to for a vendor that needs a W-9 with a score of 70. */
export function concludeDocument(answer: Answer, change: Settings = {}): string {
  const settings = { ...defaultWorkspaceSettings, scoreScale: 'zero_to_hundred' as const, ...change };
  const read = readAnswer(documentResult, toExchange(answer), settings, now);
  if (read.kind === 'not_ready' || read.kind === 'unknown_id') return 'wait';
  if (read.kind !== 'found')
    return read.kind === 'unreadable' && read.instead?.kind === 'envelope' ? 'envelope' : 'problem';
  const rules = { scales: scoreScales(settings, nothingObserved), dates: noDateRule };
  const {
    title: _title,
    documentType,
    status: _status,
    ...summary
  } = summariseDocument(read.reading, jobId, settings, rules);
  const document = {
    ...summary,
    jobId,
    type: documentType,
    contradictions: contradictingFields(read.reading, profile).length,
    fetchedAt: now,
    decision: null,
    validUntil: null,
  };
  const rule = {
    id: 'r',
    name: 'W-9',
    kind: 'document' as const,
    documentType: 'W-9',
    minScore: 70,
    maxAgeDays: 365,
    needsEndDate: false,
    soonDays: 30,
  };
  const words = settings.statusWords;
  const finding = judgeDocuments(rule, { ...noFacts, documents: [document] }, { ...day, words });
  return toConclusion(finding, finding.step !== null);
}

/** What the answer to something that was sent comes to: `sent`, `refused`, `not clear`, `no ID`, `again` or `signed out`. */
export function concludeSent(kind: EntryKind, answer: Answer, change: Settings = {}): string {
  const settings = { ...defaultWorkspaceSettings, ...change };
  const { verdict } = toOutcome(entryKinds[kind], toExchange(answer), settings, now);
  switch (verdict.event) {
    case 'accepted':
      return 'sent';
    case 'refused':
      return 'refused';
    case 'outcome_unknown':
      return verdict.reason.code === 'no_request_id' ? 'no ID' : 'not clear';
    case 'postponed':
      return 'again';
    case 'unauthorised':
      return 'signed out';
  }
}
