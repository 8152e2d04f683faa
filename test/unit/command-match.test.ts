import { describe, expect, it } from 'vitest';
import { matching, matchRank } from '#renderer/app/search-options.ts';

const commands = [
  { title: 'Go to Invites', words: ['Invites'] },
  { title: 'Import invites from a list', words: ['csv'] },
  { title: 'Invite vendor' },
  { title: 'Pause sending', words: ['outbox', 'hold'] },
  { title: 'Settings: Sending' },
];
const all = ['beginning', 'word', 'inside'] as const;
const titles = (text: string) => matching(commands, text, all).map(({ title }) => title);

describe('finding a command', () => {
  it('puts a beginning before a beginning of a word, and that before letters inside', () => {
    expect(titles('inv')).toEqual(['Go to Invites', 'Invite vendor', 'Import invites from a list']);
    expect(titles('send')).toEqual(['Pause sending', 'Settings: Sending']);
    expect(titles('in')).toEqual([
      'Go to Invites',
      'Invite vendor',
      'Import invites from a list',
      'Pause sending',
      'Settings: Sending',
    ]);
  });

  it('takes the beginnings of several words in any order', () => {
    expect(titles('ven inv')).toEqual(['Invite vendor']);
    expect(titles('out pau')).toEqual(['Pause sending']);
  });

  it('does not mind capitals, accents, marks and spaces', () => {
    expect(matchRank({ title: 'Settings: Sending' }, '  SETTINGS   sénd ')).toBe('beginning');
    expect(matchRank({ title: 'Café Nord' }, 'cafe')).toBe('beginning');
  });

  it('finds nothing for nothing', () => {
    expect(titles('  ')).toEqual([]);
    expect(titles('zzz')).toEqual([]);
    expect(titles('---')).toEqual([]);
  });

  it('puts what was used lately first among equals only', () => {
    const order = ({ title }: { title: string }) =>
      title.startsWith('Import') ? 0 : title === 'Invite vendor' ? 1 : 2;
    expect(matching(commands, 'inv', all, order).map(({ title }) => title)).toEqual([
      'Invite vendor',
      'Go to Invites',
      'Import invites from a list',
    ]);
  });
});
