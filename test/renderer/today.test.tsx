import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Situation } from './fake-bridge.ts';
import { fail, ok, type Handlers } from './fake/core.ts';
import { openApp } from './open-app.tsx';
import { clear, click, find, placeNow, press, until } from './screen.tsx';

async function open(situation: Situation, overrides: Handlers = {}) {
  return openApp('#/today', situation, overrides);
}

const text = () => document.querySelector('main')?.textContent ?? '';

describe('Today', () => {
  afterEach(clear);

  it('shows what needs a person, most urgent first, three rows each', async () => {
    await open('online');
    await until(() => find('section', 'May have been sent'));
    const titles = [...document.querySelectorAll('main section h2')].map((one) => one.textContent);
    expect(titles).toEqual([
      'May have been sent 3',
      'Refused by the service 1',
      'Licenses that need you 3',
      'Documents under quality 70 4',
      'Licenses expiring in 30 days 7',
      'Your last items',
      'Last activity',
    ]);
    expect(find('section', 'Documents under quality').querySelectorAll('[role=row]')).toHaveLength(3);
    await click(find('button', 'Show 1 more'));
    expect(find('section', 'Documents under quality').querySelectorAll('[role=row]')).toHaveLength(4);
  });

  it('names what differs and what a score suffers from', async () => {
    await open('online');
    const row = await until(() => find('[role=row]', 'Brightwater'));
    await until(() => expect(text()).toContain('Licensee name, qualified party, and expiry date differ'));
    expect(row).toBeDefined();
    expect(find('section', 'Documents under quality').textContent).toContain('Poor · sharpness 22');
  });

  it('marks an unclear invite as sent with one press, and asks again before sending it twice', async () => {
    const bridge = await open('online');
    const asked = (name: string) => bridge.asked.filter((one) => one.name === name).length;
    await until(() => find('[role=row]', 'Kestrel Roofing'));
    await click(find('[role=row] button', 'Send again'));
    await until(() => find('[role=alertdialog]', 'Tom Okafor may already have it'));
    expect(asked('outbox.sendAgain')).toBe(0);
    await click(find('[role=alertdialog] button', 'Cancel'));
    await click(find('[role=row] button', 'Mark as sent'));
    expect(asked('outbox.markAsSent')).toBe(1);
  });

  it('says on the row why an action did not work', async () => {
    await open('online', {
      'outbox.markAsSent': () => fail('too_late', 'It is being sent now. Wait for the answer, then decide.'),
    });
    await until(() => find('[role=row]', 'Kestrel Roofing'));
    await click(find('[role=row] button', 'Mark as sent'));
    await until(() =>
      expect(find('[role=row]', 'Kestrel Roofing').textContent).toContain(
        'Wait for the answer, then decide.',
      ),
    );
  });

  it('tells which field was refused, and leads to the correction', async () => {
    await open('online');
    await until(() => find('[role=row]', 'License number: licenseNumber is not known'));
    await click(await until(() => find('[role=row] button', 'Correct and resend')));
    expect(placeNow()).toMatch(/^#\/verifications\/new\?replaces=/);
  });

  it('says since when there is no network, and that work can go on', async () => {
    await open('offline');
    await until(() =>
      expect(text()).toMatch(/No network since .*11:06.*You can keep working\. 84 items are saved/),
    );
  });

  it('says that nothing needs you, and what happened last', async () => {
    await open('empty', {
      'today.firstSteps': () => ok({ vendors: 1, invites: 1, verifications: 1 }),
    });
    await until(() => expect(text()).toContain('Nothing needs you.'));
    expect(text()).toContain('Hannah Cho');
  });

  it('says what could not be read and offers to try again', async () => {
    await open('failing');
    await until(() => expect(text()).toContain('What needs you could not be read.'));
    expect(find('main button', 'Try again')).toBeDefined();
  });

  it('goes to other screens with G and a letter, and back', async () => {
    await open('online');
    await until(() => find('section', 'Last activity'));
    await press('g');
    await press('o');
    await until(() => expect(find('h1').textContent).toBe('Outbox'));
    await click(find('button', 'Back'));
    await until(() => expect(find('h1').textContent).toBe('Today'));
  });
});

/** Tells no sizes: what is shown does not depend on them here. */
class StillObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

describe('a number of Today', () => {
  afterEach(clear);

  /** Opens the list that the number of a section leads to; the number, and where it led. */
  async function follow(title: string): Promise<number> {
    await open('online');
    const heading = await until(() => find('main h2', title));
    const link = heading.querySelector('button');
    if (link === null) throw new Error(`The number of ${title} leads nowhere.`);
    const number = Number(link.textContent);
    await click(link);
    return number;
  }
  const rows = () => [...document.querySelectorAll<HTMLElement>('main [data-row]')];

  it.each([
    ['May have been sent', '#/outbox?show=in_doubt'],
    ['Refused by the service', '#/outbox?show=refused'],
    ['Licenses that need you', '#/verifications?tab=to_decide'],
  ])('opens the list of what it counts: %s', async (title, hash) => {
    const number = await follow(title);
    expect(placeNow()).toBe(hash);
    expect(number).toBeGreaterThan(0);
    await until(() => expect(rows()).toHaveLength(number));
  });

  it('opens the documents under the threshold, and the worst of them', async () => {
    vi.stubGlobal('ResizeObserver', StillObserver);
    const number = await follow('Documents under quality 70');
    await until(() => expect(rows()).toHaveLength(number));
    expect(placeNow()).toMatch(/^#\/documents\/[^?]+\?show=under$/);
    await click(find('main button', 'Show all'));
    await until(() => expect(rows().length).toBeGreaterThan(number));
  });

  it('opens the licenses that run out in the next 30 days', async () => {
    await follow('Licenses expiring in 30 days');
    expect(placeNow()).toBe('#/verifications?expires=30');
    await until(() => find('main', 'Expires in the next 30 days'));
    await click(find('main button', 'Clear filter'));
    expect(placeNow()).toBe('#/verifications');
  });

  it('can be left for the whole list again', async () => {
    await follow('Refused by the service');
    await click(await until(() => find('main button', 'Show all')));
    expect(placeNow()).toBe('#/outbox');
    await until(() => find('main', 'Needs you'));
  });
});
