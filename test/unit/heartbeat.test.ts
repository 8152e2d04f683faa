import { expect, it } from 'vitest';
import { toHeartbeat, type Heartbeat } from '#main/outbox/service-contact.ts';
import type { ReadAnswer } from '#main/service-client/answer.ts';

const unreadable = { kind: 'unreadable', cut: false, oversized: false } as const;
const redirected = { kind: 'redirected', location: 'https://a.example' } as const;

const table: [ReadAnswer<unknown>, Heartbeat | 'well'][] = [
  [{ kind: 'unknown_id' }, 'well'],
  [{ kind: 'unknown_id', ofPage: true }, 'well'],
  [{ kind: 'not_ready' }, 'well'],
  [{ kind: 'refused', status: 400, body: '' }, 'well'],
  [{ kind: 'refused', status: 403, body: '' }, 'well'],
  [{ kind: 'trouble', status: 500 }, 'well'],
  [{ kind: 'trouble', status: 501 }, 'well'],
  [
    { kind: 'trouble', status: 502 },
    { kind: 'trouble', status: 502, waitMs: 0 },
  ],
  [
    { kind: 'trouble', status: 504 },
    { kind: 'trouble', status: 504, waitMs: 0 },
  ],
  [
    { kind: 'busy', status: 503, waitMs: null },
    { kind: 'trouble', status: 503, waitMs: 0 },
  ],
  [
    { kind: 'busy', status: 429, waitMs: 7000 },
    { kind: 'trouble', status: 429, waitMs: 7000 },
  ],
  [
    { kind: 'busy', status: 408, waitMs: 7000 },
    { kind: 'trouble', status: 408, waitMs: 7000 },
  ],
  [redirected, redirected],
  [{ kind: 'token_refused' }, { kind: 'token_refused' }],
  [{ kind: 'unreachable', detail: 'TIME_OUT', sent: true }, { kind: 'unanswered' }],
  [
    { kind: 'unreachable', detail: 'ECONNREFUSED', sent: false },
    { kind: 'unreachable', detail: 'ECONNREFUSED' },
  ],
  [{ ...unreadable, bodyKind: 'json' }, 'well'],
  [{ ...unreadable, bodyKind: 'empty' }, 'well'],
  [
    { ...unreadable, bodyKind: 'web_page' },
    { kind: 'unexpected_responder', detail: 'FOREIGN_PAGE' },
  ],
  [
    { ...unreadable, bodyKind: 'foreign' },
    { kind: 'unexpected_responder', detail: 'FOREIGN_ANSWER' },
  ],
];

it.each(table)('a heartbeat answered with %o means %o', (answer, beat) => {
  expect(toHeartbeat(answer)).toEqual(beat === 'well' ? { kind: 'well' } : beat);
});
