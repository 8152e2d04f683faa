import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fireEvent } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type RequirementSet } from '#shared/onboarding/requirement-set.ts';
import { writeSetFile } from '#shared/onboarding/set-file.ts';
import { fail, ok, type Answers } from './core-bridge.ts';
import { json } from './fake-service.ts';
import { openApp } from './open-app.tsx';
import { dayAhead } from './sample-company.ts';
import { acting, click, field, find, placeNow, press, type, until } from './screen.tsx';
import { goOffline } from './situations.ts';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const set: RequirementSet = {
  id: id(1),
  name: 'Riverside rules',
  appliesTo: { services: [], states: [], jobSites: ['Riverside Lofts'], tags: [] },
  requirements: [
    { kind: 'profile', id: id(2), name: 'Profile', ask: { what: 'readable' }, maxAgeDays: null },
    {
      kind: 'license',
      id: id(3),
      name: 'Crane license',
      trade: 'Cranes',
      state: 'CA',
      soonDays: 30,
      maxAgeDays: null,
    },
    { kind: 'attestation', id: id(4), name: 'Safety briefing', maxDays: 365, soonDays: 30 },
  ],
};
const text = () => document.body.textContent ?? '';
const checklist = () => find('section[aria-label="Requirements"]');
const lines = () => [...checklist().querySelectorAll('li')].map((line) => line.textContent ?? '');

async function openVendor() {
  const bridge = await openApp('#/vendors/48213', {
    before: ({ ask }) => ask('onboarding.save', { sets: [set] }),
  });
  await until(() => find('h1', 'Brightwater'));
  await until(() => checklist());
  return bridge;
}

async function choose(requirement: string, choice: string): Promise<void> {
  await click(find(`button[aria-label="More for ${requirement}"]`));
  await click(await until(() => find('[role=menuitem]', choice)));
}

