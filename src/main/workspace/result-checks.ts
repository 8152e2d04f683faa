import { dayText, localDay } from '#shared/base/dates.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { toVerdict } from '#shared/verdict/license-verdict.ts';
import type { ResultKind } from '#shared/service/result-kinds.ts';
import { isAskableId } from '#shared/service/operations.ts';
import type { Dispatcher } from '../outbox/dispatcher.ts';
import { toServiceSign, type ReadAnswer } from '../service-client/answer.ts';
import { answerBrief, answerProblem } from '../service-client/answer-problem.ts';
import type { ServiceClient } from '../service-client/client.ts';
import type { CheckOutcome } from '../watcher/watcher.ts';
import type { WorkspaceBase } from './base.ts';
import type { ResultNoting } from './result-noting.ts';
import { isFinalWord } from './result-summary.ts';
import type { TokenHolder } from './token-holder.ts';

/** What was said to a question, and whether trouble with it is its own. */
interface Asked<T> {
  answer: T;
  own: boolean;
}

const unaskable = 'Gangway can’t use the service’s request number to get the result.';

interface CheckParts {
  client: ServiceClient;
  token: TokenHolder;
  dispatcher: Dispatcher;
  noting: ResultNoting;
}

export type ResultChecks = ReturnType<typeof createResultChecks>;

/** Reads results from the service and keeps every answer with its time. */
export function createResultChecks(
  { clock, stores, settings }: WorkspaceBase,
  { client, token, dispatcher, noting }: CheckParts,
) {
  const { verifications, documents, readings, entryDetails } = stores;

  /** Stores the outcome of an answer that is not the result; only what the service itself said counts as a look. */
  function withoutResult(
    kind: ResultKind,
    subject: string,
    { answer, own }: Asked<Exclude<ReadAnswer<unknown>, { kind: 'found' }>>,
  ): CheckOutcome {
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
      case 'redirected': {
        const error = answerProblem(answer, kind);
        return { kind: 'problem', problem: withProblem(kind, subject, answer), error };
      }
      case 'busy': {
        const error = answerProblem(answer, kind);
        const notBefore = answer.waitMs === null ? null : clock.wall() + answer.waitMs;
        // A wait that is meant for all says nothing about this result. Without a wait, or with one of its own, it does.
        if (answer.waitMs !== null && !own) return { kind: 'not_made', error, notBefore };
        return { kind: 'problem', problem: withProblem(kind, subject, answer), error, notBefore };
      }
      case 'token_refused':
      case 'unreachable':
        return { kind: 'not_made', error: answerProblem(answer, kind) };
    }
  }

  /** Keeps that nothing could be read, and why. */
  function withProblem(
    kind: ResultKind,
    subject: string,
    answer: Exclude<ReadAnswer<unknown>, { kind: 'found' }>,
  ): string {
    const problem = answerProblem(answer, kind).message;
    // Once its envelope is set, it can be read without asking again.
    const wrapped =
      answer.kind === 'unreadable' && answer.instead?.kind === 'envelope' ? answer.instead : null;
    const nothingRead = { status: null, differing: null, problem, body: wrapped?.body ?? null };
    readings.add(kind, subject, { at: clock.wall(), ...nothingRead }, () => undefined);
    return problem;
  }

  /** Asks with the token that is held once there is a place; null where it was not asked after all. */
  function ask<T>(
    read: (token: string) => Promise<ReadAnswer<T>>,
    asked: boolean,
    name: string,
  ): Promise<Asked<ReadAnswer<T>> | null> {
    const askNow = async () => {
      const held = token.current();
      if (held === null) return null;
      const answer = await read(held.value);
      return { answer, own: dispatcher.observe(toServiceSign(answer), held.generation, name) };
    };
    return dispatcher.slots.read(askNow, asked, name);
  }

  async function checkVerification(entryId: string, asked: boolean): Promise<CheckOutcome> {
    const requestId = verifications.get(entryId)?.requestId ?? null;
    if (token.current() === null || requestId === null) return { kind: 'not_made', error: null };
    if (!isAskableId(requestId)) return { kind: 'problem', problem: unaskable };
    const name = getName('verification', entryId);
    const said = await ask((token) => client.getVerificationResult(requestId, token), asked, name);
    if (said === null) return { kind: 'not_made', error: null };
    const { answer, own } = said;
    const before = verifications.get(entryId);
    if (answer.kind !== 'found') {
      const outcome = withoutResult('verification', entryId, { answer, own });
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
      readings.add('verification', entryId, reading, () => undefined);
      return noted;
    });
    const final = isFinalWord(summary.status, settings());
    const wasIn = before !== null && (isIn(before) || isFinalWord(before.status, settings()));
    const isNew = !wasIn && (isIn(summary) || final);
    const row = verifications.get(entryId);
    const today = localDay(new Date(clock.wall()));
    const verdict = row === null ? null : toVerdict(row, settings(), today);
    const needsYou = verdict?.needsPerson === true;
    return { kind: final ? 'final' : 'open', ...(isNew ? { arrived: { needsYou } } : {}) };
  }

  /** After a final result, what the service itself says instead of one is a finding for a person; it stays final. */
  function afterFinal(
    row: VerificationRow,
    answer: Exclude<ReadAnswer<unknown>, { kind: 'found' }>,
    outcome: CheckOutcome,
  ): CheckOutcome {
    switch (answer.kind) {
      case 'not_ready':
      case 'unknown_id':
      case 'refused':
      case 'unreadable': {
        const day = dayText(localDay(new Date(clock.wall())));
        const said = answer.kind === 'not_ready' ? 'The service gave no result.' : answerBrief(answer);
        noting.transaction(() => {
          noting.lost(row, `Checked again on ${day}: ${said} The earlier result may be out of date.`);
        });
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
    const said = await ask((token) => client.getDocumentResult(jobId, token), asked, name);
    if (said === null) return { kind: 'not_made', error: null };
    const { answer, own } = said;
    if (answer.kind !== 'found') return withoutResult('document', jobId, { answer, own });
    const now = clock.wall();
    const before = documents.get(jobId);
    const summary = noting.transaction(() => {
      const noted = noting.document(jobId, answer.reading, now);
      const reading = { at: now, status: noted.status, differing: null, problem: null, body: answer.body };
      readings.add('document', jobId, reading, () => undefined);
      return noted;
    });
    const final = isFinalWord(summary.status, settings());
    const isNew = before?.ready !== true && summary.ready;
    return { kind: final ? 'final' : 'open', ...(isNew ? { arrived: { needsYou: true } } : {}) };
  }

  const checks: Record<ResultKind, (subject: string, asked: boolean) => Promise<CheckOutcome>> = {
    verification: checkVerification,
    document: checkDocument,
  };

  return {
    /** @param asked whether a person waits for it */
    check: (kind: ResultKind, subject: string, asked: boolean): Promise<CheckOutcome> =>
      checks[kind](subject, asked),
    /** A person has come to wait for a look that is under way: it does not wait for a place any longer. */
    expedite(kind: ResultKind, subject: string): void {
      dispatcher.slots.expedite(getName(kind, subject));
    },
  };
}

/** Whether an answer has come that a person can look at, be it with another ID. */
function isIn({ differing, answeredId }: { differing: number | null; answeredId: string | null }): boolean {
  return differing !== null || answeredId !== null;
}

function getName(kind: ResultKind, subject: string): string {
  return `${kind} ${subject}`;
}
