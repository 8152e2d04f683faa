import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { z } from 'zod';
import { refusalResponse } from '#practice/errors.ts';
import {
  startPracticeService,
  type PracticeService,
  type PracticeServiceOptions,
} from '#practice/service.ts';
import { answerByFate } from './misbehaving-answer.ts';
import { misbehaviourRules, MisbehaviourRules, type Misbehaviour } from './misbehaviour.ts';
import { ReceivedPosts } from './received-posts.ts';

export interface MisbehavingService extends PracticeService {
  misbehave(rules: readonly Misbehaviour[]): void;
}

/**
 * Starts the practice service with answers that rules can spoil. Rules befall the five operations alone, after the token was checked.
 * They also come over HTTP, at /practice/misbehaviour. GET /practice/posts lists every POST.
 */
export async function startMisbehavingService(options: PracticeServiceOptions): Promise<MisbehavingService> {
  const misbehaviour = new MisbehaviourRules();
  const received = new ReceivedPosts();
  const service = await startPracticeService({
    ...options,
    answer: (c, operation, apply, closing) =>
      answerByFate(c, misbehaviour.takeFate(operation), apply, closing),
    onPost: (operation, text, key) => received.note(operation, text, key),
    moreRoutes: ruleRoutes(misbehaviour).get('/practice/posts', (c) => c.json(received.list())),
  });
  return { ...service, misbehave: (rules) => misbehaviour.replace(rules) };
}

function ruleRoutes(misbehaviour: MisbehaviourRules): Hono<{ Bindings: HttpBindings }> {
  return new Hono<{ Bindings: HttpBindings }>()
    .put('/practice/misbehaviour', async (c) => {
      const body: unknown = await c.req.json().catch(() => undefined);
      const rules = misbehaviourRules.safeParse(body);
      if (!rules.success) {
        return refusalResponse(c, {
          status: 422,
          code: 'invalid_rule',
          message: z.prettifyError(rules.error),
        });
      }
      misbehaviour.replace(Array.isArray(rules.data) ? rules.data : [rules.data]);
      return c.json({ rules: misbehaviour.inForce() });
    })
    .get('/practice/misbehaviour', (c) => c.json({ rules: misbehaviour.inForce() }))
    .delete('/practice/misbehaviour', (c) => {
      misbehaviour.replace([]);
      return c.json({ rules: [] });
    });
}
