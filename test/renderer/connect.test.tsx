import { describe, expect, it } from 'vitest';
import { json } from './fake-service.ts';
import { openApp, type OpenAppOptions } from './open-app.tsx';
import { click, field, find, type, until } from './screen.tsx';

const token = 'tok_4f1d8c2e';

async function fill(options: OpenAppOptions = {}) {
  const bridge = await openApp('', { company: 'none', ...options });
  await until(() => field('Service address'));
  await type(field('Company name'), 'Harbor Lane Homes');
  await type(field('Service address'), 'harborlane.example.com');
  await type(field('Access token'), token);
  return bridge;
}

describe('connecting a company', () => {
  it('hands the token over sealed, so that no message holds it', async () => {
    const bridge = await fill();
    await click(find('button[type=submit]'));
    await until(() => expect(bridge.asked.map(({ name }) => name)).toContain('workspaces.connect'));
    expect(JSON.stringify(bridge.asked)).not.toContain(token);
  });

  it('keeps nothing of the token on the page once it is handed over', async () => {
    await fill();
    await click(find('button[type=submit]'));
    await until(() => find('nav'));
    expect(document.body.innerHTML).not.toContain(token);
    const values = [...document.querySelectorAll('input')].map((input) => input.value);
    expect(values).not.toContain(token);
  });

  it('keeps every field when the service does not accept the token, and says so at the field', async () => {
    const { service } = await fill();
    service.replies.getVendorProfile = () => json({ message: 'The token is not valid.' }, 401);
    await type(field('A vendor ID'), '48213');
    await click(find('button[type=submit]'));
    await until(() => expect(field('Access token').getAttribute('aria-invalid')).toBe('true'));
    expect(document.body.textContent).toContain('The service did not accept this token.');
    expect(field('Service address').value).toBe('harborlane.example.com');
    expect(field('Access token').value).toBe(token);
    expect(field('A vendor ID').value).toBe('48213');
  });

  it('says that the address answers after leaving the field', async () => {
    await fill();
    await until(() => expect(document.body.textContent).toContain('Answers'));
  });

  it('offers to save where there is no network', async () => {
    await fill({ before: ({ service }) => (service.inTheWay = { notSent: 'ENETUNREACH' }) });
    await until(() =>
      expect(document.body.textContent).toContain('You can save this now and check it later.'),
    );
    expect(find('button[type=submit]').textContent).toContain('Save');
    expect(field('Service address').getAttribute('aria-invalid')).not.toBe('true');
  });

  it('says at the first field what to do, before anything is asked', async () => {
    const bridge = await fill();
    await type(field('Service address'), 'http://harborlane.example.com');
    await type(field('Access token'), '');
    await click(find('button[type=submit]'));
    await until(() => expect(document.activeElement).toBe(field('Service address')));
    expect(document.body.textContent).toContain('http:// would send your token unencrypted.');
    expect(document.body.textContent).toContain('Paste the access token that your administrator gave you.');
    expect(bridge.asked.map(({ name }) => name)).not.toContain('workspaces.connect');
  });

  it('opens the practice workspace', async () => {
    await openApp('', { company: 'none' });
    await click(await until(() => find('button', 'Open practice')));
    await until(() => expect(find('nav').textContent).toContain('Practice'));
  });
});
