import { setTimeout as wait } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { PracticeContext } from '#practice/operations.ts';
import { openObject } from '#shared/service/json.ts';
import { padded, withWrongTypes, type Fate, type Misbehaviour } from './misbehaviour.ts';

const signInPage =
  '<!doctype html><html lang="en"><head><title>Sign in to the network</title></head>' +
  '<body><h1>Sign in to the network</h1><p>Practice page in place of an answer.</p></body></html>';

/**
 * Answers a request the way its fate says. `apply` makes the request take effect and gives the proper answer; it is
 * called once or, where the fate is that the request never takes effect, not at all. `closing` cuts a delay short, and
 * the request is then dropped without taking effect.
 */
export async function answerByFate(
  c: PracticeContext,
  fate: Fate,
  apply: () => Promise<Response>,
  closing: AbortSignal,
): Promise<Response> {
  if (fate.delayMs > 0 && !(await waited(fate.delayMs, closing))) {
    c.env.incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  if (fate.rule === null) return apply();
  return answerByRule(c, fate.rule, apply);
}

async function waited(ms: number, closing: AbortSignal): Promise<boolean> {
  try {
    await wait(ms, undefined, { signal: closing });
    return true;
  } catch (error) {
    if (closing.aborted) return false;
    throw error;
  }
}

async function answerByRule(
  c: PracticeContext,
  rule: Exclude<Misbehaviour, { kind: 'delay' }>,
  apply: () => Promise<Response>,
): Promise<Response> {
  const socket = c.env.incoming.socket;
  switch (rule.kind) {
    case 'reset':
      socket.resetAndDestroy();
      return RESPONSE_ALREADY_SENT;
    case 'reset_after_applying':
      await apply();
      socket.resetAndDestroy();
      return RESPONSE_ALREADY_SENT;
    case 'drop_after_applying':
      await apply();
      socket.destroy();
      return RESPONSE_ALREADY_SENT;
    case 'cut_body':
      return cutShort(c, await apply(), rule.bytes);
    case 'status': {
      const headers = new Headers({ 'Content-Type': rule.contentType ?? 'application/json' });
      if (rule.retryAfter !== undefined) headers.set('Retry-After', rule.retryAfter);
      if (rule.location !== undefined) headers.set('Location', rule.location);
      const body = rule.body ?? errorBody(`Practice answer with status ${rule.status}.`);
      return new Response(rule.status === 304 ? null : body, { status: rule.status, headers });
    }
    case 'error_after_applying':
      await apply();
      return new Response(errorBody('Practice error after the request took effect.'), {
        status: rule.status,
        headers: { 'Content-Type': 'application/json' },
      });
    case 'html':
      if (rule.applied) await apply();
      return c.html(signInPage);
    case 'large': {
      const answer = await apply();
      return withBody(answer, padded(await answer.text(), rule.bytes));
    }
    case 'wrong_types': {
      const answer = await apply();
      const json: unknown = openObject.parse(await answer.json());
      return withBody(answer, JSON.stringify(withWrongTypes(json, rule.fields)));
    }
  }
}

function errorBody(message: string): string {
  return JSON.stringify({ error: { code: 'practice', message } });
}

function withBody(answer: Response, body: string): Response {
  return new Response(body, { status: answer.status, headers: answer.headers });
}

async function cutShort(c: PracticeContext, answer: Response, bytes: number): Promise<Response> {
  const whole = Buffer.from(await answer.arrayBuffer());
  const { outgoing } = c.env;
  outgoing.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    'Content-Length': whole.length,
  });
  outgoing.flushHeaders();
  await new Promise<void>((resolve) => {
    outgoing.write(whole.subarray(0, Math.max(0, Math.min(bytes, whole.length - 1))), () => resolve());
  });
  c.env.incoming.socket.destroySoon();
  return RESPONSE_ALREADY_SENT;
}
