import { describe, expect, it } from 'vitest';
import {
  decidedMessage,
  delayedMessage,
  undoneDelayedMessage,
  undoneMessage,
} from '#shared/words/undo-messages.ts';

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
    expect(undoneMessage('enqueued', all, invites)).toBe('200 invites canceled. None were sent.');
    expect(undoneMessage('enqueued', { undone: 1, sending: 2, changed: 1200 }, invites)).toBe(
      '1 invite canceled. It wasn’t sent. 2 are being sent now. 1,200 had already been sent.',
    );
    expect(undoneMessage('cancelled', { undone: 1, sending: 0, changed: 0 }, invites)).toBe(
      'Undone. The invite is back.',
    );
    expect(undoneMessage('cancelled', { undone: 3, sending: 0, changed: 0 }, invites)).toBe(
      'Undone. 3 invites are back.',
    );
  });

  it('say why it is too late', () => {
    expect(undoneMessage('sent_again', { undone: 0, sending: 1, changed: 0 }, invites)).toBe(
      'Being sent now, so it can’t be undone. Wait for the reply, then decide.',
    );
    expect(undoneMessage('cancelled', { undone: 0, sending: 0, changed: 1 }, invites)).toBe(
      'Already sent, so it can’t be undone.',
    );
    expect(undoneDelayedMessage({ undone: 0, left: 5 })).toBe('Already sent, so they can’t be undone.');
    expect(undoneDelayedMessage({ undone: 150, left: 50 })).toBe(
      '150 items canceled. None were sent. 50 had already been sent.',
    );
  });

  it('name what was decided by its kind and number', () => {
    expect(decidedMessage('cancelled', 'invite', 1)).toBe('Invite canceled');
    expect(decidedMessage('marked_as_sent', 'invite', 1200)).toBe('1,200 invites marked as sent');
    expect(decidedMessage('sent_again', 'verification', 1)).toBe('Verification queued again');
  });
});
