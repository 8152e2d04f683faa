import { describe, expect, it, vi } from 'vitest';
import type { RequirementSet } from '#shared/onboarding/requirement-set.ts';
import { startBatch, useTurns } from '#renderer/stores/turns.ts';
import { closeApps, openApp } from './open-app.tsx';
import { acting, click, field, find, placeNow, press, type, until } from './screen.tsx';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const everyone = { services: [], states: [], jobSites: [], tags: [] };
const sets: RequirementSet[] = [
  {
    id: id(1),
    name: 'Everyone',
    appliesTo: everyone,
    requirements: [
      { kind: 'profile', id: id(2), name: 'Profile', ask: { what: 'readable' }, maxAgeDays: null },
    ],
  },
  {
    id: id(3),
    name: 'Riverside rules',
    appliesTo: { ...everyone, jobSites: ['Riverside Lofts'] },
    requirements: [{ kind: 'attestation', id: id(4), name: 'Briefing', maxDays: null, soonDays: 0 }],
  },
];
const grid = () => find('[role=grid]');
const rows = () => [...grid().querySelectorAll('[data-row]')].map((row) => row.textContent ?? '');
const brightwater = () => rows().find((row) => row.includes('Brightwater')) ?? '';

async function open(hash = '#/vendors', given = sets) {
  const bridge = await openApp(hash, { before: ({ ask }) => ask('onboarding.save', { sets: given }) });
  await until(() => expect(rows().length).toBeGreaterThan(0));
  return bridge;
}

