import { describe, expect, it } from 'vitest';
import type { ReadAnswer } from '#main/service-client/answer.ts';
import { answerBrief, answerProblem, type Wanted } from '#main/service-client/answer-problem.ts';

type Problem = Exclude<ReadAnswer<unknown>, { kind: 'found' }>;

const unreadable = { kind: 'unreadable', bodyKind: 'json', cut: false, oversized: false } as const;

const table: [Problem, code: string, message: string, brief: string][] = [
  [
    { kind: 'unreachable', detail: 'XYZ', sent: false },
    'unreachable',
    'The service can’t be reached. What’s saved on this computer stays as it is. Try again later.',
    'The service can’t be reached.',
  ],
  [
    { kind: 'unreachable', detail: 'XYZ', sent: true },
    'unreachable',
    'The service can’t be reached. What’s saved on this computer stays as it is. Try again later.',
    'No reply from the service.',
  ],
  [
    { kind: 'token_refused' },
    'signed_out',
    'The service did not accept the token. Sign in with a new one and try again.',
    'The service did not accept the token.',
  ],
  [
    { kind: 'busy', status: 429, waitMs: null },
    'unreachable',
    'The service is busy. Try again later.',
    'The service is busy (429).',
  ],
  [
    { kind: 'busy', status: 503, waitMs: 1 },
    'unreachable',
    'The service is under maintenance and asked to wait 1 s. Try again then.',
    'The service is under maintenance (503) and asked to wait 1 s.',
  ],
  [
    { kind: 'busy', status: 429, waitMs: 89_000 },
    'unreachable',
    'The service is busy and asked to wait 89 s. Try again then.',
    'The service is busy (429) and asked to wait 89 s.',
  ],
  [
    { kind: 'busy', status: 429, waitMs: 89_001 },
    'unreachable',
    'The service is busy and asked to wait 2 min. Try again then.',
    'The service is busy (429) and asked to wait 2 min.',
  ],
  [
    { kind: 'trouble', status: 502 },
    'unreachable',
    'The service has a problem (it answered 502). Nothing here is lost. Try again later.',
    'The service has a problem (502).',
  ],
  [
    { kind: 'redirected', location: 'https://a.example' },
    'refused',
    'The service points to another address (https://a.example). Gangway does not follow it with your token. Check the service address in Settings.',
    'The service points to another address (https://a.example).',
  ],
  [
    { kind: 'redirected', location: null },
    'refused',
    'The service points to another address. Gangway does not follow it with your token. Check the service address in Settings.',
    'The service points to another address.',
  ],
  [
    { kind: 'refused', status: 403, body: '{"message":"No."}' },
    'refused',
    'The token is not allowed to do this. Ask your administrator.',
    'The service refused this (403).',
  ],
  [
    { kind: 'refused', status: 400, body: '{"message":"No such thing."}' },
    'refused',
    'The service refused this. It said: No such thing.',
    'The service refused this (400).',
  ],
  [
    { kind: 'refused', status: 400, body: '' },
    'refused',
    'The service refused this (it answered 400). Check the ID.',
    'The service refused this (400).',
  ],
  [
    { kind: 'refused', status: 299, body: '' },
    'refused',
    'The service reported a problem and gave no reason. Try again later.',
    'The service refused this (299).',
  ],
  [
    { kind: 'refused', status: 300, body: '' },
    'refused',
    'The service refused this (it answered 300). Check the ID.',
    'The service refused this (300).',
  ],
  [
    { ...unreadable, cut: true, bodyKind: 'web_page' },
    'unreadable_answer',
    'The answer was cut off or too large to read. What’s saved on this computer stays as it is. Try again.',
    'The service returned a web page instead of an answer.',
  ],
  [
    { ...unreadable, bodyKind: 'web_page' },
    'unreadable_answer',
    'The service returned a web page instead of an answer. Check the service address, or sign in to the Wi-Fi first.',
    'The service returned a web page instead of an answer.',
  ],
  [
    { ...unreadable, oversized: true },
    'unreadable_answer',
    'The answer is too large to read field by field. It is saved as received, and earlier data is unchanged. Tell your administrator.',
    'The answer cannot be read.',
  ],
  [
    unreadable,
    'unreadable_answer',
    'The answer cannot be read. Check the service address in Settings.',
    'The answer cannot be read.',
  ],
  ...(
    [
      [
        { kind: 'envelope', name: 'data', body: '{}' },
        'Your service wraps its answers in “data”. Set it in Settings, Response format, and check again.',
      ],
      [
        { kind: 'another_id', id: 'v-2' },
        'The service answered with another vendor’s profile (ID v-2). What’s saved on this computer stays as it is. Check the ID.',
      ],
      [
        { kind: 'nothing_described' },
        'The service’s answer has no fields that Gangway knows. What’s saved on this computer stays as it is. Open the answer to read it.',
      ],
    ] as const
  ).map(([instead, said]): (typeof table)[number] => [
    { ...unreadable, instead },
    'unreadable_answer',
    said,
    said,
  ]),
];

describe('the message for an answer', () => {
  it.each(table)('%o has the code %s and says: %s', (answer, code, message, brief) => {
    expect(answerProblem(answer, 'vendor')).toEqual({ code, message });
    expect(answerBrief(answer)).toBe(brief);
  });

  it.each<[Wanted, unknown: string, notReady: string]>([
    [
      'vendor',
      'The service has no vendor with this ID.',
      'The service has no profile of this vendor yet. Try again later.',
    ],
    ['verification', 'The service does not know this request number yet.', 'The service has no result yet.'],
    ['document', 'The service does not know this job ID yet.', 'The service has no result yet.'],
  ])('names a missing %s', (wanted, unknown, notReady) => {
    expect(answerProblem({ kind: 'unknown_id' }, wanted)).toEqual({ code: 'not_found', message: unknown });
    expect(answerProblem({ kind: 'not_ready' }, wanted)).toEqual({ code: 'not_found', message: notReady });
    expect(answerBrief({ kind: 'unknown_id' })).toBe('The service does not know this ID yet.');
    expect(answerBrief({ kind: 'not_ready' })).toBe('The service has no answer to this yet.');
  });

  it('names the obstacle in the network', () => {
    const answer = { kind: 'unreachable', detail: 'NETWORK_SIGN_IN', sent: false } as const;
    const brief = answerBrief(answer);
    expect(brief).not.toBe('The service can’t be reached.');
    expect(answerProblem(answer, 'vendor').message).toBe(
      `${brief} What’s saved on this computer stays as it is. Try again later.`,
    );
  });
});
