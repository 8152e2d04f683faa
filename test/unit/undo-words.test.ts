import { describe, expect, it } from 'vitest';
import { decidedWords, delayedWords, undoneDelayedWords, undoneWords } from '#shared/undo-words.ts';

const invites = { one: 'invite', many: 'invites' };

describe('the words of undo', () => {
  it('say how long what waits can be undone, whole seconds and never none', () => {
    const group = { until: 10_000, invites: 200, verifications: 0 };
    expect(delayedWords(group, 2000)).toBe('200 invites go out in 8 s');
    expect(delayedWords({ ...group, invites: 1 }, 9990)).toBe('1 invite goes out in 1 s');
    expect(delayedWords({ ...group, invites: 0, verifications: 2 }, 0)).toBe(
      '2 verifications go out in 10 s',
    );
    expect(delayedWords({ ...group, invites: 1, verifications: 2 }, 0)).toBe('3 items go out in 10 s');
  });

  it('say how many were undone, how many are being sent, and how many had changed', () => {
    const all = { undone: 200, sending: 0, changed: 0 };
    expect(undoneWords('enqueued', all, invites)).toBe('200 invites taken back and not sent.');
    expect(undoneWords('enqueued', { undone: 1, sending: 2, changed: 1200 }, invites)).toBe(
      '1 invite taken back and not sent. 2 are being sent now. 1,200 had left or changed already.',
    );
    expect(undoneWords('cancelled', { undone: 1, sending: 0, changed: 0 }, invites)).toBe(
      'Undone. The invite is as it was.',
    );
    expect(undoneWords('cancelled', { undone: 3, sending: 0, changed: 0 }, invites)).toBe(
      'Undone. 3 invites are as they were.',
    );
  });

  it('say why it is too late', () => {
    expect(undoneWords('sent_again', { undone: 0, sending: 1, changed: 0 }, invites)).toBe(
      'Too late to undo: it is being sent now. Wait for the answer, then decide.',
    );
    expect(undoneWords('cancelled', { undone: 0, sending: 0, changed: 1 }, invites)).toBe(
      'Too late to undo: its status has changed since.',
    );
    expect(undoneDelayedWords({ undone: 0, left: 5 })).toBe('Too late to undo: they have left already.');
    expect(undoneDelayedWords({ undone: 150, left: 50 })).toBe(
      '150 items taken back and not sent. 50 had left or changed already.',
    );
  });

  it('name what was decided by its kind and number', () => {
    expect(decidedWords('cancelled', 'invite', 1)).toBe('Invite canceled');
    expect(decidedWords('marked_as_sent', 'invite', 1200)).toBe('1,200 invites marked as sent');
    expect(decidedWords('sent_again', 'verification', 1)).toBe('Verification queued again');
  });
});
