import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultServiceInterface } from '#shared/settings/settings.ts';
import { acting, click, field, find, press, type, until } from './screen.tsx';
import { openApp } from './open-app.tsx';

const statusWords = { 'awaiting cpa': { category: 'under_way', final: false } } as const;

/** Opens the settings of a workspace where one word has been sorted; `policy` is the administrator's file. */
async function open(policy?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-policy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const interfacePolicyFile = join(folder, 'service-interface.json');
  if (policy !== undefined) writeFileSync(interfacePolicyFile, policy);
  const bridge = await openApp('#/settings/service-interface', {
    company: 'new',
    interfacePolicyFile,
    before: async ({ core }) => {
      await core.call('workspaces.updateSettings', { statusWords });
    },
  });
  await until(() => find('h3', 'Service interface'));
  return { changes: () => bridge.inputsOf('workspaces.updateSettings') };
}

async function leave(label: string): Promise<void> {
  await acting(() => field(label).blur());
}

/** Types into a field and leaves it. */
async function enter(label: string, text: string): Promise<void> {
  await acting(() => field(label).focus());
  await type(field(label), text);
  await leave(label);
}

/** What opens the choices under a label. */
function select(label: string): HTMLElement {
  const section = find('section', 'Scales of scores');
  const named = [...section.querySelectorAll('span')].find((one) => one.textContent === label);
  const opener = named?.parentElement?.querySelector('button');
  if (opener == null) throw new Error(`There is no choice "${label}".`);
  return opener;
}

async function choose(fileName: string, text: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[aria-label="File of settings"]');
  if (input === null) throw new Error('There is no way to choose a file.');
  const file = new File([text], fileName, { type: 'application/json' });
  Object.defineProperty(input, 'files', { configurable: true, value: [file] });
  await acting(() => input.dispatchEvent(new Event('change', { bubbles: true })));
}

