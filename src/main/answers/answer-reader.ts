import pLimit from 'p-limit';
import type { z } from 'zod';
import { vendorChange, type VendorChange } from '#shared/ipc/vendors.ts';
import { unsearchedAnswer } from '#shared/words/network-messages.ts';
import { entryKinds } from '#shared/outbox/entry-kinds.ts';
import type { EntryKind } from '#shared/outbox/outbox.ts';
import { readKept } from '#shared/service/envelope.ts';
import type { Reading } from '#shared/service/reading.ts';
import type { ServiceInterface } from '#shared/settings/settings.ts';
import { vendorChanges } from './vendor-changes.ts';
import { startLimited, type LimitedThread } from '../limited-worker.ts';
import { outcome, toOutcome, outcomeOfUnread, type Outcome } from '../outbox/outcome.ts';
import { answerOfUnread, notFound, readAnswer, type AnswerJudge } from '../service-client/answer.ts';
import { readBody, type BodyReader } from '../service-client/answer-body.ts';
import { largeAnswer, type AnsweredExchange, type Exchange } from '../service-client/exchange.ts';
import { bodyResult, foundResult, readingResult, type AnswerTask, type ResourceName } from './answer-task.ts';

/** Reads and judges answers; large ones in a thread with limits of memory and time. */
export interface AnswerReader extends BodyReader, AnswerJudge {
  /** See {@link toOutcome}, and {@link outcomeOfUnread} for an answer that took too long. Never rejects. */
  outcome(kind: EntryKind, exchange: Exchange, promises: ServiceInterface, now: number): Promise<Outcome>;
  /** See {@link readKept}; null also for one that took too long. */
  kept<T extends z.ZodObject>(
    name: ResourceName,
    resource: T,
    body: string,
    envelope: string | null,
  ): Promise<Reading<z.infer<T>> | null>;
  /** See {@link vendorChanges}; none where that took too long. */
  vendorChanges(
    bodies: readonly { at: number; body: string }[],
    envelope: string | null,
  ): Promise<VendorChange[]>;
  /** Ends the running thread; its task then counts as one that took too much. */
  close(): Promise<void>;
}

/** The answer could not be searched for the token, so it may not be stored. */
class UnsearchedAnswer extends Error {
  readonly code = unsearchedAnswer;
}

/** Several times what the costliest answer needs on a slow computer. */
const defaultLimits = { heapMb: 512, ms: 60_000 };

/** @param onFault called with an error in reading, which counts as exceeding the limits */
export function createAnswerReader(
  script: string,
  onFault: (error: unknown) => void,
  limits = defaultLimits,
): AnswerReader {
  let thread: LimitedThread | null = null;
  const mutex = pLimit(1);
  let closed = false;

  async function run(task: AnswerTask): Promise<{ value: unknown } | null> {
    if (closed) return null;
    thread = startLimited(script, task, limits.heapMb);
    try {
      const work = await thread.answer(limits.ms);
      return work.kind === 'done' ? work : null;
    } catch (error) {
      if (!closed) onFault(error);
      return null;
    } finally {
      await thread.end();
    }
  }

  const inThread = (task: AnswerTask): Promise<{ value: unknown } | null> => mutex(() => run(task));

  return {
    async body(received) {
      const { content, whole, raw, inside } = received;
      const size = Math.max(content.length, whole ? 0 : raw.length, inside?.bytes.length ?? 0);
      if (size < largeAnswer) return readBody(received);
      const done = await inThread({ kind: 'body', ...received, raw: whole ? new Uint8Array() : raw });
      if (done === null) throw new UnsearchedAnswer();
      return bodyResult.parse(done.value);
    },
    async outcome(kind, exchange, promises, now) {
      if (!isLarge(exchange)) return toOutcome(entryKinds[kind], exchange, promises, now);
      const done = await inThread({ kind: 'outcome', entry: kind, exchange, promises, now });
      return done === null
        ? outcomeOfUnread(entryKinds[kind], exchange, promises, now)
        : outcome.parse(done.value);
    },
    async answer(kind, resource, exchange, promises, now) {
      if (!isLarge(exchange)) return readAnswer(resource, exchange, promises, now);
      const done = await inThread({ kind: 'answer', resource: kind, exchange, promises, now });
      if (done === null) return answerOfUnread(resource, exchange, promises, now);
      const found = foundResult.safeParse(done.value);
      if (!found.success) return notFound.parse(done.value);
      const reading = { ...found.data.reading, value: resource.parse(found.data.reading.value) };
      return { kind: 'found', reading, body: exchange.body };
    },
    async kept(name, resource, body, envelope) {
      if (body.length < largeAnswer) return readKept(resource, body, envelope);
      const done = await inThread({ kind: 'kept', resource: name, body, envelope });
      const reading = done === null ? null : readingResult.nullable().parse(done.value);
      return reading === null ? null : { ...reading, value: resource.parse(reading.value) };
    },
    async vendorChanges(bodies, envelope) {
      const size = bodies.reduce((sum, { body }) => sum + body.length, 0);
      if (size < largeAnswer) return vendorChanges(bodies, envelope);
      const done = await inThread({ kind: 'vendor_changes', bodies: [...bodies], envelope });
      return done === null ? [] : vendorChange.array().parse(done.value);
    },
    async close() {
      closed = true;
      await thread?.end();
      await mutex(() => undefined);
    },
  };
}

function isLarge(exchange: Exchange): exchange is AnsweredExchange {
  return (
    exchange.kind === 'answered' && Math.max(exchange.body.length, exchange.bytes?.length ?? 0) >= largeAnswer
  );
}