describe('the requirements of a vendor', () => {
  it('stand at the head of its page: the status, why, each requirement, and one next step', async () => {
    await openVendor();
    expect(checklist().textContent).toMatch(/^Not yet: Crane license missing/);
    expect(lines()).toMatchObject([
      expect.stringMatching(/^MissingCrane licenseNo license for Cranes in CA on file\./),
      expect.stringMatching(/^MissingSafety briefingNot confirmed yet\./),
      expect.stringMatching(/^MetProfileProfile on file\./),
    ]);
    await click(find('section[aria-label="Requirements"] button', 'Submit license'));
    expect(placeNow()).toBe('#/verifications/new?vendor=48213&trade=Cranes&state=CA');
  });

  it('say offline that a step needs the network', async () => {
    const refused: RequirementSet = {
      ...set,
      requirements: ['Profile', 'The same again'].map((name, index) => ({
        kind: 'profile' as const,
        id: id(10 + index),
        name,
        ask: { what: 'one_of' as const, field: 'enrollmentDetails.crewSize', values: ['0'] },
        maxAgeDays: null,
      })),
    };
    await openApp('#/vendors/48213', {
      async before(bridge) {
        await bridge.ask('onboarding.save', { sets: [refused] });
        await goOffline(bridge);
      },
    });
    const step = await until(() =>
      find('section[aria-label="Requirements"] button', 'Refresh profile when online'),
    );
    expect(step.hasAttribute('disabled')).toBe(true);
    await click(find('button[aria-label="More for The same again"]'));
    const choice = await until(() => find('[role=menuitem]', 'Refresh profile'));
    expect(choice.getAttribute('aria-disabled')).toBe('true');
  });

  it('are those of one job site where one is chosen', async () => {
    await openVendor();
    await click(find('section[aria-label="Requirements"] button[aria-haspopup=listbox]'));
    await click(await until(() => find('[role=option]', 'Pier 40 Lofts')));
    await until(() => expect(checklist().textContent).toContain('No requirements apply at this site'));
  });

  it('are waived for a time with a reason, and the waiver can be taken back', async () => {
    await openVendor();
    await choose('Crane license', 'Waive temporarily');
    await until(() => find('[role=dialog]'));
    await click(find('[role=dialog] button[type=submit]'));
    expect(text()).toContain('Enter a reason. Everyone who opens this vendor sees it.');
    fireEvent.input(find('[role=dialog] textarea'), { target: { value: 'No crane on this job' } });
    await click(find('[role=dialog] button[type=submit]'));
    await until(() => expect(lines().at(-2)).toMatch(/^WaivedCrane licenseWaived .*No crane on this job/));
    await click(find('button', 'Waivers and confirmations'));
    await click(await until(() => find('button', 'End now')));
    await until(() => expect(lines()[0]).toMatch(/^MissingCrane license/));
    expect(text()).toContain('Ended');
  });

  it('are waived under the name of the person, who is asked for it once', async () => {
    const { ask } = await openVendor();
    await choose('Crane license', 'Waive temporarily');
    await type(await until(() => field('Your name')), 'Dana Whitfield');
    fireEvent.input(find('[role=dialog] textarea'), { target: { value: 'No crane on this job' } });
    await click(find('[role=dialog] button[type=submit]'));
    await until(() => expect(lines().at(-2)).toMatch(/^WaivedCrane license/));
    expect(await ask('onboarding.vendor', { subject: '48213', site: null })).toMatchObject({
      records: [{ kind: 'waiver', by: 'Dana Whitfield' }],
    });
    await click(find('button', 'Waivers and confirmations'));
    await until(() => expect(text()).toContain('by you, '));
    await choose('Safety briefing', 'Confirm');
    await until(() => find('[role=dialog]'));
    expect(() => field('Your name')).toThrow();
  });

  it('are attested with a day, and a wrong end says so', async () => {
    const { ask } = await openVendor();
    await choose('Safety briefing', 'Confirm');
    await until(() => find('[role=dialog]'));
    await type(field('Valid through'), dayAhead(-3));
    await click(find('[role=dialog] button[type=submit]'));
    expect(text()).toContain('Choose a later date.');
    await type(field('Valid through'), dayAhead(90));
    await click(find('[role=dialog] button[type=submit]'));
    await until(() => expect(lines().at(-1)).toMatch(/^MetSafety briefingConfirmed/));
    expect(await ask('onboarding.vendor', { subject: '48213', site: null })).toMatchObject({
      requirements: [{ state: 'met' }, { state: 'missing' }, { state: 'met', until: dayAhead(90) }],
    });
  });

  it('go by the tags that people give a vendor', async () => {
    const tagged: RequirementSet = {
      ...set,
      appliesTo: { services: [], states: [], jobSites: [], tags: ['Night shift'] },
    };
    const everyone: RequirementSet = {
      id: id(20),
      name: 'Everyone',
      appliesTo: { services: [], states: [], jobSites: [], tags: [] },
      requirements: [
        { kind: 'profile', id: id(21), name: 'Readable', ask: { what: 'readable' }, maxAgeDays: null },
      ],
    };
    await openApp('#/vendors/48213', {
      before: ({ ask }) => ask('onboarding.save', { sets: [everyone, tagged] }),
    });
    await until(() => expect(checklist().textContent).toContain('May work'));
    await click(find('button', 'Add a tag'));
    await type(field('New tag'), 'night shift');
    await click(find('section[aria-label="Requirements"] form button[type=submit]'));
    await until(() => expect(checklist().textContent).toContain('Crane license'));
    await click(find('button[aria-label="Remove the tag night shift"]'));
    await until(() => expect(checklist().textContent).not.toContain('Crane license'));
  });

  it('ask until when a document is valid, and go by what a person says', async () => {
    const job = '4be0643f-1d98-4d6c-9a62-1fb8e0f6ae11';
    const insurance: RequirementSet = {
      ...set,
      requirements: [
        {
          kind: 'document',
          id: id(30),
          name: 'Insurance',
          documentType: 'COI',
          minScore: null,
          maxAgeDays: null,
          needsEndDate: true,
          soonDays: 30,
        },
      ],
    };
    await openApp(async ({ ask, service }) => {
      service.replies.getDocumentResult = () => json({ id: job, documentType: 'COI', status: 'completed' });
      await ask('onboarding.save', { sets: [insurance] });
      await ask('documents.add', { ids: [job], vendorId: '48213' });
      await ask('documents.checkNow', { jobId: job });
      await ask('documents.decide', { jobId: job, choice: 'accept', note: '' });
      return '#/vendors/48213';
    });
    await until(() => expect(checklist().textContent).toContain('Add its expiration date.'));
    await click(find('section[aria-label="Requirements"] button', 'Add expiration date'));
    await click(await until(() => find('[role=dialog] button[type=submit]')));
    expect(text()).toContain('Enter the expiration date on the document.');
    await type(field('Expiration date'), dayAhead(200));
    await click(find('[role=dialog] button[type=submit]'));
    await until(() => expect(checklist().textContent).toMatch(/^May work/));
    await choose('Insurance', 'Add expiration date');
    await type(await until(() => field('Expiration date')), dayAhead(-1));
    await click(find('[role=dialog] button[type=submit]'));
    await until(() => expect(checklist().textContent).toMatch(/^Stop: Insurance expired /));
  });

  it('lead to where they are set up where there are none', async () => {
    await openApp('#/vendors/48213');
    await until(() => expect(text()).toContain('No requirements apply to this vendor.'));
    await click(find('button', 'Set up requirements'));
    expect(placeNow()).toBe('#/vendors/requirements');
  });
});

