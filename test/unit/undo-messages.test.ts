import { describe, expect, it } from 'vitest';
import {
  decidedMessage,
  delayedMessage,
  undoneDelayedMessage,
  undoneMessage,
} from '#shared/undo-messages.ts';

const invites = { one: 'invite', many: 'invites' };

describe('the words of undo', () => {
  it('say how long what waits can be undone, whole seconds and never none', () => {
    const group = { until: 10_000, entries: { invite: 200 } };
    expect(delayedMessage(group, 2000)).toBe('200 invites go out in 8 s');
    expect(delayedMessage({ ...group, entries: { invite: 1 } }, 9990)).toBe('1 invite goes out in 1 s');
    expect(delayedMessage({ ...group, entries: { verification: 2 } }, 0)).toBe(
      '2 verifications go out in 10 s',
    );
    expect(delayedMessage({ ...group, entries: { invite: 1, verification: 2 } }, 0)).toBe(
      '3 items go out in 10 s',
    );
  });

  it('say how many were undone, how many are being sent, and how many had changed', () => {
    const all = { undone: 200, sending: 0, changed: 0 };
    expect(undoneMessage('enqueued', all, invites)).toBe('200 invites taken back and not sent.');
    expect(undoneMessage('enqueued', { undone: 1, sending: 2, changed: 1200 }, invites)).toBe(
      '1 invite taken back and not sent. 2 are being sent now. 1,200 had left or changed already.',
    );
    expect(undoneMessage('cancelled', { undone: 1, sending: 0, changed: 0 }, invites)).toBe(
      'Undone. The invite is as it was.',
    );
    expect(undoneMessage('cancelled', { undone: 3, sending: 0, changed: 0 }, invites)).toBe(
      'Undone. 3 invites are as they were.',
    );
  });

  it('say why it is too late', () => {
    expect(undoneMessage('sent_again', { undone: 0, sending: 1, changed: 0 }, invites)).toBe(
      'Too late to undo: it is being sent now. Wait for the answer, then decide.',
    );
    expect(undoneMessage('cancelled', { undone: 0, sending: 0, changed: 1 }, invites)).toBe(
      'Too late to undo: its status has changed since.',
    );
    expect(undoneDelayedMessage({ undone: 0, left: 5 })).toBe('Too late to undo: they have left already.');
    expect(undoneDelayedMessage({ undone: 150, left: 50 })).toBe(
      '150 items taken back and not sent. 50 had left or changed already.',
    );
  });

  it('name what was decided by its kind and number', () => {
    expect(decidedMessage('cancelled', 'invite', 1)).toBe('Invite canceled');
    expect(decidedMessage('marked_as_sent', 'invite', 1200)).toBe('1,200 invites marked as sent');
    expect(decidedMessage('sent_again', 'verification', 1)).toBe('Verification queued again');
  });
});