describe('the list of vendors', () => {
  it('lists every vendor with its status, why, and how each requirement stands', async () => {
    await open();
    await until(() => expect(brightwater()).toContain('Not yetBriefing not confirmed.'));
    // What is longer than its column is read in a tooltip.
    expect(find('[data-row] [title="Briefing not confirmed."]').textContent).toContain('Briefing');
    expect(find('[data-row] [role=img][aria-label="Briefing: Not confirmed yet."]')).not.toBeNull();
    expect(find('[role=tab]', 'Not yet').textContent).toMatch(/Not yet\d+/);
  });

  it('puts the most urgent first and who is ready last, once all are judged anew', async () => {
    await open();
    await until(() => expect(rows()[0]).toContain('Stop'));
    const order = ['Stop', 'May work until', 'Not yet', 'May work'];
    const standing = rows().map((row) => order.findIndex((word) => row.includes(word)));
    expect(standing).toEqual(standing.toSorted((one, other) => one - other));
    expect(standing).toContain(2);
  });

  it('is narrowed by how vendors stand, and by the site that is asked about', async () => {
    await open('#/vendors?status=in_progress');
    await until(() => expect(brightwater()).toContain('Not yet'));
    await click(find('[role=tab]', 'Expiring'));
    await until(() => expect(placeNow()).toBe('#/vendors?status=expiring'));
    await until(() => expect(find('main').textContent).toContain('No vendor matches this filter.'));
    await click(find('button', 'Clear filter'));
    await until(() => expect(brightwater()).not.toBe(''));
  });

  it('at another site asks nothing of this one', async () => {
    await open('#/vendors?site=Pier+40+Lofts');
    await until(() => expect(brightwater()).toContain('May work'));
  });

  it('opens the vendor', async () => {
    await open();
    await until(() => expect(brightwater()).not.toBe(''));
    await click(find('[data-row]', 'Brightwater'));
    await until(() => expect(placeNow()).toBe('#/vendors/48213'));
  });

  it('says that nothing is asked where there are no requirements, and calls nobody ready', async () => {
    await open('#/vendors', []);
    await until(() => expect(brightwater()).toContain('No requirements'));
    expect(find('[role=tab]', 'May work').textContent).toBe('May work0');
    await click(find('main button', 'Requirements'));
    expect(placeNow()).toBe('#/vendors/requirements');
  });

  it('is answered by the search field, for the site that is named, and not kept among recent choices', async () => {
    await open();
    const input = find('input[role=combobox]');
    if (!(input instanceof HTMLInputElement)) throw new Error('There is no search field.');
    const option = () => find('[role=option]', 'Brightwater');
    await type(input, 'brightwater');
    await until(() =>
      expect(option().textContent).toContain(
        'Not yet Not at Riverside Lofts (Briefing). Other sites: may work.',
      ),
    );
    await type(input, 'brightwater pier 40 lofts');
    await until(() => expect(option().textContent).toContain('May work At Pier 40 Lofts.'));
    await click(option());
    await until(() => expect(placeNow()).toBe('#/vendors/48213'));
    await press('k', document.body, { ctrlKey: true });
    await until(() => expect(option().textContent).not.toContain('May work'));
  });

  it('waives and attests a requirement for all vendors that are ticked', async () => {
    const { ask } = await open('#/vendors?site=Riverside+Lofts');
    await until(() => expect(brightwater()).not.toBe(''));
    await click(find('[data-row] input[type=checkbox]'));
    await click(find('[aria-label="Selected vendors"] button[aria-haspopup=listbox]'));
    await click(await until(() => find('[role=option]', 'Briefing')));
    await click(find('[aria-label="Selected vendors"] button', 'Confirm'));
    await click(await until(() => find('[role=dialog] button[type=submit]')));
    await until(() => expect(brightwater()).toContain('May work'));
    expect(document.querySelector('[aria-label="Selected vendors"]')).toBeNull();
    expect(await ask('onboarding.vendor', { subject: '48213', site: null })).toMatchObject({
      records: [{ kind: 'attestation', requirement: 'Briefing' }],
    });
  });

  it('leads to the form of each thing that is missing of those that are ticked, filled in', async () => {
    const license = {
      kind: 'license',
      trade: 'Boilers',
      state: 'NV',
      soonDays: 30,
      maxAgeDays: null,
    } as const;
    const compliance = { kind: 'profile', ask: { what: 'compliance' }, maxAgeDays: null } as const;
    await open('#/vendors?site=Riverside+Lofts', [
      {
        id: id(3),
        name: 'Riverside rules',
        appliesTo: { ...everyone, jobSites: ['Riverside Lofts'] },
        requirements: [
          { ...license, id: id(4), name: 'Boiler license' },
          { ...license, id: id(5), name: 'The same in other words' },
          { ...compliance, id: id(6), name: 'Compliance' },
        ],
      },
    ]);
    const bar = '[aria-label="Selected vendors"]';
    const tick = async () => {
      await until(() => expect(brightwater()).toContain('missing'));
      await click(find('[data-row] input[type=checkbox]'));
    };
    await tick();
    await click(await until(() => find(`${bar} button`, 'Verify licenses (1)')));
    expect(placeNow()).toBe('#/verifications/new?vendor=48213&trade=Boilers&state=NV');
    await until(() => expect(field('Trade type').value).toBe('Boilers'));
    expect(field('State').value).toBe('NV');
    expect(field('Licensee name').value).toBe('Brightwater Plumbing & Drain LLC');
    // It is in another state than the one that is asked for.
    expect(field('City').value).toBe('');

    location.hash = '#/vendors?site=Riverside+Lofts';
    await tick();
    await click(await until(() => find(`${bar} button`, 'Invite (1)')));
    expect(placeNow()).toBe('#/invites/new?vendor=48213');
    await until(() => expect(field('Vendor email').value).toBe('rosa@brightwater.example.com'));
    expect(field('Vendor ID').value).toBe('48213');
  });
});