/** Opens the settings; `company` is the file of the company. */
async function openSettings(company?: string, sets: RequirementSet[] = [], answers: Answers = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-requirements-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const requirementsFile = join(folder, 'requirements.json');
  if (company !== undefined) writeFileSync(requirementsFile, company);
  const bridge = await openApp('#/vendors/requirements', {
    company: 'new',
    requirementsFile,
    answers,
    before: ({ ask }) => ask('onboarding.save', { sets }),
  });
  await until(() => find('h1', 'Requirements'));
  return bridge;
}

const section = () => find('main', 'What a vendor needs before it may work.');

async function importFile(file: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[aria-label="File of requirement sets"]');
  if (input === null) throw new Error('There is no way to choose a file.');
  Object.defineProperty(input, 'files', { configurable: true, value: [new File([file], 'sets.json')] });
  await acting(() => input.dispatchEvent(new Event('change', { bubbles: true })));
}

describe('requirement sets', () => {
  it('cannot be added to while those that are here are not read, whose place the saved ones would take', async () => {
    const broken: Answers = {
      'onboarding.sets': () => fail('storage', 'The stored data could not be read.'),
    };
    const { answer } = await openSettings(undefined, [set], broken);
    await until(() => expect(section().textContent).toContain('The requirements could not be read.'));
    for (const words of ['Add a set', 'Export sets', 'Import sets'])
      expect(section().textContent).not.toContain(words);
    answer({ 'onboarding.sets': undefined });
    await click(await until(() => find('button', 'Try again')));
    await until(() => expect(section().textContent).toContain('Riverside rules'));
    expect(section().textContent).toContain('Add a set');
  });

  it('offer the version that a colleague saved just before', async () => {
    const earlier = { ...set, name: 'Riverside rules by Sam' };
    const overridden = [{ id: set.id, name: set.name, version: earlier, by: 'Sam', at: Date.now() }];
    const empty = { shared: [], sharedProblem: null, tags: [], sites: [], people: { own: null, others: [] } };
    const { ask, answer } = await openSettings(undefined, [set], {
      'onboarding.sets': () => ({ ok: true, value: { ...empty, own: [set], overridden } }),
    });
    await until(() =>
      expect(section().textContent).toContain('Two people changed “Riverside rules” at the same time.'),
    );
    expect(section().textContent).toContain('Sam saved it');
    answer({ 'onboarding.sets': undefined });
    await click(find('button', 'Use the earlier version'));
    await until(async () => expect(await ask('onboarding.sets', null)).toMatchObject({ own: [earlier] }));
    await until(() => expect(section().textContent).not.toContain('at the same time'));
    expect(section().textContent).not.toContain('imported');
  });

  it('say whom they apply to while they are edited, and offer what a slip may mean', async () => {
    await openApp('#/vendors/requirements', {
      before: ({ ask }) => ask('onboarding.save', { sets: [set] }),
    });
    await click(await until(() => find('button[aria-label="Copy Riverside rules"]')));
    const dialog = () => find('[role=dialog]');
    await until(() => expect(dialog().textContent).toMatch(/Applies to \d+ vendors?\./));
    expect(dialog().textContent).toContain('New requirement set');
    await type(field('Job sites'), 'Cedar Terace');
    await until(() => expect(dialog().textContent).toContain('Applies to no vendor now.'));
    expect(dialog().textContent).toContain('No vendor has “Cedar Terace”.');
    await click(find('[role=dialog] button', 'Use “Cedar Terrace”'));
    await until(() => expect(dialog().textContent).toMatch(/Applies to \d+ vendors?\./));
    expect(field('Job sites').value).toBe('Cedar Terrace');
    await click(find('[role=dialog] button[aria-label="Add Pier 40 Lofts"]'));
    expect(field('Job sites').value).toBe('Cedar Terrace, Pier 40 Lofts');
  });

  it('begin with a starter set where there are none', async () => {
    const { ask } = await openSettings();
    await click(await until(() => find('button', 'Start with a profile, W-9 and insurance')));
    await click(await until(() => find('button', 'Save set')));
    await until(async () =>
      expect(await ask('onboarding.sets', null)).toMatchObject({
        own: [
          {
            name: 'All vendors',
            requirements: [{ name: 'Profile' }, { name: 'W-9' }, { name: 'Insurance' }],
          },
        ],
      }),
    );
  });

  it('begin with the example for property managers, beside any others', async () => {
    const { ask } = await openSettings(undefined, [set]);
    await click(await until(() => find('button', 'Example for property managers')));
    await click(await until(() => find('button', 'Save set')));
    const asked = [
      'W-9',
      'General liability insurance',
      'Workers’ compensation insurance',
      'Contractor license',
      'Agreement',
    ];
    await until(async () =>
      expect(await ask('onboarding.sets', null)).toMatchObject({
        own: [set, { name: 'Trades at our properties', requirements: asked.map((name) => ({ name })) }],
      }),
    );
  });

  it('are made by hand, and what is wrong is said where it stands, with nothing lost', async () => {
    const { ask } = await openSettings();
    await click(await until(() => find('button', 'Add a set')));
    await click(await until(() => find('button', 'Save set')));
    expect(text()).toContain('Give this set a name.');
    const [name] = document.querySelectorAll<HTMLInputElement>('[role=dialog] input');
    if (name === undefined) throw new Error('There is no field.');
    await type(name, 'Everyone');
    await click(find('button', 'Save set'));
    await until(() => expect(text()).toContain('This set has no requirements.'));
    await type(field('States'), 'CA, NV');
    await click(find('button[aria-label="Add a requirement: License"]'));
    const license = find('[role=dialog] section', 'License');
    const [called] = license.querySelectorAll('input');
    if (called === undefined) throw new Error('There is no field.');
    await until(() => expect(document.activeElement).toBe(called));
    await click(find('button', 'Save set'));
    expect(text()).toContain('Give this requirement a name.');
    expect(called.getAttribute('aria-invalid')).toBe('true');
    await until(() => expect(document.activeElement).toBe(called));
    await type(called, 'Plumbing license');
    await type(field('Trade'), 'Plumbing');
    expect(license.textContent).toContain('Blank: 30 days, as in Settings.');
    await click(find('button', 'Save set'));
    await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
    await until(() => expect(section().textContent).toContain('States: CA or NV · 1 requirement'));
    expect(await ask('onboarding.sets', null)).toMatchObject({
      own: [
        {
          name: 'Everyone',
          appliesTo: { services: [], states: ['CA', 'NV'], jobSites: [], tags: [] },
          requirements: [
            { kind: 'license', name: 'Plumbing license', trade: 'Plumbing', state: null, soonDays: null },
          ],
        },
      ],
    });
  });

  it(
    'bring what is wrong into sight where they are longer than the window',
    { tags: ['nightly'] },
    async () => {
      const contradictory = ['CA', 'NV'].map((state, index) => ({
        kind: 'profile' as const,
        id: id(40 + index),
        name: `In ${state}`,
        ask: { what: 'one_of' as const, field: 'location.stateCode', values: ['CA'] },
        maxAgeDays: null,
      }));
      await openSettings(undefined, [{ ...set, requirements: [...contradictory, ...set.requirements] }]);
      await click(await until(() => find('button[aria-label="Edit Riverside rules"]')));
      await type(await until(() => field('Allowed values')), 'NV');
      const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
      await click(find('button', 'Save set'));
      await until(() => expect(text()).toContain('It contradicts “In CA”: no vendor can meet both.'));
      await until(() => expect(shown.mock.contexts).toEqual([find('[role=dialog] [role=alert]')]));
    },
  );

  it('are edited and deleted', async () => {
    const { ask } = await openSettings(undefined, [set]);
    await click(await until(() => find('button[aria-label="Edit Riverside rules"]')));
    await click(await until(() => find('button[aria-label="Remove Crane license"]')));
    await click(find('button', 'Save set'));
    await until(() => expect(section().textContent).toContain('2 requirements'));
    await click(find('button[aria-label="Delete Riverside rules"]'));
    await click(await until(() => find('[role=alertdialog] button', 'Delete set')));
    await until(() => expect(text()).toContain('No requirements yet.'));
    expect(await ask('onboarding.sets', null)).toMatchObject({ own: [] });
  });

  it('stay where their deletion is refused, which says why', async () => {
    const { answer, ask } = await openSettings(undefined, [set]);
    const sentence = 'Two sets have the same name.';
    answer({
      'onboarding.save': () =>
        ok({ problems: [{ setId: set.id, requirementId: null, sentence }], before: [] }),
    });
    await click(await until(() => find('button[aria-label="Delete Riverside rules"]')));
    await click(await until(() => find('[role=alertdialog] button', 'Delete set')));
    await until(() => expect(find('[role=alertdialog]').textContent).toContain(sentence));
    expect(await ask('onboarding.sets', null)).toMatchObject({ own: [set] });
  });

  it('of a file that is gone say so', async () => {
    await openSettings();
    await until(() => find('button', 'Import sets'));
    vi.spyOn(File.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('Gone', 'NotFoundError'));
    await importFile('{}');
    await until(() => expect(text()).toContain('sets.json could not be read. Is it still there?'));
  });

  it(
    'are imported from a file, which is refused whole where anything is wrong',
    { tags: ['nightly'] },
    async () => {
      const { ask } = await openSettings();
      await until(() => find('button', 'Import sets'));
      await importFile(writeSetFile([set]).slice(0, -40));
      await until(() => expect(text()).toContain('This file cannot be used. Nothing was changed.'));
      expect(text()).toContain('The file is not JSON. It may be incomplete.');
      await importFile('{"gangwayRequirements": 2}');
      await until(() => expect(text()).toContain('A newer Gangway wrote these requirement sets.'));
      await importFile(writeSetFile([set]));
      await until(() => expect(text()).toContain('1 set imported.'));
      expect(await ask('onboarding.sets', null)).toMatchObject({ own: [set] });
    },
  );

  it('of the company are shown, and cannot be changed', async () => {
    await openSettings(writeSetFile([set]));
    await until(() =>
      expect(section().textContent).toContain('Riverside rules (Job sites: Riverside Lofts)'),
    );
    expect(section().querySelector('button[aria-label^="Edit"]')).toBeNull();
  });

  it('of the company that cannot be used say why', async () => {
    await openSettings('{"gangwayRequirements": 1, "sets": "all"}');
    await until(() => expect(text()).toContain('Your company’s requirements are not used.'));
    expect(section().textContent).toContain('sets isn’t what Gangway expects.');
  });

  it('close with Escape and keep what was there', async () => {
    const { ask } = await openSettings(undefined, [set]);
    await click(await until(() => find('button[aria-label="Edit Riverside rules"]')));
    await until(() => find('button', 'Save set'));
    await press('Escape', find('[role=dialog]'));
    await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
    expect(await ask('onboarding.sets', null)).toMatchObject({ own: [set] });
  });
});

