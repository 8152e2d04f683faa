import { describe, expect, it } from 'vitest';
import { feedOrigin, updateFailure, updatesOff, type UpdateState } from '#shared/settings/updates.ts';
import { feedOriginMessages, updateMessage } from '#shared/words/update-messages.ts';

const version = '1.1.0';
const states: UpdateState[] = [
  ...updatesOff.options.map((reason) => ({ kind: 'off' as const, reason })),
  { kind: 'not_checked' },
  { kind: 'checking' },
  { kind: 'up_to_date', at: 0 },
  { kind: 'available', version },
  { kind: 'downloading', version, percent: 42 },
  { kind: 'ready', version },
  ...updateFailure.options.map((failure) => ({ kind: 'check_failed' as const, failure, at: 0 })),
  ...updateFailure.options.map((failure) => ({ kind: 'download_failed' as const, failure, at: 0, version })),
];

describe('the words about updates', () => {
  it.each(states)('are whole sentences in our own manner: %j', (state) => {
    const { title, sentence } = updateMessage(state);
    expect(title).toMatch(/^[A-Z].*[.%]$/);
    expect(sentence).toMatch(/^$|^[A-Z].*\.$/);
    expect(`${title} ${sentence}`).not.toMatch(/!|\bwe\b|\berror\b|failed|invalid|undefined|null/i);
  });

  it('say the version wherever one is meant', () => {
    for (const state of states.filter((one) => 'version' in one)) {
      expect(updateMessage(state).title).toContain('1.1.0');
    }
  });

  it('warn of what is not signed, and say that it was thrown away', () => {
    const { tone, sentence } = updateMessage({
      kind: 'download_failed',
      failure: 'not_trusted',
      at: 0,
      version,
    });
    expect(tone).toBe('neg');
    expect(sentence).toContain('Gangway deleted it');
  });

  it('do not make a fault of a missing network', () => {
    expect(updateMessage({ kind: 'check_failed', failure: 'unreachable', at: 0 }).tone).toBe('neu');
  });

  it('name who set the address', () => {
    expect(feedOrigin.options.map((from) => feedOriginMessages[from])).toEqual([
      'Set by your administrator.',
      'Set for this start by the variable GANGWAY_UPDATE_FEED.',
      'Set by you.',
    ]);
  });
});