describe('the settings of the service’s interface', () => {
  it('are saved on leaving the field, each in its own form', async () => {
    const { changes } = await open();
    await enter('Wait when sending, in seconds', '300');
    await enter('Wait when reading, in seconds', '45');
    await enter('Status codes that refuse the token', '401; 419 419,498');
    await enter('Answers are wrapped in', 'data');
    await enter('Where relative addresses begin', 'files.example.com/v1/');
    await enter('Company ID of invites', '4711');
    await enter('Type of verifications', 'contractor');
    await until(() =>
      expect(field('Where relative addresses begin').value).toBe('https://files.example.com/v1'),
    );
    expect(changes()).toEqual([
      { sendTimeoutS: 300 },
      { readTimeoutS: 45 },
      { tokenRefusedStatuses: [401, 419, 498] },
      { envelope: 'data' },
      { fileBaseUrl: 'https://files.example.com/v1' },
      { defaultCompanyId: 4711 },
      { defaultVerificationType: 'contractor' },
    ]);
    expect(field('Status codes that refuse the token').value).toBe('401, 419, 498');
  });

  it('that may stay empty are emptied', async () => {
    const { changes } = await open();
    await enter('Answers are wrapped in', 'data');
    await enter('Where relative addresses begin', 'https://files.example.com');
    await enter('Company ID of invites', '7');
    await enter('Answers are wrapped in', '');
    await enter('Where relative addresses begin', ' ');
    await enter('Company ID of invites', '');
    await until(() =>
      expect(changes().slice(3)).toEqual([
        { envelope: null },
        { fileBaseUrl: null },
        { defaultCompanyId: null },
      ]),
    );
  });

  it.each([
    ['Wait when sending, in seconds', '5', 'Enter whole seconds from 10 to 600.'],
    ['Wait when sending, in seconds', '1e2', 'Enter whole seconds from 10 to 600.'],
    ['Wait when reading, in seconds', '601', 'Enter whole seconds from 5 to 600.'],
    ['Status codes that refuse the token', '401, 302', '302 is not a code from 400 to 499.'],
    ['Answers are wrapped in', '{"data"}', 'Enter only the name'],
    ['Where relative addresses begin', 'http://files.example.com', 'Use https:// for this address.'],
    ['Company ID of invites', '0042', 'without leading zeros'],
    ['Type of verifications', '', 'Enter a type, such as license.'],
  ])('say of %s what is wrong with %s, and keep it in the field', async (label, typed, sentence) => {
    const { changes } = await open();
    await enter(label, typed);
    await until(() => expect(document.body.textContent).toContain(sentence));
    expect(field(label).value).toBe(typed);
    expect(changes()).toEqual([]);
    await type(field(label), '1');
    await until(() => expect(document.body.textContent).not.toContain(sentence));
  });

  it('that are switches and choices are saved at once', async () => {
    const { changes } = await open();
    const toggle = find('label', 'Submitting the same details again does no harm').querySelector('input');
    if (toggle === null) throw new Error('The switch has no input.');
    await click(toggle);
    await click(find('label', 'Day first'));
    await click(select('Parts of the score'));
    await click(await until(() => find('[role=option]', '0 to 10')));
    expect(changes()).toEqual([
      { resubmittingIsHarmless: true },
      { dateForm: 'day_first' },
      { partScoreScale: 'zero_to_ten' },
    ]);
  });

  it('show how each way of writing dates writes today', async () => {
    vi.useFakeTimers({ now: new Date(2027, 2, 4, 12), toFake: ['Date'] });
    try {
      await open();
      expect(find('[role=radiogroup]', 'How the service writes dates').textContent).toMatch(
        /2027-03-04.*03\/04\/2027.*04\/03\/2027.*1804118400\..*1804118400000\./,
      );
    } finally {
      vi.useRealTimers();
    }
  });

  it('that the administrator made are named and cannot be changed', async () => {
    const { changes } = await open(
      JSON.stringify({
        gangwayServiceInterface: 1,
        envelope: 'data',
        scoreScale: 'recognise',
        statusWords,
      }),
    );
    await until(() => find('section', 'Your administrator set some of this.'));
    expect(field('Answers are wrapped in').value).toBe('data');
    expect(field('Answers are wrapped in').disabled).toBe(true);
    expect(select('Overall score').hasAttribute('disabled')).toBe(true);
    expect(() => find('form button', 'Add')).toThrow();
    expect(find('button', 'Remove awaiting cpa').hasAttribute('disabled')).toBe(true);
    expect(field('Type of verifications').disabled).toBe(false);
    expect(changes()).toEqual([]);
  });

  it('say why the administrator’s file is not used', async () => {
    await open('envelope: data');
    await until(() => find('section', 'Your administrator’s settings are not used.'));
    expect(document.body.textContent).toContain('The file is not JSON.');
  });

  it('come from a file all together, or not at all', async () => {
    const { changes } = await open();
    await choose('ours.json', '{"gangwayServiceInterface":1,"envelope":"data","readTimeoutS":1,"retries":2}');
    await until(() => find('[role=alert]', 'This file cannot be used. Nothing was changed.'));
    expect([...document.querySelectorAll('[role=alert] li')].map((item) => item.textContent)).toEqual([
      'readTimeoutS has to be a whole number of seconds from 5 to 600.',
      'retries is not a setting that this Gangway knows.',
    ]);
    await choose(
      'theirs.json',
      '{"gangwayServiceInterface":1,"baseUrl":"https://other.example","envelope":"data"}',
    );
    await until(() => find('[role=alert] li', 'The file is only for the service at https://other.example.'));
    expect(changes()).toEqual([]);
    await choose('ours.json', '{"gangwayServiceInterface":1,"envelope":"data","readTimeoutS":45}');
    await until(() => find('[role=status]', 'ours.json was imported. 2 settings now match the file.'));
    expect(changes()).toEqual([{ envelope: 'data', readTimeoutS: 45 }]);
    expect(document.querySelector('[role=alert]')).toBeNull();
    expect(field('Answers are wrapped in').value).toBe('data');
  });

  it('go into a file under its name', async () => {
    const saved: { blob: Blob; name: string }[] = [];
    const address = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (!(blob instanceof Blob)) throw new Error('A file is saved from a blob.');
      saved.push({ blob, name: '' });
      return 'blob:settings';
    });
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved[0] = { blob: saved[0]?.blob ?? new Blob(), name: this.download };
    });
    try {
      await open();
      await click(find('button', 'Export these settings'));
      expect(saved[0]?.name).toBe('gangway-service-interface.json');
      expect(JSON.parse((await saved[0]?.blob.text()) ?? '')).toEqual({
        gangwayServiceInterface: 1,
        ...defaultServiceInterface,
        statusWords: { ...defaultServiceInterface.statusWords, ...statusWords },
      });
    } finally {
      address.mockRestore();
      clicked.mockRestore();
    }
  });

  it('are saved by Enter too', { tags: ['nightly'] }, async () => {
    const { changes } = await open();
    await type(field('Answers are wrapped in'), 'result');
    const form = field('Answers are wrapped in').closest('form');
    await press('Enter', field('Answers are wrapped in'));
    await acting(() => form?.requestSubmit());
    expect(changes()).toEqual([{ envelope: 'result' }]);
  });
});
