import { describe, expect, it } from 'vitest';
import { noAnswers, type SeenAnswers } from '#shared/settings/observations.ts';
import { ok } from './core-bridge.ts';
import { openApp } from './open-app.tsx';
import { click, field, find, until } from './screen.tsx';

const seen: SeenAnswers = {
  wrapped: { data: 12, result: 1 },
  statusWords: ['Verified', 'Awaiting_CPA', 'Graded', '7'],
};

/** Opens the settings where these were the service's answers so far. */
async function open(answers = seen) {
  const bridge = await openApp('#/settings/service-interface', {
    company: 'new',
    before: ({ ask }) =>
      ask('workspaces.updateSettings', {
        statusWords: { 'awaiting cpa': { category: 'under_way', final: false } },
      }),
    // It takes weeks, and a service that is slow and unlike itself, until so much was seen.
    answers: {
      'workspaces.seenAnswers': () => ok(answers),
    },
  });
  await until(() => find('h3', 'Service interface'));
  return bridge;
}

describe('what was seen of the service', () => {
  it('is not spoken of where nothing was seen', async () => {
    await open(noAnswers);
    await until(() => find('section', 'Response format'));
    expect(document.body.textContent).not.toMatch(/wrapped in data|Seen and not/);
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
