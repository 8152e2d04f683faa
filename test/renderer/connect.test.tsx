import { afterEach, describe, expect, it } from 'vitest';
import { App } from '#renderer/app/app.tsx';
import type { Situation } from './fake-bridge.ts';
import { fail, type Handlers } from './fake/core.ts';
import { putBridge } from './fake/put-bridge.ts';
import { clear, click, field, find, show, type, until } from './screen.tsx';

const token = 'tok_4f1d8c2e';

async function fill(situation: Situation, overrides: Handlers = {}) {
  window.location.hash = '';
  const bridge = putBridge(situation, overrides);
  await show(<App />);
  await until(() => field('Service address'));
  await type(field('Service address'), 'harborlane.example.com');
  await type(field('Access token'), token);
  return bridge;
}

describe('connecting a company', () => {
  afterEach(clear);

  it('hands the token over sealed, so that no message holds it', async () => {
    const bridge = await fill('welcome');
    await click(find('button[type=submit]'));
    await until(() => expect(bridge.asked.map(({ name }) => name)).toContain('workspaces.connect'));
    expect(JSON.stringify(bridge.asked)).not.toContain(token);
  });

  it('keeps nothing of the token on the page once it is handed over', async () => {
    await fill('welcome');
    await click(find('button[type=submit]'));
    await until(() => find('nav'));
    expect(document.body.innerHTML).not.toContain(token);
    const values = [...document.querySelectorAll('input')].map((input) => input.value);
    expect(values).not.toContain(token);
  });

  it('keeps every field when the service does not accept the token, and says so at the field', async () => {
    await fill('welcome', {
      'workspaces.connect': () => fail('signed_out', 'The service did not accept this token.'),
    });
    await type(field('A vendor ID'), '48213');
    await click(find('button[type=submit]'));
    await until(() => expect(field('Access token').getAttribute('aria-invalid')).toBe('true'));
    expect(document.body.textContent).toContain('The service did not accept this token.');
    expect(field('Service address').value).toBe('harborlane.example.com');
    expect(field('Access token').value).toBe(token);
    expect(field('A vendor ID').value).toBe('48213');
  });

  it('says that the address answers after leaving the field', async () => {
    await fill('welcome');
    await until(() => expect(document.body.textContent).toContain('Answers'));
  });

  it('offers to save where there is no network', async () => {
    await fill('welcome_offline');
    await until(() =>
      expect(document.body.textContent).toContain('You can save this now and check it later.'),
    );
    expect(find('button[type=submit]').textContent).toContain('Save');
    expect(field('Service address').getAttribute('aria-invalid')).not.toBe('true');
  });

  it('says at the first field what to do, before anything is asked', async () => {
    const bridge = await fill('welcome');
    await type(field('Service address'), 'http://harborlane.example.com');
    await type(field('Access token'), '');
    await click(find('button[type=submit]'));
    await until(() => expect(document.activeElement).toBe(field('Service address')));
    expect(document.body.textContent).toContain('http:// would send your token in the clear.');
    expect(document.body.textContent).toContain('Paste the access token that your administrator gave you.');
    expect(bridge.asked.map(({ name }) => name)).not.toContain('workspaces.connect');
  });

  it('opens the practice workspace', async () => {
    window.location.hash = '';
    putBridge('welcome');
    await show(<App />);
    await click(await until(() => find('button', 'Open practice')));
    await until(() => expect(find('nav').textContent).toContain('Practice'));
  });
});
