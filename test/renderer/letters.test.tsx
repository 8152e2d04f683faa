import { describe, expect, it, vi } from 'vitest';
import { dayMs, isoDay, localDay } from '#shared/base/dates.ts';
import { setForEveryone } from '#test/onboarding-samples.ts';
import type { CoreBridge } from './core-bridge.ts';
import { openApp } from './open-app.tsx';
import { brightwater } from './sample-company.ts';
import { click, field, find, placeNow, press, type, until } from './screen.tsx';

const briefing = '00000000-0000-4000-8000-000000000004';
const set = setForEveryone({
  kind: 'attestation',
  id: briefing,
  name: 'Briefing',
  maxDays: null,
  soonDays: 0,
});
const day = (ahead: number) => isoDay(localDay(new Date(Date.now() + ahead * dayMs)));
const letters = async ({ ask }: CoreBridge, subject: string = brightwater.id) =>
  (await ask('history.page', { subject, kind: 'note' })).rows;

function watchMail(): string[] {
  const addresses: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    addresses.push(decodeURIComponent(this.href));
  });
  return addresses;
}

const open = (hash: string, before: (bridge: CoreBridge) => unknown = () => undefined) =>
  openApp(hash, {
    before: async (bridge) => {
      await bridge.ask('onboarding.save', { sets: [set] });
      await before(bridge);
    },
  });
const page = `#/vendors/letter/${brightwater.id}`;
const message = () => {
  const area = document.querySelector('main textarea');
  if (!(area instanceof HTMLTextAreaElement)) throw new Error('There is no message.');
  return area;
};
const main = () => find('main').textContent;

/** Chooses an option of a list of choices. */
async function choose(label: string, option: string): Promise<void> {
  const labels = [...document.querySelectorAll('main label, main span')];
  const name = labels.find((one) => one.textContent === label);
  const button = name?.parentElement?.querySelector('button');
  if (button == null) throw new Error(`There is no “${label}”.`);
  await click(button);
  await click(await until(() => find('[role=option]', option)));
}

describe('the page of a letter', () => {
  it('opens what was written there in the mail program and records it, with a follow-up of one’s own', async () => {
    const addresses = watchMail();
    const bridge = await open(page);
    await until(() => find('h1', 'Letter to Brightwater'));
    expect(main()).toContain('Asks for Briefing.');
    await type(field('Subject'), 'One last thing');
    await choose('Follow up', 'No follow-up');
    await press('Enter', document.body, { ctrlKey: true });
    await until(async () => expect(await letters(bridge)).toHaveLength(1));
    expect(addresses[0]).toMatch(
      /^mailto:rosa@brightwater\.example\.com\?subject=One last thing&body=Hello Rosa,/,
    );
    const [note] = await letters(bridge);
    expect(note).toMatchObject({ isLetter: true, title: 'Asked for Briefing' });
    expect(note?.text).toMatch(/^One last thing\n\nHello Rosa,\n/);
  });

  it('keeps what was typed in each language, and the language for the vendor', async () => {
    const bridge = await open(page);
    await until(() => message());
    await type(message(), 'My own words');
    await choose('Language of letters', 'Spanish');
    await until(() => expect(message().value).toMatch(/^Estimado\(a\) Rosa:\n/));
    await choose('Language of letters', 'English');
    await until(() => expect(message().value).toBe('My own words'));
    expect(
      await bridge.ask('letters.get', { subject: brightwater.id, kind: null, site: null }),
    ).toMatchObject({
      language: 'en',
    });
  });

  it('hands out nothing with an unknown placeholder until it is replaced', async () => {
    const addresses = watchMail();
    const bridge = await open(page, ({ ask }) =>
      ask('letters.save', {
        kind: 'missing',
        language: 'en',
        template: { subject: 'For you', body: '{missing} by {due date}' },
      }),
    );
    await until(() => expect(main()).toContain('{due date} is not a placeholder.'));
    await press('Enter', document.body);
    expect(document.activeElement).toBe(message());
    expect(addresses).toEqual([]);
    expect(await letters(bridge)).toEqual([]);
    await type(message(), 'Briefing by Friday');
    await click(find('button', 'Open in mail program'));
    await until(async () => expect(await letters(bridge)).toHaveLength(1));
    expect(addresses[0]).toContain('Briefing by Friday');
  });

  it('opens nothing without an address, but copies', async () => {
    const copied = vi.fn(() => Promise.resolve());
    Object.defineProperty(window.navigator, 'clipboard', {
      configurable: true,
      value: { writeText: copied },
    });
    const bridge = await open(page);
    await until(() => message());
    await type(field('To'), ' ');
    await click(find('button', 'Open in mail program'));
    await until(() => expect(main()).toContain('Enter an email address, or copy the letter.'));
    expect(await letters(bridge)).toEqual([]);
    await click(find('button', 'Copy'));
    await until(async () => expect(await letters(bridge)).toHaveLength(1));
    expect(copied).toHaveBeenCalledWith(expect.stringContaining('- Briefing: please arrange it with us.'));
  });

  it('records nothing where the letter is too long for a mail program', async () => {
    const addresses = watchMail();
    const bridge = await open(page);
    await until(() => message());
    await type(message(), 'ñ'.repeat(1000));
    await click(find('button', 'Open in mail program'));
    await until(() => expect(main()).toContain('too long to open in a mail program'));
    expect([addresses, await letters(bridge)]).toEqual([[], []]);
  });

  it('records nothing where no mail program opened the letter', async () => {
    const bridge = await openApp(page, {
      facts: { host: 'electron' },
      before: ({ ask }) => ask('onboarding.save', { sets: [set] }),
    });
    await click(await until(() => find('button', 'Open in mail program')));
    await until(() => expect(main()).toContain('No mail program opened the draft.'));
    expect(await letters(bridge)).toEqual([]);
    expect(placeNow()).toBe(page);
  });

  it('says that nothing is left to send, and goes on', async () => {
    await open(page, ({ ask }) =>
      ask('onboarding.waive', {
        subjects: [brightwater.id],
        requirementId: briefing,
        reason: 'On its way',
        until: day(9),
      }),
    );
    await until(() => expect(main()).toContain('has nothing left to send.'));
    await press('Enter', document.body);
    await until(() => expect(placeNow()).toBe('#/vendors'));
  });
});

