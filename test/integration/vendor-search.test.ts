import { describe, expect, it } from 'vitest';
import type { Workspace } from '#main/workspace/workspace.ts';
import type { ColumnFilters, VendorColumn } from '#shared/settings/lists.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { pageOfVendors } from '#test/vendor-list.ts';
import { enqueueInvite, openTestWorkspace, passUntil } from './workspace-harness.ts';

interface Made {
  id: string;
  name: string;
  city: string;
  state: string;
  licensed: boolean;
  service: string;
  fetchedAt: number;
}

/** More than are looked up one by one, and more than are looked at before another way is taken. */
const many = 5000;

/** Every vendor is a "company", every other one "even"; the last of the alphabet alone are "zinc", one is "unique". */
const made: Made[] = Array.from({ length: many }, (_unused, number) => {
  const late = number >= many - 2400;
  const parts = [late ? 'Zulu' : 'Alpha', String(number * 7919).padStart(9, '0'), 'company'];
  if (number % 2 === 0) parts.push('even');
  if (late) parts.push('zinc');
  if (number === 77) parts.push('unique');
  return {
    id: `v${number}`,
    name: parts.join(' '),
    city: ['Oakland', 'Reno', 'Bend'][number % 3] ?? '',
    state: number % 500 === 0 ? 'NV' : 'CA',
    licensed: number % 5 !== 0,
    service: number % 4 === 0 ? 'Roofing' : 'Paving',
    fetchedAt: 1000 + ((number * 31) % many),
  };
});

async function filled(): Promise<Workspace> {
  const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
  workspace.db.transaction(() => {
    for (const one of made) {
      const profile = {
        companyName: one.name,
        location: { cityName: one.city, stateCode: one.state },
        services: [{ title: one.service }],
        enrollmentDetails: { licensed: one.licensed },
      };
      const reading = readResource(vendorProfile, profile);
      if (reading === null) throw new Error('It is an object.');
      workspace.vendors.put(one.id, reading, JSON.stringify(profile), one.fetchedAt);
    }
  })();
  while (workspace.search.flush(1000) > 0);
  await passUntil(workspace.fake, () => workspace.onboarding.coming() === 0, 600_000, 10);
  return workspace;
}

type Filter = Partial<Record<'state' | 'city' | 'licensed' | 'services' | 'invited', string>>;

/** Each as the value of its column. */
function getFilters(filter: Filter): ColumnFilters<VendorColumn> {
  const where: ColumnFilters<VendorColumn> = {};
  for (const column of ['state', 'city', 'licensed', 'services', 'invited'] as const) {
    const value = filter[column];
    if (value !== undefined) where[column] = { kind: 'is', value };
  }
  return where;
}

function expected(words: string, filter: Filter) {
  const typed = words
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '');
  const fits = made.filter(
    (one) =>
      typed.every((word) =>
        one.name
          .toLowerCase()
          .split(' ')
          .some((part) => part.startsWith(word)),
      ) &&
      (filter.state == null || one.state.toLowerCase() === filter.state) &&
      (filter.city == null || one.city.toLowerCase() === filter.city) &&
      (filter.licensed == null || one.licensed === (filter.licensed === 'yes')) &&
      (filter.services == null || one.service === filter.services) &&
      (filter.invited == null || filter.invited === '0'),
  );
  return fits.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

const searches = ['', 'company', 'comp even', 'zinc', 'uniq', 'nothing'];
const filters: Filter[] = [
  {},
  { licensed: 'no' },
  { state: 'nv' },
  { city: 'reno', licensed: 'yes' },
  { services: 'Roofing' },
  { services: 'Paving', state: 'ca' },
  { services: 'Nothing' },
  { invited: '1' },
  { invited: '0', licensed: 'yes' },
];

describe('a search among thousands of vendors', () => {
  it(
    'finds the same rows in the same order, page by page',
    { tags: ['nightly'], timeout: 60_000 },
    async () => {
      const workspace = await filled();
      for (const search of searches) {
        for (const filter of filters) {
          const all = expected(search, filter);
          const asked = { search, where: getFilters(filter), limit: 60 };
          const first = pageOfVendors(workspace, asked);
          const second =
            first.next === null ? null : pageOfVendors(workspace, { ...asked, after: first.next });
          const found = [...first.rows, ...(second?.rows ?? [])].map((row) => row.subject);
          const what = JSON.stringify({ search, filter });
          expect([what, first.total, found]).toEqual([
            what,
            all.length,
            all.slice(0, 120).map(({ id }) => id),
          ]);
        }
      }
    },
  );

  it('counts and finds each kind for itself, and best what is called so', async () => {
    const workspace = await filled();
    await enqueueInvite(workspace, 'company@example.com');
    const page = workspace.invites.page({ tab: 'all', search: 'company', after: null, limit: 10 });
    expect([page.total, page.rows.map(({ email }) => email)]).toEqual([1, ['company@example.com']]);
    expect(workspace.search.find('unique', 5).map(({ kind, id }) => [kind, id])).toEqual([['vendor', 'v77']]);
    expect(workspace.search.find('company@example', 5)[0]).toMatchObject({ kind: 'invite' });
  });
});
