import { describe, expect, it, vi } from 'vitest';
import { fail, type CoreBridge } from './core-bridge.ts';
import { json } from './fake-service.ts';
import { openApp, type OpenAppOptions } from './open-app.tsx';
import { toInvitation, toJobId as job } from './sample-company.ts';
import { click, find, placeNow, press, until } from './screen.tsx';
import { enqueueVerification, sendInvite } from './situations.ts';

const open = (options: OpenAppOptions = {}) => openApp('#/today', options);
const text = () => document.querySelector('main')?.textContent ?? '';

/** Leaves nothing that needs a person, nor a first step. */
async function fetchOneVendor({ ask }: CoreBridge): Promise<void> {
  const data = { licenseNumber: '0931170' };
  await ask('verifications.enqueue', { type: 'license', data, vendorId: null, replaces: null });
  await ask('invites.enqueue', {
    invitation: toInvitation('Hannah Cho', 'Quayside Painting'),
    replaces: null,
  });
  await ask('vendors.lookUp', { vendorId: '47650' });
}

describe('Today', () => {
  it('shows what needs a person, most urgent first, three rows each', async () => {
    await open();
    await until(() => find('section', 'Recent'));
    const titles = [...document.querySelectorAll('main section h2')].map(
      ({ textContent, nextElementSibling }) =>
        `${textContent} ${nextElementSibling?.textContent?.match(/^\d+$/)?.[0] ?? ''}`.trim(),
    );
    expect(titles).toEqual([
      'May have been sent 4',
      'Refused by the service 3',
      'Expires within 7 days 2',
      'Licenses that need you 3',
      'Documents under quality 70 4',
      'Licenses expiring in 30 days 7',
      'Recent',
      'Last activity',
    ]);
    expect(find('section', 'Documents under quality').querySelectorAll('[role=row]')).toHaveLength(3);
    await click(find('section button', 'Show 1 more'));
    await until(() =>
      expect(
        document.querySelectorAll('section [role=row]').length,
        'One more row is shown.',
      ).toBeGreaterThan(12),
    );
  });

  it('names what differs and what a score suffers from', async () => {
    await open();
    await until(() => expect(text()).toContain('Licensee name, qualified party, and expiration date differ'));
    expect(find('section', 'Documents under quality').textContent).toContain('Poor · sharpness 22');
  });

  it('marks an unclear invite as sent with one press, and asks again before sending it twice', async () => {
    const bridge = await open();
    const asked = (name: string) => bridge.asked.filter((one) => one.name === name).length;
    await until(() => find('[role=row]', 'Kestrel Roofing'));
    await click(find('[role=row] button', 'Send again'));
    await until(() => find('[role=alertdialog]', 'Tom Okafor may already have it'));
    expect(asked('outbox.sendAgain')).toBe(0);
    await click(find('[role=alertdialog] button', 'Cancel'));
    await click(find('[role=row] button', 'Mark as sent'));
    await until(() => find('section', 'May have been sent 3'));
    expect(asked('outbox.markAsSent')).toBe(1);
    expect((await bridge.ask('outbox.status', null)).counts.in_doubt).toBe(3);
  });

  it('says on the row why an action did not work', async () => {
    const bridge = await open();
    await until(() => find('[role=row]', 'Kestrel Roofing'));
    // Decided meanwhile, of which this page has not heard yet.
    bridge.answer({
      'outbox.markAsSent': () => fail('too_late', 'It is being sent now. Wait for the answer, then decide.'),
    });
    await click(find('[role=row] button', 'Mark as sent'));
    await until(() =>
      expect(find('[role=row]', 'Kestrel Roofing').textContent).toContain(
        'Wait for the answer, then decide.',
      ),
    );
  });

  it('tells which field was refused, and leads to the correction', async () => {
    await open();
    const row = await until(() => find('[role=row]', 'License number: licenseNumber is not known'));
    const correct = [...row.querySelectorAll('button')].find((one) =>
      one.textContent.startsWith('Correct and resend'),
    );
    if (correct === undefined) throw new Error('The refused item cannot be corrected.');
    await click(correct);
    expect(placeNow()).toMatch(/^#\/verifications\/new\?replaces=/);
  });

  it('says since when there is no network, and that work can go on', async () => {
    await open({
      before: async ({ ask, service }) => {
        service.inTheWay = { notSent: 'ENETUNREACH' };
        await ask('outbox.syncNow', null);
        const invitation = toInvitation('Mara Quist', 'Lantern Street Electric');
        await ask('invites.enqueue', { invitation, replaces: null });
      },
    });
    await until(() =>
      expect(text()).toMatch(/No network since .*\d:\d\d.*You can keep working\. 1 item is saved/),
    );
  });

  it('says that nothing needs you, and what happened last', async () => {
    await open({
      company: 'new',
      before: fetchOneVendor,
    });
    await until(() => expect(text()).toContain('Nothing needs you.'));
    expect(text()).toContain('Gangway fetched the profile of Quayside Painting');
  });

  it('keeps the focus where the last that needs a person is done with by a key', async () => {
    await open({
      company: 'new',
      before: async (bridge) => {
        await bridge.ask('vendors.lookUp', { vendorId: '47650' });
        await enqueueVerification(bridge, { licenseNumber: '0931170' });
        bridge.service.replies.inviteVendor = () => json({ message: 'email is invalid' }, 422);
        await sendInvite(bridge, toInvitation('Hannah Cho', 'Quayside Painting'));
      },
    });
    await until(() => find('[role=row]', 'Quayside Painting'));
    await press('j');
    await until(() => expect(document.activeElement?.textContent).toContain('Quayside Painting'));
    await press('3');
    await click(await until(() => find('[role=alertdialog] button', 'Cancel the invite')));
    await until(() => expect(text()).toContain('Nothing needs you.'));
    await until(() => expect(document.activeElement?.closest('main')).not.toBeNull());
    expect(document.activeElement?.textContent).toContain('Nothing needs you.');
  });

  it('has no choice of whose work it shows where there are no colleagues', async () => {
    await open();
    await until(() => find('section', 'May have been sent'));
    expect(document.querySelector('[role=tab]')).toBeNull();
  });

  it('shows what I take care of, counted without a list that counts the same', async () => {
    const bridge = await open({
      before: async ({ ask }) => {
        await ask('documents.assignVendor', { jobId: job(1), vendorId: '48213' });
        await ask('onboarding.assign', { changes: [{ subject: '48213', member: 'Sam' }] });
      },
    });
    const section = () => find('section', 'Documents under quality 70');
    await until(() => expect(section().textContent).toContain('under quality 70 4'));
    expect(section().textContent).toContain('Review 4');
    await click(await until(() => find('[role=tab]', 'Mine')));
    await until(() => expect(section().textContent).toContain('under quality 70 3'));
    expect(section().textContent).not.toContain('Review 3');
    expect(section().querySelector('h2 ~ a, h2 ~ button')).toBeNull();
    expect(placeNow()).toBe('#/today?whose=mine');
    await bridge.ask('onboarding.assign', { changes: [{ subject: '48213', member: null }] });
    await until(() => expect(section().textContent).toContain('under quality 70 4'));
    await click(find('[role=tab]', 'Everyone’s'));
    await until(() => expect(placeNow()).toBe('#/today'));
  });

  it('says where the rest is when nothing is mine', async () => {
    await open({
      company: 'new',
      before: async (bridge) => {
        await fetchOneVendor(bridge);
        await bridge.ask('onboarding.assign', { changes: [{ subject: '47650', member: 'Sam' }] });
      },
    });
    await click(await until(() => find('[role=tab]', 'Mine')));
    await until(() => expect(text()).toContain('Everyone’s shows the rest'));
  });

  it('says what could not be read and offers to try again', async () => {
    await open({
      answers: { 'today.summary': () => fail('storage', 'The stored data could not be read.') },
    });
    await until(() => expect(text()).toContain('Today could not be read.'));
    expect(find('main button', 'Try again')).toBeDefined();
  });

  it('goes to other screens with G and a letter, and back', async () => {
    await open();
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
  /** Opens the list that the number of a section leads to; the number, and where it led. */
  async function follow(title: string): Promise<number> {
    await open();
    const heading = (await until(() => find('main h2', title))).parentElement;
    const link = heading?.querySelector('button') ?? null;
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
    const number = await follow('Licenses expiring in 30 days');
    expect(placeNow()).toBe('#/verifications?expires=30');
    await until(() => find('main', 'Expires in the next 30 days'));
    await until(() => expect(rows()).toHaveLength(number));
    await click(find('main button', 'Clear filter'));
    expect(placeNow()).toBe('#/verifications');
  });

  it('can be left for the whole list again', async () => {
    await follow('Refused by the service');
    await click(await until(() => find('main button', 'Show all')));
    expect(placeNow()).toBe('#/outbox');
    expect(await until(() => find('main', 'Needs you'))).toBeDefined();
  });
});