describe('vendors of a list in turn', () => {
  const ofTrades: RequirementSet = {
    id: id(3),
    name: 'Trades',
    appliesTo: everyone,
    requirements: ['Plumbing', 'Boilers'].map((trade, index) => ({
      kind: 'license',
      id: id(20 + index),
      name: trade,
      trade,
      state: 'CA',
      soonDays: 30,
      maxAgeDays: null,
    })),
  };
  const number = () => field('License number');

  it('are those without an ID as well', async () => {
    await open('#/vendors?search=ironwood', [ofTrades]);
    await until(() => expect(rows()[0]).toContain('Plumbing and Boilers missing.'));
    await click(find('[data-row] input[type=checkbox]'));
    await click(await until(() => find('[aria-label="Selected vendors"] button', 'Verify licenses (2)')));
    await until(() => expect(field('Vendor').value).toMatch(/^Ironwood/));
  });

  it('keep a draft for each license, and end with the workspace', async () => {
    await open('#/vendors?search=brightwater', [ofTrades]);
    await until(() => expect(brightwater()).toContain('missing'));
    await click(find('[data-row] input[type=checkbox]'));
    await click(await until(() => find('[aria-label="Selected vendors"] button', 'Verify licenses (2)')));
    await until(() => expect(field('Trade type').value).toBe('Plumbing'));
    await type(number(), '111');
    await click(find('button', 'Next'));
    await until(() => expect(field('Trade type').value).toBe('Boilers'));
    expect(number().value).toBe('');
    await type(number(), '222');
    location.hash = '#/verifications/new?vendor=48213&trade=Plumbing&state=CA';
    await until(() => expect(number().value).toBe('111'));
    startBatch(
      ['1', '2'].map((vendor) => ({ screen: 'verifications', path: ['new'], query: { vendor } })),
      { one: 'vendor', todo: 'verify' },
    );
    await closeApps();
    expect(useTurns.getState().waiting).toEqual([]);
  });

  it('keep the draft of an invite for a vendor, which its list opens again', async () => {
    const { ask } = await openApp('#/invites/new?vendor=48213');
    await until(() => expect(field('Vendor email').value).toBe('rosa@brightwater.example.com'));
    await type(field('First name'), 'Rosalind');
    await until(async () => expect(await ask('drafts.list', { kind: 'invite' })).toHaveLength(1));
    location.hash = '#/invites?tab=drafts';
    await click(await until(() => find('[role=row]', 'Brightwater')));
    await until(() => expect(field('First name').value).toBe('Rosalind'));
  });
});

