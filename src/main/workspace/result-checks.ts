import { dayText, localDay } from '#shared/dates.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { toVerdict } from '#shared/license-verdict.ts';
import type { ResultKind } from '#shared/result-kinds.ts';
import { isAskableId } from '#shared/service/operations.ts';
import type { WorkspaceSettings } from '#shared/settings.ts';
import type { Clock } from '../clock.ts';
import { toServiceSign, type ReadAnswer } from '../service-client/answer.ts';
import type { ServiceSign } from '../service-client/service-sign.ts';
import { answerBrief, answerProblem } from '../service-client/answer-problem.ts';
import type { ServiceClient } from '../service-client/client.ts';
import type { DocumentStore } from '../store/documents.ts';
import type { ReadingStore } from '../store/readings.ts';
import type { VerificationStore } from '../store/verifications.ts';
import type { CheckOutcome } from '../watcher/watcher.ts';
import type { RequestSlots } from './request-slots.ts';
import type { ResultNoting } from './result-noting.ts';
import { isFinalWord, type AskedCheck } from './result-summary.ts';
import type { TokenHolder } from './token-holder.ts';

interface Parts {
  client: ServiceClient;
  token: TokenHolder;
  clock: Clock;
  verifications: VerificationStore;
  documents: DocumentStore;
  /** The license details that were enqueued under an entry. */
  submitted: (entryId: string) => Pick<AskedCheck, 'submitted' | 'dateForm'>;
  readings: ReadingStore;
  noting: ResultNoting;
  settings(): WorkspaceSettings;
  /** Returns whether the trouble that was met is this one's own: others are answered well. */
  observe(sign: ServiceSign, tokenGeneration: number, subject: string): boolean;
  /** Each look takes a place among the requests under way. */
  slots: Pick<RequestSlots, 'read' | 'expedite'>;
}

/** What was said to a question, and whether trouble with it is its own. */
interface Asked<T> {
  answer: T;
  own: boolean;
}

const unaskable = 'Gangway can’t use the service’s request number to get the result.';

export type ResultChecks = ReturnType<typeof createResultChecks>;

/** Reads results from the service and keeps every answer with its time. */
export function createResultChecks(parts: Parts) {
  const { client, clock, verifications, documents, readings, noting } = parts;

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
      const token = parts.token.current();
      if (token === null) return null;
      const answer = await read(token.value);
      return { answer, own: parts.observe(toServiceSign(answer), token.generation, name) };
    };
    return parts.slots.read(askNow, asked, name);
  }

  async function checkVerification(entryId: string, asked: boolean): Promise<CheckOutcome> {
    const requestId = verifications.get(entryId)?.requestId ?? null;
    if (parts.token.current() === null || requestId === null) return { kind: 'not_made', error: null };
    if (!isAskableId(requestId)) return { kind: 'problem', problem: unaskable };
    const name = getName('verification', entryId);
    const said = await ask((token) => client.getVerificationResult(requestId, token), asked, name);
    if (said === null) return { kind: 'not_made', error: null };
    const { answer, own } = said;
    const before = verifications.get(entryId);
    if (answer.kind !== 'found') {
      const outcome = withoutResult('verification', entryId, { answer, own });
      return before !== null && isFinalWord(before.status, parts.settings())
        ? afterFinal(before, answer, outcome)
        : outcome;
    }
    const sent = { ...parts.submitted(entryId), requestId };
    const summary = noting.transaction(() => {
      const noted = noting.verification(entryId, answer.reading, sent, clock.wall());
      const { status, differing } = noted;
      const reading = { at: clock.wall(), status, differing, problem: null, body: answer.body };
      readings.add('verification', entryId, reading, () => undefined);
      return noted;
    });
    const final = isFinalWord(summary.status, parts.settings());
    const wasIn = before !== null && (isIn(before) || isFinalWord(before.status, parts.settings()));
    const isNew = !wasIn && (isIn(summary) || final);
    const row = verifications.get(entryId);
    const today = localDay(new Date(clock.wall()));
    const verdict = row === null ? null : toVerdict(row, parts.settings().statusWords, today);
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
    const final = isFinalWord(summary.status, parts.settings());
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
      parts.slots.expedite(getName(kind, subject));
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
