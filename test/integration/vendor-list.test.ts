import { describe, expect, it } from 'vitest';
import { vendorHandlers } from '#main/features/vendors.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import { vendorFilter, vendorQuery, type VendorFilter, type VendorSort } from '#shared/ipc/vendors.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { handOverInvite, openTestWorkspace } from './workspace-harness.ts';

const day = 24 * 60 * 60 * 1000;
const nowhere = 'http://127.0.0.1:9';

interface Kept {
  id: string;
  company: string;
  contact?: string;
  city?: string;
  state?: string;
  licensed?: boolean;
  service?: string;
  email?: string;
  daysAgo?: number;
}

const kept: Kept[] = [
  {
    id: '1',
    company: 'Árbol Tree Care',
    contact: 'Zoe',
    city: 'Oakland',
    state: 'CA',
    licensed: true,
    service: 'Trees',
  },
  {
    id: '2',
    company: 'Bell Roofing',
    contact: 'Émile',
    city: 'Reno',
    state: 'NV',
    licensed: false,
    daysAgo: 9,
  },
  {
    id: '3',
    company: 'Cask Glass',
    contact: 'Adam',
    city: 'oakland ',
    state: 'ca',
    service: 'Glass',
    daysAgo: 40,
  },
  { id: '4', company: 'Dune Pools', email: 'Dune@pools.example.com', licensed: true, service: 'Trees' },
];

function put(workspace: Workspace, one: Kept, more: object = {}): void {
  const profile = {
    id: one.id,
    companyName: one.company,
    firstName: one.contact,
    email: one.email,
    services: one.service === undefined ? [] : [{ title: one.service }],
    location: { cityName: one.city, stateCode: one.state },
    enrollmentDetails: { licensed: one.licensed },
    ...more,
  };
  const body = JSON.stringify(profile);
  const reading = readResource(vendorProfile, JSON.parse(body));
  if (reading === null) throw new Error('It is an object.');
  workspace.vendors.put(one.id, reading, body, workspace.clock.wall() - (one.daysAgo ?? 0) * day);
}

async function filled(): Promise<Workspace> {
  const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
  for (const one of kept) put(workspace, one);
  return workspace;
}

function listed(
  workspace: Workspace,
  sort: VendorSort,
  descending: boolean,
  filter: Partial<VendorFilter> = {},
) {
  const found: string[] = [];
  let after: string | null = null;
  do {
    const page = workspace.vendors.page({
      search: '',
      sort,
      descending,
      filter: vendorFilter.parse(filter),
      after,
      limit: 1,
      now: workspace.clock.wall(),
    });
    expect(page.rows.length).toBeLessThanOrEqual(1);
    found.push(...page.rows.map((row) => row.vendorId));
    after = page.next;
  } while (after !== null);
  return found.join('');
}

describe('the list of kept vendors', () => {
  it.each<[VendorSort, string, string]>([
    ['company', '1234', '4321'],
    ['contact', '3214', '4123'],
    ['city', '1324', '4231'],
    ['state', '1324', '4231'],
    // The first and the last were fetched at one moment; their ids settle the order then.
    ['fetched', '3214', '4123'],
  ])('is sorted by %s both ways, page by page, with what is not given at the end', async (sort, up, down) => {
    const workspace = await filled();
    expect([listed(workspace, sort, false), listed(workspace, sort, true)]).toEqual([up, down]);
  });

  it.each<[Partial<VendorFilter>, string]>([
    [{ state: 'ca' }, '13'],
    [{ city: 'oakland' }, '13'],
    [{ service: 'Trees' }, '14'],
    [{ licensed: 'yes' }, '14'],
    [{ licensed: 'no' }, '2'],
    [{ licensed: 'not_said' }, '3'],
    [{ olderThanDays: 7 }, '23'],
    [{ olderThanDays: 7, state: 'ca' }, '3'],
    [{ state: 'tx' }, ''],
  ])('is narrowed by %j', async (filter, ids) => {
    const workspace = await filled();
    expect(listed(workspace, 'company', false, filter)).toBe(ids);
    const { total } = workspace.vendors.page({
      ...vendorQuery.parse({ filter }),
      after: null,
      limit: 100,
      now: workspace.clock.wall(),
    });
    expect(total).toBe(ids.length);
  });

  it('tells whom this computer invited, by id or by email address in any case', async () => {
    const workspace = await filled();
    await handOverInvite(workspace, 'dune@POOLS.example.com');
    expect(listed(workspace, 'company', false, { invited: true })).toBe('4');
    expect(listed(workspace, 'company', false, { invited: false })).toBe('123');
  });

  it('offers the states, cities and services that there are, most frequent first and as they are written', async () => {
    const workspace = await filled();
    expect(await workspace.vendors.facets()).toEqual({
      states: [
        { value: 'ca', label: 'CA', count: 2 },
        { value: 'nv', label: 'NV', count: 1 },
      ],
      cities: [
        { value: 'oakland', label: 'Oakland', count: 2 },
        { value: 'reno', label: 'Reno', count: 1 },
      ],
      services: [
        { value: 'Trees', label: 'Trees', count: 2 },
        { value: 'Glass', label: 'Glass', count: 1 },
      ],
    });
  });

  it('follows a vendor that moved and does other work now', async () => {
    const workspace = await filled();
    put(workspace, { id: '1', company: 'Árbol Tree Care', city: 'Reno', state: 'NV', service: 'Stumps' });
    expect(listed(workspace, 'company', false, { city: 'reno' })).toBe('12');
    expect(listed(workspace, 'company', false, { service: 'Trees' })).toBe('4');
  });
});

describe('what changed between fetches', () => {
  it('is told field by field, old and new, newest first, and a fetch that brought nothing new is left out', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    const one = { id: '7', company: 'Kestrel', city: 'Oakland' };
    put(workspace, { ...one, daysAgo: 5 });
    put(workspace, { ...one, daysAgo: 4 });
    put(workspace, { ...one, city: 'Alameda', daysAgo: 3 }, { minorityTags: ['Woman-owned'] });
    put(workspace, { ...one, company: 'Kestrel Roofs', city: 'Alameda' }, { minorityTags: ['Woman-owned'] });
    const result = await vendorHandlers(workspace)['vendors.changes']({ vendorId: '7' });
    const now = workspace.clock.wall();
    expect(result).toEqual({
      ok: true,
      value: [
        {
          at: now,
          previousAt: now - 3 * day,
          fields: [{ path: ['companyName'], before: 'Kestrel', after: 'Kestrel Roofs' }],
        },
        {
          at: now - 3 * day,
          previousAt: now - 5 * day,
          fields: [
            { path: ['location', 'cityName'], before: 'Oakland', after: 'Alameda' },
            { path: ['minorityTags'], after: ['Woman-owned'] },
          ],
        },
      ],
    });
  });
});
