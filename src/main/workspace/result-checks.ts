import { dayText, localDay } from '#shared/base/dates.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { toVerdict } from '#shared/verdict/license-verdict.ts';
import type { ResultKind } from '#shared/service/result-kinds.ts';
import { isAskableId } from '#shared/service/operations.ts';
import type { Dispatcher } from '../outbox/dispatcher.ts';
import type { NotFound } from '../service-client/answer.ts';
import { answerBrief, answerProblem } from '../service-client/answer-problem.ts';
import type { ServiceClient } from '../service-client/client.ts';
import type { CheckOutcome } from '../watcher/watcher.ts';
import type { Ask } from './service-connection.ts';
import type { WorkspaceBase } from './base.ts';
import type { ResultNoting } from './result-noting.ts';
import { isFinalWord } from './result-summary.ts';
import type { TokenHolder } from './token-holder.ts';

const unaskable = 'Gangway can’t use the service’s request number to get the result.';

/** Reads results from the service and stores every answer with its time. */
export function createResultChecks(
  { clock, stores, settings }: WorkspaceBase,
  client: ServiceClient,
  token: TokenHolder,
  ask: Ask,
  dispatcher: Dispatcher,
  noting: ResultNoting,
) {
  const { verifications, documents, readings, entryDetails, watches } = stores;
  const today = () => localDay(new Date(clock.wall()));

  /** Stores an answer that is not the result; it counts as a check only if the service itself gave it. */
  function withoutResult(kind: ResultKind, subject: string, answer: NotFound, own: boolean): CheckOutcome {
    const error = answerProblem(answer, kind);
    switch (answer.kind) {
      case 'not_ready':
        withProblem(kind, subject, answer);
        return { kind: 'open' };
      case 'unknown_id':
        return { kind: 'unknown_id', problem: withProblem(kind, subject, answer) };
      case 'refused':
      case 'unreadable':
        return { kind: 'problem', problem: withProblem(kind, subject, answer) };
      case 'trouble':
      case 'redirected':
        return { kind: 'problem', problem: withProblem(kind, subject, answer), error };
      case 'busy': {
        const notBefore = answer.waitMs === null ? null : clock.wall() + answer.waitMs;
        // A wait for all requests says nothing about this result.
        if (answer.waitMs !== null && !own) return { kind: 'not_made', error, notBefore };
        return { kind: 'problem', problem: withProblem(kind, subject, answer), error, notBefore };
      }
      case 'token_refused':
      case 'unreachable':
        return { kind: 'not_made', error };
    }
  }

  function withProblem(kind: ResultKind, subject: string, answer: NotFound): string {
    const problem = answerProblem(answer, kind).message;
    // Once its envelope is set, the stored body can be read.
    const wrapped =
      answer.kind === 'unreadable' && answer.instead?.kind === 'envelope' ? answer.instead : null;
    const nothingRead = { status: null, differing: null, problem, body: wrapped?.body ?? null };
    readings.add(kind, subject, { at: clock.wall(), ...nothingRead });
    return problem;
  }

  async function checkVerification(entryId: string, asked: boolean): Promise<CheckOutcome> {
    const requestId = verifications.get(entryId)?.requestId ?? null;
    if (token.current() === null || requestId === null) return { kind: 'not_made', error: null };
    if (!isAskableId(requestId)) return { kind: 'problem', problem: unaskable };
    const name = getName('verification', entryId);
    const said = await ask(name, asked, (value) => client.getVerificationResult(requestId, value));
    if (said === null) return { kind: 'not_made', error: null };
    const { answer, own } = said;
    const before = verifications.get(entryId);
    if (answer.kind !== 'found') {
      const outcome = withoutResult('verification', entryId, answer, own);
      return before !== null && isFinalWord(before.status, settings())
        ? afterFinal(before, answer, outcome)
        : outcome;
    }
    const { data, dateForm } = entryDetails.verification(entryId);
    const sent = { submitted: data, dateForm, requestId };
    const summary = noting.transaction(() => {
      const noted = noting.verification(entryId, answer.reading, sent, clock.wall(), null);
      const { status, differing } = noted;
      const reading = { at: clock.wall(), status, differing, problem: null, body: answer.body };
      readings.add('verification', entryId, reading);
      if (noted.status !== (before?.status ?? null)) watches.share('verification', entryId);
      return noted;
    });
    const final = isFinalWord(summary.status, settings());
    const wasIn = before !== null && (isIn(before) || isFinalWord(before.status, settings()));
    const isNew = !wasIn && (isIn(summary) || final);
    const row = verifications.get(entryId);
    const needsYou = row !== null && toVerdict(row, settings(), today())?.needsPerson === true;
    return { kind: final ? 'final' : 'open', ...(isNew ? { arrived: { needsYou } } : {}) };
  }

  /** After a final result, another answer of the service itself is a finding for a person; the result stays final. */
  function afterFinal(row: VerificationRow, answer: NotFound, outcome: CheckOutcome): CheckOutcome {
    switch (answer.kind) {
      case 'not_ready':
      case 'unknown_id':
      case 'refused':
      case 'unreadable': {
        const said = answer.kind === 'not_ready' ? 'The service gave no result.' : answerBrief(answer);
        const finding = `Checked again on ${dayText(today())}: ${said} The earlier result may be out of date.`;
        noting.transaction(() => noting.lost(row, finding));
        return { kind: 'final' };
      }
      case 'trouble':
      case 'redirected':
      case 'busy':
      case 'token_refused':
      case 'unreachable':
        return outcome;
    }
  }

  async function checkDocument(jobId: string, asked: boolean): Promise<CheckOutcome> {
    const name = getName('document', jobId);
    const said = await ask(name, asked, (value) => client.getDocumentResult(jobId, value));
    if (said === null) return { kind: 'not_made', error: null };
    const { answer, own } = said;
    if (answer.kind !== 'found') return withoutResult('document', jobId, answer, own);
    const now = clock.wall();
    const before = documents.get(jobId);
    const summary = noting.transaction(() => {
      const noted = noting.document(jobId, answer.reading, now);
      const reading = { at: now, status: noted.status, differing: null, problem: null, body: answer.body };
      readings.add('document', jobId, reading);
      if (noted.status !== (before?.status ?? null)) watches.share('document', jobId);
      return noted;
    });
    const final = isFinalWord(summary.status, settings());
    const isNew = before?.ready !== true && summary.ready;
    return { kind: final ? 'final' : 'open', ...(isNew ? { arrived: { needsYou: true } } : {}) };
  }

  return {
    check: (kind: ResultKind, subject: string, asked: boolean): Promise<CheckOutcome> =>
      kind === 'verification' ? checkVerification(subject, asked) : checkDocument(subject, asked),
    /** A person now waits for a running check, so it need not wait for a slot. */
    expedite(kind: ResultKind, subject: string): void {
      dispatcher.slots.expedite(getName(kind, subject));
    },
  };
}

/** Whether a person can review an answer, even one with another ID. */
const isIn = ({ differing, answeredId }: { differing: number | null; answeredId: string | null }): boolean =>
  differing !== null || answeredId !== null;

const getName = (kind: ResultKind, subject: string): string => `${kind} ${subject}`;
