import { describe, expect, it } from 'vitest';
import { toDayNumber } from '#shared/base/dates.ts';
import { judgeVendor } from '#shared/onboarding/judge-vendor.ts';
import { listJobSites, listServices, listStates } from '#shared/onboarding/profile-names.ts';
import type { RequirementSet } from '#shared/onboarding/requirement-set.ts';
import type { VendorFacts } from '#shared/onboarding/vendor-facts.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { noFacts, setForEveryone } from '#test/onboarding-samples.ts';

const attested = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Safety briefing',
  kind: 'attestation' as const,
  maxDays: null,
  soonDays: 30,
};

function judge(
  appliesTo: Partial<RequirementSet['appliesTo']>,
  profile: unknown,
  site: string | null = null,
  known: Partial<VendorFacts> = {},
) {
  const reading = readResource(vendorProfile, profile);
  if (reading === null) throw new Error('The profile is no object.');
  const everyone = setForEveryone(attested);
  const set = { ...everyone, appliesTo: { ...everyone.appliesTo, ...appliesTo } };
  const judged = judgeVendor(
    { ...noFacts, profile: { reading, fetchedAt: 0 }, ...known },
    { sets: [set], today: toDayNumber('2026-11-24'), toDay: () => 0, words: {}, soonDays: 30, site },
  );
  const [one] = judged.judgements;
  // A requirement that may apply waits for a person and does not block.
  if (one?.reason.startsWith('May apply') === true)
    expect([one.state, one.found, judged.status]).toEqual(['waiting', 'waiting', 'in_progress']);
  return one === undefined ? 'none' : one.reason.startsWith('May apply') ? 'may apply' : one.state;
}

const pier4 = { jobSites: ['Pier 4'] };

describe('the vendors that a set applies to by their job sites', () => {
  it.each([
    ['a list', { jobSites: ['Pier 4', 'Pier 5'] }, 'missing'],
    ['a list of another site', { jobSites: ['Pier 5'] }, 'none'],
    ['no site', {}, 'none'],
    ['null', { jobSites: null }, 'none'],
    ['one text', { jobSites: 'Pier 4' }, 'missing'],
    ['a text of several', { jobSites: 'Pier 4, Pier 5' }, 'missing'],
    ['a text of several others', { jobSites: 'Pier 5; Pier 6' }, 'none'],
    ['objects with names', { jobSites: [{ id: 1, name: 'Pier 4' }] }, 'missing'],
    ['objects with other names', { jobSites: [{ id: 1, name: 'Pier 5' }] }, 'none'],
    ['one object', { jobSites: { name: 'pier 4' } }, 'missing'],
    ['snake case', { job_sites: ['Pier 4'] }, 'missing'],
    ['inside the enrollment', { enrollmentDetails: { jobSites: 'Pier 4' } }, 'missing'],
    ['inside the enrollment, snake case', { enrollmentDetails: { job_sites: ['Pier 4'] } }, 'missing'],
    ['objects without a name', { jobSites: [{ ref: 17 }] }, 'may apply'],
    ['a site and an object without a name', { jobSites: ['Pier 5', { ref: 17 }] }, 'may apply'],
    ['a flag', { jobSites: true }, 'may apply'],
  ])('as %s: %j', (_form, profile, expected) => {
    expect(judge(pier4, profile)).toBe(expected);
  });

  it.each([
    ['met', '2026-11-01', null],
    ['expiring', '2026-11-01', '2026-12-24'],
    ['waived', null, null],
  ])('stay %s when the set only may apply', (state, day, until) => {
    const requirementId = attested.id;
    const common = { id: '1', requirementId, by: null, at: 0 };
    const known: Partial<VendorFacts> =
      day === null
        ? { waivers: [{ ...common, reason: 'Known to us', until: '2027-01-31' }] }
        : { attestations: [{ ...common, day, until, note: '' }] };
    expect(judge(pier4, { jobSites: true }, null, known)).toBe(state);
  });

  it('is not in question where one site is asked about', () => {
    expect(judge(pier4, { jobSites: [{ ref: 17 }] }, 'Pier 4')).toBe('missing');
    expect(judge(pier4, { jobSites: [{ ref: 17 }] }, 'Pier 5')).toBe('none');
  });
});

