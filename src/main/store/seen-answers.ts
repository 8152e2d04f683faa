import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { parseAnswer } from '#shared/service/answer-json.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { findEnvelope, unwrapped } from '#shared/service/envelope.ts';
import { isOpenObject } from '#shared/service/json.ts';
import { invitationResult } from '#shared/service/vendor-invitation.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { queueResponse, verificationResult } from '#shared/service/verification.ts';
import { commonEnvelopes, maxSeenWords, type SeenAnswers } from '#shared/settings/observations.ts';
import { matchingForm } from '#shared/settings/status.ts';
import { largeAnswer } from '../service-client/exchange.ts';
import { createQueries } from './query.ts';

/** The latest answers that are read, per table. */
const latest = 100;

const resources = {
  invite: invitationResult,
  queued: queueResponse,
  vendor: vendorProfile,
  verification: verificationResult,
  document: documentResult,
};
const answerRow = z.object({
  kind: z.enum(['invite', 'queued', 'vendor', 'verification', 'document']),
  body: z.string(),
});

const statusMembers = ['status', 'complianceStatus', 'vendorStatus', 'processingStep'] as const;
const word = z.union([z.string().trim().min(1).max(200), z.number().transform(String)]);

/** How the service's latest answers were built, for the person who sets how they are read: small ones, each once. */
export function createSeenAnswers(db: Database, envelope: () => string | null): () => SeenAnswers {
  const { prepareQuery } = createQueries(db);
  const whole = `cut IS NULL AND status BETWEEN 200 AND 299 AND length(body) < ${largeAnswer}`;
  const select = prepareQuery(
    `SELECT * FROM (SELECT CASE e.kind WHEN 'invite' THEN 'invite' ELSE 'queued' END AS kind, h.body
       FROM (SELECT entry, body FROM history WHERE ${whole} ORDER BY id DESC LIMIT ${latest}) h JOIN entry e ON e.seq = h.entry)
     UNION ALL SELECT * FROM (SELECT kind, body FROM read_answer WHERE ${whole} ORDER BY id DESC LIMIT ${latest})
     UNION ALL SELECT * FROM (SELECT kind, body FROM reading WHERE length(body) < ${largeAnswer} ORDER BY id DESC LIMIT ${latest})
     UNION ALL SELECT * FROM (SELECT 'vendor', body FROM vendor_fetch WHERE length(body) < ${largeAnswer}
       ORDER BY id DESC LIMIT ${latest})`,
    answerRow,
  );

  return () => {
    const wrapped: SeenAnswers['wrapped'] = {};
    const words = new Map<string, string>();
    // A result that is wrapped is in two tables.
    const different = new Map(select.all().map((row) => [`${row.kind} ${row.body}`, row]));
    for (const { kind, body } of different.values()) {
      const resource = resources[kind];
      const outer = parseAnswer(body);
      const wrappedIn = findWrapping(resource, outer, envelope());
      if (wrappedIn !== null) wrapped[wrappedIn] = (wrapped[wrappedIn] ?? 0) + 1;
      for (const one of findStatusWords(unwrapped(outer, wrappedIn ?? envelope(), resource)))
        if (words.size < maxSeenWords && !words.has(matchingForm(one))) words.set(matchingForm(one), one);
    }
    return { wrapped, statusWords: [...words.values()] };
  };
}

/** The common envelope around an answer; null without one, or with the one that is set. */
function findWrapping(resource: z.ZodObject, answer: unknown, envelope: string | null) {
  if (!isOpenObject(answer) || (envelope !== null && Object.hasOwn(answer, envelope))) return null;
  const found = findEnvelope(resource, answer);
  return commonEnvelopes.find((one) => one === found) ?? null;
}

/** Status words and numeric codes as received. */
function findStatusWords(content: unknown): string[] {
  if (!isOpenObject(content)) return [];
  const checklist = Array.isArray(content['checklist']) ? content['checklist'].filter(isOpenObject) : [];
  const values = [...statusMembers.map((name) => content[name]), ...checklist.map((item) => item['status'])];
  return values.flatMap((value) => word.safeParse(value).data ?? []);
}
