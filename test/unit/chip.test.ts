import { describe, expect, it } from 'vitest';
import { draftChip, rowChip, type ChipEntry } from '#shared/words/chip.ts';
import { entryState, type QueueCondition } from '#shared/outbox/outbox.ts';

const online: QueueCondition = { kind: 'online' };
const context = { settled: false, time: () => '14:32', due: false };
const entry: ChipEntry = {
  kind: 'invite',
  state: 'queued',
  reason: null,
  attempts: 1,
  nextAt: 1,
  markedByPerson: false,
};

describe('what a row’s chip says', () => {
  it.each([
    ['queued', entry, online, 'clock', 'Waiting to send', 'neu', false],
    [
      'queued without a network',
      entry,
      { kind: 'offline', since: 0, detail: 'ENETUNREACH' },
      'cloud-off',
      'Waiting for network',
      'neu',
      false,
    ],
    [
      'queued while the service refuses connections',
      entry,
      { kind: 'offline', since: 0, detail: 'ECONNREFUSED' },
      'cloud-off',
      'Waiting for service',
      'neu',
      false,
    ],
    [
      'queued while working offline',
      entry,
      { kind: 'working_offline' },
      'cloud-off',
      'Waiting: working offline',
      'neu',
      false,
    ],
    [
      'queued while signed out',
      entry,
      { kind: 'signed_out', reason: 'refused' },
      'lock',
      'Waiting for sign-in',
      'cau',
      true,
    ],
    ['queued while paused', entry, { kind: 'paused' }, 'pause', 'Paused', 'neu', false],
    [
      'queued while the queue cannot be saved',
      entry,
      { kind: 'cannot_save', detail: '' },
      'octagon-x',
      'Waiting: can’t save',
      'neu',
      false,
    ],
    [
      'queued while the service has trouble',
      entry,
      { kind: 'server_trouble', until: 1 },
      'timer',
      'Service has trouble',
      'neu',
      false,
    ],
    [
      'waiting for its own time, after the one that holds all',
      { ...entry, state: 'waiting', nextAt: 5 },
      { kind: 'server_trouble', until: 1 },
      'timer',
      'Retry 14:32',
      'neu',
      false,
    ],
    ['sending', { ...entry, state: 'sending' }, online, 'circle-arrow-up', 'Sending', 'prog', true],
    [
      'waiting',
      { ...entry, state: 'waiting' },
      { kind: 'busy', until: 1 },
      'timer',
      'Retry 14:32',
      'neu',
      false,
    ],
    [
      'waiting while signed out',
      { ...entry, state: 'waiting' },
      { kind: 'signed_out', reason: 'no_token' },
      'lock',
      'Waiting for sign-in',
      'cau',
      true,
    ],
    [
      'in doubt',
      { ...entry, state: 'in_doubt' },
      online,
      'circle-question-mark',
      'May have been sent',
      'cau',
      true,
    ],
    ['rejected', { ...entry, state: 'rejected' }, online, 'octagon-x', 'Refused', 'neg', true],
    ['dead', { ...entry, state: 'dead' }, online, 'octagon-pause', 'Stopped trying', 'neg', true],
    ['accepted invite', { ...entry, state: 'accepted' }, online, 'check', 'Invited', 'pos', false],
    [
      'accepted verification',
      { ...entry, kind: 'verification', state: 'accepted' },
      online,
      'loader',
      'Checking',
      'prog',
      true,
    ],
    [
      'marked by a person',
      { ...entry, state: 'accepted', markedByPerson: true },
      online,
      'check',
      'Marked as sent',
      'pos',
      false,
    ],
    ['cancelled', { ...entry, state: 'cancelled' }, online, 'ban', 'Canceled', 'neu', false],
  ] as const)('%s', (_name, row, condition, icon, word, tone, filled) => {
    expect(rowChip(row, condition, context)).toMatchObject({ icon, word, tone, filled });
  });

  it('names no time for the next try that has come already', () => {
    const waiting: ChipEntry = { ...entry, state: 'waiting' };
    expect(rowChip(waiting, online, context).word).toBe('Retry 14:32');
    expect(rowChip(waiting, online, { ...context, due: true }).word).toBe('Waiting to send');
  });

  it('leaves the reason of one that was tried to its own last try', () => {
    const busy = { kind: 'busy', until: 1 } as const;
    const sentence = (row: ChipEntry) => rowChip(row, busy, context).sentence;
    expect(sentence(entry)).toMatch(/^The service is busy and asked Gangway to wait. This will send /);
    expect(sentence({ ...entry, state: 'waiting', nextAt: 1 })).toMatch(/^This will send /);
  });

  it('says Done once the final result of a verification is in', () => {
    const check: ChipEntry = { ...entry, kind: 'verification', state: 'accepted' };
    expect(rowChip(check, online, { ...context, settled: true })).toMatchObject({
      icon: 'circle-check',
      word: 'Done',
    });
  });

  it('does not let the network change what needs a person', () => {
    for (const state of ['in_doubt', 'rejected', 'dead'] as const) {
      const row = { ...entry, state };
      expect(rowChip(row, { kind: 'offline', since: 0, detail: '' }, context)).toEqual(
        rowChip(row, online, context),
      );
    }
  });

  it('says how often it was tried before it stopped', () => {
    const chip = rowChip({ ...entry, state: 'dead', attempts: 50 }, online, context);
    expect(chip.sentence).toBe(
      'Tried 50 times without success. It stays here until you try again or discard it.',
    );
  });

  it('says of a sent invite whose vendor can be read that it is done, also where a person marked it', () => {
    const sent: ChipEntry = {
      kind: 'invite',
      state: 'accepted',
      reason: null,
      attempts: 1,
      nextAt: null,
      markedByPerson: true,
    };
    const context = { settled: true, time: String, due: false };
    expect(rowChip(sent, { kind: 'online' }, context)).toMatchObject({ word: 'Done', filled: false });
    expect(rowChip(sent, { kind: 'online' }, context).sentence).toContain('profile is on file');
    expect(rowChip({ ...sent, state: 'queued' }, { kind: 'online' }, context).word).toBe('Waiting to send');
  });

  it('has a sentence that ends as one for every state', () => {
    for (const state of entryState.options) {
      expect(rowChip({ ...entry, state }, online, context).sentence).toMatch(/^[A-Z].*\.$/);
    }
    expect(draftChip).toMatchObject({ icon: 'pencil', word: 'Draft', filled: false });
  });
});