describe('letters to several vendors', () => {
  it('are written one after the other, and lead back to the list', async () => {
    watchMail();
    const bridge = await open('#/vendors');
    await until(() => find('[role=row]', 'Brightwater'));
    const boxes = [...document.querySelectorAll<HTMLElement>('[role=row] input[type=checkbox]')].slice(1, 4);
    for (const box of boxes) await click(box);
    await click(await until(() => find('button', 'Write 3 letters')));
    await until(() => expect(main()).toContain('2 more letters to write.'));
    await until(() => find('h1', 'Letter to'));
    const first = decodeURIComponent(placeNow().split('/').at(-1) ?? '');
    await until(() => message());
    await press('s', document.body);
    await until(() => expect(main()).toContain('1 more letter to write.'));
    const second = decodeURIComponent(placeNow().split('/').at(-1) ?? '');
    await until(() => message());
    await press('Enter', document.body);
    await until(async () => expect(await letters(bridge, second)).toHaveLength(1));
    await until(() => find('button', 'Close'));
    await until(() => message());
    await press('s', document.body);
    await until(() => expect(placeNow()).toBe('#/vendors'));
    expect(await letters(bridge, first)).toEqual([]);
    await press('z', document.body, { ctrlKey: true });
    await until(async () => expect(await letters(bridge, second)).toEqual([]));
  });

  it('as one email are recorded for each with the text that was written here', async () => {
    const addresses = watchMail();
    const bridge = await open('#/vendors');
    await until(() => find('[role=row]', 'Brightwater'));
    await click(find('[role=row]', 'Brightwater').querySelector<HTMLElement>('input') ?? find('input'));
    await click(find('button', 'Email'));
    await type(await until(() => field('Subject')), 'Closed on Friday');
    await click(find('[role=dialog] button', 'Open the draft'));
    await until(async () => expect(await letters(bridge)).toMatchObject([{ text: 'Closed on Friday' }]));
    expect(addresses[0]).toContain('subject=Closed on Friday');
  });
});

describe('the letter templates', () => {
  it('are changed, say what is wrong, and are reset', async () => {
    const bridge = await open('#/vendors/letters/missing/en');
    await until(() => expect(message().value).toContain('{missing}'));
    await type(message(), 'Send what is left, {vendor}.');
    expect(main()).toContain('{vendor} is not a placeholder.');
    await click(find('button', 'Save template'));
    expect(main()).toContain('Insert {missing} where the letter says what to send.');
    await type(message(), 'Send {missing}');
    await click(find('button', 'Save template'));
    await click(await until(() => find('button', 'Reset to default')));
    await until(async () =>
      expect((await bridge.ask('letters.list', null)).every(({ isDefault }) => isDefault)).toBe(true),
    );
    await until(() => expect(message().value).toContain('we still need:'));
  });

  it('keep what was typed and not saved while another is shown', async () => {
    await open('#/vendors/letters/missing/en');
    await until(() => message());
    await type(message(), 'Not yet {missing}');
    await choose('Language of letters', 'Spanish');
    await until(() => expect(message().value).toMatch(/^Estimado/));
    await choose('Language of letters', 'English');
    await until(() => expect(message().value).toBe('Not yet {missing}'));
  });
});