describe('a document that is missing', () => {
  const w9 = {
    kind: 'document',
    id: id(5),
    name: 'Tax form',
    documentType: 'Tax form of another kind',
    minScore: null,
    maxAgeDays: null,
    needsEndDate: false,
    soonDays: 0,
  } as const;

  it('is asked for by its name, or filed from a file', async () => {
    const bridge = await openApp('#/vendors/48213', {
      before: ({ ask }) => ask('onboarding.save', { sets: [{ ...set, requirements: [w9] }] }),
      answers: { 'filing.begin': () => fail('storage', 'The disk is full.') },
    });
    await until(() => find('section[aria-label="Requirements"] button', 'Ask for Tax form'));
    const opened = vi.spyOn(HTMLInputElement.prototype, 'click');
    await click(find('section[aria-label="Requirements"] button', 'Add document'));
    const [input] = opened.mock.contexts;
    if (!(input instanceof HTMLInputElement)) throw new Error('No file can be chosen.');
    await acting(() => fireEvent.change(input, { target: { files: [new File(['W-9'], 'w9.pdf')] } }));
    await until(() => expect(placeNow()).toBe('#/documents/file'));
    await until(() => expect(bridge.inputsOf('filing.begin')).toMatchObject([{ name: 'w9.pdf' }]));
  });

  it('is looked up for the vendor whose requirement it is', async () => {
    const job = '564be7a3-d28c-4f90-8b17-0a9c3e6f5d08';
    const bridge = await openApp('#/vendors/48213', {
      before: ({ ask }) => ask('onboarding.save', { sets: [{ ...set, requirements: [w9] }] }),
    });
    await click(await until(() => find('button[aria-label="More for this vendor"]')));
    await click(await until(() => find('[role=menuitem]', 'Look up a document')));
    const ids = await until(() => find('textarea'));
    if (!(ids instanceof HTMLTextAreaElement)) throw new Error('There is no field for IDs.');
    fireEvent.change(ids, { target: { value: job } });
    await click(await until(() => find('button', 'Add 1')));
    await until(() =>
      expect(bridge.inputsOf('documents.add')).toMatchObject([{ ids: [job], vendorId: '48213' }]),
    );
  });
});

describe('the time zone', () => {
  it('in which days begin and end is chosen in the settings, and kept', { tags: ['nightly'] }, async () => {
    const { core } = await openApp('#/settings/time-zone-and-rechecks');
    const zone = () => core.workspace()?.settings().timeZone;
    expect(zone()).toBeNull();
    const button = await until(() => find('button[aria-haspopup=listbox]', 'This computer’s'));
    await click(button);
    await click(await until(() => find('[role=option]', 'Pacific/Auckland')));
    await until(() => expect(zone()).toBe('Pacific/Auckland'));
    await click(await until(() => find('button[aria-haspopup=listbox]', 'Pacific/Auckland')));
    await until(() => find('[role=option]'));
    expect([...document.querySelectorAll('[role=option]')].map((one) => one.textContent)).toContain('UTC');
    await click(await until(() => find('[role=option]', 'This computer’s')));
    await until(() => expect(zone()).toBeNull());
  });
});
