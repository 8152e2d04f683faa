import { describe, expect, it } from 'vitest';
import type { QueueCondition } from '#shared/outbox/outbox.ts';
import { queueButton, queuedLaterSentence, queueHold, savedSentence } from '#shared/words/queue-hold.ts';

const time = () => '14:32';

const held: [QueueCondition, what: RegExp, saved: string][] = [
  [
    { kind: 'offline', since: 0, detail: 'ENETUNREACH' },
    /^You’re offline\.$/,
    'Saved. It will send when you’re back online.',
  ],
  [
    { kind: 'offline', since: 0, detail: 'ECONNREFUSED' },
    /^The service can’t be reached\.$/,
    'Saved. It will send when the service can be reached.',
  ],
  [
    { kind: 'offline', since: 0, detail: 'PROXY_SIGN_IN' },
    /proxy/,
    'Saved. It will send when you have signed in to the proxy.',
  ],
  [
    { kind: 'working_offline' },
    /^You’re working offline\.$/,
    'Saved. It will send when you turn off Work offline.',
  ],
  [{ kind: 'paused' }, /paused/, 'Saved. It will send when you resume the outbox.'],
  [{ kind: 'signed_out', reason: 'refused' }, /token/, 'Saved. It will send when you sign in.'],
  [{ kind: 'signed_out', reason: 'no_token' }, /signed out/, 'Saved. It will send when you sign in.'],
  [
    { kind: 'signed_out', reason: 'keychain' },
    /keychain/,
    'Saved. It will send when the keychain provides it, or when you sign in.',
  ],
  [
    { kind: 'cannot_save', detail: '' },
    /cannot save/,
    'Saved. It will send when Gangway can save its queue again.',
  ],
  [
    { kind: 'checking_data' },
    /did not close properly/,
    'Saved. It will send when Gangway has checked its data.',
  ],
  [{ kind: 'busy', until: 1 }, /busy/, 'Saved. It will send after 14:32, when the service answers.'],
  [
    { kind: 'server_trouble', until: 1 },
    /trouble/,
    'Saved. It will send after 14:32, when the service answers.',
  ],
  [
    { kind: 'redirected', location: null, until: 1 },
    /Wi-Fi/,
    'Saved. It will send after 14:32, when the service answers.',
  ],
  [
    { kind: 'redirected', location: 'https://new.example/', until: 1 },
    /another address/,
    'Saved. It will send after 14:32, when the service answers.',
  ],
];

describe('what holds the queue', () => {
  it.each(held)('%o is said in the same words everywhere', (condition, what, saved) => {
    const hold = queueHold(condition, time);
    expect(hold?.what).toMatch(what);
    expect(savedSentence(condition, time)).toBe(saved);
    expect(queuedLaterSentence(condition, time)).toBe(`${hold?.what} This will send ${hold?.until}.`);
    // Either a time, or what it waits for.
    expect(hold?.next === null).toBe(hold?.notBefore !== null);
  });

  it.each<QueueCondition>([
    { kind: 'online' },
    { kind: 'connecting' },
    { kind: 'redirected', location: 'https://new.example/', until: null },
  ])('%o holds nothing', (condition) => {
    expect(queueHold(condition, time)).toBeNull();
    expect(savedSentence(condition, time)).toBe('Saved. It will send shortly.');
    expect(queuedLaterSentence(condition, time)).toBeNull();
  });

  it('is on the button of both forms, in the same words', () => {
    const says = (condition: QueueCondition) => [
      queueButton(condition, 'Send', 'Send invite'),
      queueButton(condition, 'Submit', 'Submit for verification'),
    ];
    expect(says({ kind: 'online' })).toEqual(['Send invite', 'Submit for verification']);
    expect(says({ kind: 'working_offline' })).toEqual(['Send when online', 'Submit when online']);
    expect(says({ kind: 'offline', since: 0, detail: 'ENETUNREACH' })).toEqual([
      'Send when online',
      'Submit when online',
    ]);
    expect(says({ kind: 'paused' })).toEqual(['Send later', 'Submit later']);
  });
});