describe('Today', () => {
  const weekends: RequirementSet = {
    id: id(5),
    name: 'Weekends',
    appliesTo: { ...everyone, jobSites: ['Riverside Lofts'] },
    requirements: [
      {
        kind: 'profile',
        id: id(6),
        name: 'Works weekends',
        ask: { what: 'one_of', field: 'enrollmentDetails.isAvailableWeekends', values: ['Yes'] },
        maxAgeDays: null,
      },
    ],
  };
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  it('has a key that notes a vendor as seen', async () => {
    const { ask } = await openApp('#/today', {
      before: async (core) => {
        await core.ask('onboarding.save', { sets: [weekends] });
        const { records } = await core.ask('onboarding.waive', {
          subjects: ['48213'],
          requirementId: id(6),
          reason: 'Hires a crew',
          until: inDays(30),
        });
        await until(async () =>
          expect(await core.ask('onboarding.counts', {})).toMatchObject({ judging: 0 }),
        );
        await core.ask('onboarding.takeBack', { records });
      },
    });
    const row = await until(() => find('[data-row="48213"]', 'New this week'));
    await acting(() => row.focus());
    await press('s', row);
    await until(() => expect(find('main').textContent).not.toContain('New this week'));
    expect((await ask('onboarding.page', { newlyBlocked: true })).rows).toEqual([]);
  });

  it('has the vendors that expire and those that became blocked, and leads to them', async () => {
    const subject = '48213';
    const { ask } = await openApp('#/today', {
      before: async (core) => {
        await core.ask('onboarding.save', { sets: [weekends] });
        await core.ask('onboarding.waive', {
          subjects: [subject],
          requirementId: id(6),
          reason: 'Hires a crew',
          until: inDays(3),
        });
      },
    });
    const line = await until(() => find('aside li', 'Brightwater Plumbing & Drain LLC · Works weekends'));
    expect(line.textContent).toMatch(/in [234] days$/);
    await until(async () => {
      expect(await ask('onboarding.vendor', { subject, site: null })).toMatchObject({
        answer: { status: 'expiring' },
      });
      expect(await ask('onboarding.counts', {})).toMatchObject({ judging: 0 });
    });
    const before = (await ask('today.counts', null)).today;

    const waiver = (await ask('onboarding.vendor', { subject, site: null }))?.records[0];
    await ask('onboarding.takeBack', { records: [{ id: waiver?.id ?? '', subject }] });
    const section = await until(() => find('section', 'Stopped vendors 1'));
    expect(find('[role=row]', 'New this week').textContent).toContain('Works weekends:');
    expect(section.textContent).toContain('1 new this week');
    expect(document.querySelector('aside')?.textContent).not.toContain('Works weekends');
    // It needed somebody before, too: something of it ended in three days.
    expect((await ask('today.counts', null)).today).toBe(before);

    await click(find('button[aria-label$="show all: Stopped vendors"]'));
    await until(() => expect(placeNow()).toBe('#/vendors?status=blocked'));
    await until(() => expect(rows()).toHaveLength(1));
    expect(find('main').textContent).toContain('Became stopped this week1');
    await click(find('[data-row]', 'Brightwater'));
    await until(() => expect(placeNow()).toBe('#/vendors/48213'));

    location.hash = '#/vendors?status=blocked&news=blocked';
    await click(await until(() => find('[data-row] input[type=checkbox]')));
    await click(await until(() => find('[aria-label="Selected vendors"] button', 'Mark as seen')));
    await until(() => expect(find('main').textContent).not.toContain('Brightwater'));

    location.hash = '#/today';
    await until(() => find('h1', 'Today'));
    await until(() => expect(find('main').textContent).not.toContain('new this week'));
    await until(() => expect(find('main').textContent).toContain('Stopped vendors 1'));
    expect((await ask('today.counts', null)).today).toBe(before);
    expect((await ask('onboarding.page', { newlyBlocked: true })).rows).toEqual([]);
    expect((await ask('onboarding.counts', { newlyBlocked: true })).statuses).toMatchObject({ blocked: 0 });
  });
});

describe('what goes out of the list', () => {
  it('is a letter to the vendor on what it still has to send', async () => {
    const addresses: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      addresses.push(decodeURIComponent(this.href));
    });
    await openApp('#/vendors/48213', { before: ({ ask }) => ask('onboarding.save', { sets }) });
    await click(await until(() => find('button', 'Ask for Briefing')));
    await until(() => find('h1', 'Letter to Brightwater'));
    await click(find('button', 'Open in mail program'));
    expect(addresses[0]).toMatch(
      /^mailto:rosa@brightwater\.example\.com\?subject=What we still need from you/,
    );
    expect(addresses[0]).toContain('- Briefing: please arrange it with us.');
  });

  it('is the list as it is narrowed, and its days for a calendar', async () => {
    URL.createObjectURL = () => 'blob:made';
    const bridge = await open('#/vendors?status=in_progress');
    const choose = async (words: string) => {
      await click(await until(() => find('button[aria-label="More for vendors"]')));
      await click(await until(() => find('[role=menuitem]', words)));
    };
    await choose('Export as CSV');
    await until(() =>
      expect(bridge.inputsOf('exports.begin')).toMatchObject([
        { source: { list: 'vendors', filter: { status: 'in_progress' } }, format: 'csv' },
      ]),
    );
    await choose('Save for calendar');
    // Nothing in this company has an end.
    await until(() => expect(find('main').textContent).toContain('Nothing here has an expiration date'));
  });
});