describe('the vendors that a set applies to by state and service', () => {
  it.each([
    [{ states: ['CA'] }, { location: { stateCode: 'California' } }, 'missing'],
    [{ states: ['CA'] }, { location: { state_code: 'NV' } }, 'none'],
    [{ states: ['CA'] }, { location: { state: { code: 'CA' } } }, 'missing'],
    [{ states: ['CA'] }, { location: { stateCode: { ref: 5 } } }, 'may apply'],
    // What is not said counts against the vendor.
    [{ states: ['CA'] }, {}, 'missing'],
    [{ services: ['Roofing'] }, { services: 'Roofing, Plumbing' }, 'missing'],
    [{ services: ['Roofing'] }, { services: ['Plumbing'] }, 'none'],
    [{ services: ['Roofing'] }, { services: [{ name: 'Roofing' }] }, 'missing'],
    [
      { services: ['Roofing'] },
      { services: [{ id: 1, title: 'Siding', specialties: [{ title: 'Roofing' }] }] },
      'missing',
    ],
    [{ services: ['Roofing'] }, { services: [{ code: { ref: 5 } }] }, 'may apply'],
  ])('%j of %j', (appliesTo, profile, expected) => {
    expect(judge(appliesTo, profile)).toBe(expected);
  });
});

describe('profile names', () => {
  const read = (profile: unknown) => {
    const reading = readResource(vendorProfile, profile);
    return {
      sites: listJobSites(reading),
      services: listServices(reading),
      states: listStates(reading),
    };
  };
  const nothing = { names: [], unread: null };

  it.each<[member: string, which: keyof ReturnType<typeof read>]>([
    ['jobSites', 'sites'],
    ['enrollmentDetails.jobSites', 'sites'],
    ['job_sites', 'sites'],
    ['enrollmentDetails.job_sites', 'sites'],
    ['enrollment_details.job_sites', 'sites'],
    ['jobSite', 'sites'],
    ['sites', 'sites'],
    ['services', 'services'],
    ['specialties', 'services'],
    ['service', 'services'],
    ['specialty', 'services'],
    ['location.stateCode', 'states'],
    ['location.state_code', 'states'],
    ['location.state', 'states'],
    ['stateCode', 'states'],
    ['state_code', 'states'],
    ['state', 'states'],
  ])('in %s are %s', (member, which) => {
    const named = (value: unknown) =>
      member.split('.').reduceRight<unknown>((inside, name) => ({ [name]: inside }), value);
    expect(read(named('Kestrel'))).toEqual({
      sites: nothing,
      services: nothing,
      states: nothing,
      [which]: { names: ['Kestrel'], unread: null },
    });
    expect(read(named('   '))[which]).toEqual(nothing);
    expect(read(named(null))[which]).toEqual(nothing);
  });

  it.each(['name', 'title', 'label', 'value', 'code', 'siteName', 'site_name', 'state', 'stateCode'])(
    'are read from the member %s of an object',
    (member) => {
      expect(read({ sites: [{ [member]: 'Pier 4' }] }).sites).toEqual({ names: ['Pier 4'], unread: null });
      expect(read({ sites: [{ [member]: '' }] }).sites).toEqual({
        names: [],
        unread: `May apply: the profile’s job sites can’t be read (“{"${member}":""}”). Check by hand.`,
      });
    },
  );

  it.each<[unknown, string[]]>([
    ['Pier 4, Pier 5', ['Pier 4, Pier 5', 'Pier 4', 'Pier 5']],
    ['Pier 4; Pier 5', ['Pier 4; Pier 5', 'Pier 4', 'Pier 5']],
    ['Pier 4|Pier 5', ['Pier 4|Pier 5', 'Pier 4', 'Pier 5']],
    [17, ['17']],
    [
      ['Pier 4', '', null, 5],
      ['Pier 4', '5'],
    ],
    [{ name: 'Pier 4', code: 'P4' }, ['Pier 4', 'P4']],
    [{}, []],
  ])('of job sites as %j are %j', (sites, names) => {
    expect(read({ sites }).sites).toEqual({ names, unread: null });
  });

  it.each([
    ['sites', 'job sites', true, 'true'],
    ['sites', 'job sites', { ref: 17 }, '{"ref":17}'],
    ['services', 'services', [{ ref: 'a' }], '{"ref":"a"}'],
    ['state', 'state', { ref: 'x'.repeat(200) }, `{"ref":"${'x'.repeat(92)}`],
  ])('are incomplete when %s cannot be read', (member, what, value, said) => {
    const found = Object.values(read({ [member]: value })).find(({ unread }) => unread !== null);
    expect(found?.unread).toBe(`May apply: the profile’s ${what} can’t be read (“${said}”). Check by hand.`);
  });

  it('include the specialties of services', () => {
    const services = [
      { title: 'Siding', specialties: [{ title: 'Roofing' }, 'Gutters'] },
      { specialties: 'Decks' },
    ];
    const { services: found } = read({ services });
    expect(found.names.toSorted()).toEqual(expect.arrayContaining(['Decks', 'Gutters', 'Roofing', 'Siding']));
    expect(found.unread).toBeNull();
    expect(read({ sites: [{ specialties: 'Roofing' }] }).sites.names).toEqual([]);
  });

  it('are empty without a profile', () => {
    expect([listJobSites(null), listServices(null), listStates(null)]).toEqual([nothing, nothing, nothing]);
  });
});
