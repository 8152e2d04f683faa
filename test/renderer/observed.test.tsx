import { describe, expect, it } from 'vitest';
import {
  noExchanges,
  type ExchangeObservations,
  noDates,
  noScores,
  nothingObserved,
} from '#shared/settings/observations.ts';
import { ok } from './core-bridge.ts';
import { openApp } from './open-app.tsx';
import { acting, click, field, find, until } from './screen.tsx';

const seen: ExchangeObservations = {
  slowestSendMs: 47_600,
  slowestReadMs: 300,
  invalidToken: { '403': 2, '419': 1 },
  wrapped: { data: 12, result: 1 },
  relativeAddresses: 4,
  statusWords: ['Verified', 'Awaiting_CPA', 'Graded', '7'],
};

/** Opens the settings where these were the service's answers so far. */
async function open(exchanges = seen, onAsked: () => void = () => undefined) {
  const bridge = await openApp('#/settings/service-interface', {
    company: 'new',
    before: ({ ask }) =>
      ask('workspaces.updateSettings', {
        statusWords: { 'awaiting cpa': { category: 'under_way', final: false } },
      }),
    // It takes weeks, and a service that is slow and unlike itself, until so much was seen.
    answers: {
      'workspaces.exchanges': () => {
        onAsked();
        return ok(exchanges);
      },
    },
  });
  await until(() => find('h3', 'Service interface'));
  return bridge;
}

describe('what was seen of the service', () => {
  it('stands beside what can be set', async () => {
    const bridge = await open();
    const section = (title: string) => find('section', title).textContent;
    await until(() => expect(section('Unanswered requests')).toContain('Slowest answer so far: 48 s.'));
    expect(section('Unanswered requests')).toContain('Slowest answer so far: under 1 s.');
    expect(section('Response format')).toContain('Seen with invalid_token: 403 (2 times), 419 (1 time).');
    expect(section('Response format')).toContain('Seen in 4 answers: relative addresses.');
    const overall = { ...noScores, results: 43, aboveTen: 43, min: 12, max: 98.5 };
    const observed = {
      scores: {
        ...nothingObserved.scores,
        overall,
        parts: { ...noScores, results: 1, one: 1, min: 1, max: 1 },
      },
      dates: { ...noDates, monthFirst: 14, eitherOrder: 5 },
    };
    await acting(() => bridge.emit('observations.changed', observed));
    await until(() => expect(section('Scales of scores')).toContain('43 results: 12 to 98.5.'));
    expect(section('Scales of scores')).toContain('1 result: 1.');
    expect(section('Dates of the service')).toContain(
      'Dates seen can be read: 14 only with the month first; 5 in two ways.',
    );
  });

  it('is read once, however many settings show it', async () => {
    let asked = 0;
    await open(seen, () => {
      asked += 1;
    });
    const section = (title: string) => find('section', title).textContent;
    await until(() => expect(section('Unanswered requests')).toContain('Slowest answer so far: 48 s.'));
    expect(section('Response format')).toContain('Seen in 4 answers: relative addresses.');
    expect(asked).toBe(1);
  });

  it('is not spoken of where nothing was seen', async () => {
    const bridge = await open(noExchanges);
    await until(() => find('section', 'Response format'));
    await acting(() => bridge.emit('observations.changed', nothingObserved));
    expect(document.body.textContent).not.toMatch(
      /Seen in|Seen with|results:|Slowest|wrapped in data|Seen and not/,
    );
  });

  it('sets the envelope that answers are wrapped in, and says no more of it then', async () => {
    const { inputsOf } = await open();
    await until(() => find('section', '12 answers were wrapped in data.'));
    await click(find('button', 'Use it'));
    await until(() => expect(inputsOf('workspaces.updateSettings')).toEqual([{ envelope: 'data' }]));
    await until(() => expect(field('Answers are wrapped in').value).toBe('data'));
    expect(() => find('button', 'Use it')).toThrow();
  });

  it('leads from a word that nobody sorted to sorting it', async () => {
    await open();
    await until(() => find('section', 'Seen and not sorted yet: Graded, 7'));
    await click(find('button', 'Sort 7'));
    await until(() => expect(field('The service’s word').value).toBe('7'));
    await click(find('button', 'Sort Graded'));
    await until(() => expect(field('The service’s word').value).toBe('Graded'));
  });
});
