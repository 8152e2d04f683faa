import { describe, expect, it } from 'vitest';
import type { TeamSharing } from '#shared/ipc/team.ts';
import { openApp } from './open-app.tsx';
import { click, field, find, type, until } from './screen.tsx';

const refused: TeamSharing = {
  address: { host: 'team.example', port: 5432, database: 'gangway', user: 'dana', team: null },
  given: null,
  problem: { kind: 'sign_in_refused' },
  sharedAt: null,
  waiting: 0,
  keptOut: 0,
  progress: null,
};

describe('signing in to the team again', () => {
  it.each<[TeamSharing['problem'], string]>([
    [{ kind: 'sign_in_refused' }, 'The database refused this password, too.'],
    [{ kind: 'too_slow' }, 'The team’s database'],
  ])('says why it did not work: %o', async (problem, words) => {
    const bridge = await openApp('#/settings/team', {
      answers: {
        'team.status': () => ({ ok: true, value: refused }),
        'team.signIn': () => ({ ok: true, value: { ...refused, problem } }),
      },
    });
    const form = () => find('form[aria-label="Sign in again"]');
    await until(form);
    const before = form().textContent;
    expect(before).not.toContain(words);
    await type(field('Password'), 'another');
    await click(find('form[aria-label="Sign in again"] button[type=submit]'));
    await until(() => expect(form().textContent).toContain(words));
    expect(bridge.inputsOf('team.signIn')).toHaveLength(1);
    expect(field('Password').value).toBe('another');
  });
});
