import { describe, expect, it } from 'vitest';
import { vendorHandlers } from '#main/features/vendors.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import { todayHandlers } from '#main/features/today.ts';
import type { ColumnFilters, VendorColumn } from '#shared/settings/lists.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { pageOfVendors } from '#test/vendor-list.ts';
import { enqueueInvite, openTestWorkspace, type TestWorkspace } from './workspace-harness.ts';

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

const is = (value: string) => ({ kind: 'is', value }) as const;

/** An invite to a vendor that was accepted with a compliance word. */
function accepted(workspace: TestWorkspace, vendorId: string, complianceStatus: string): void {
  const id = crypto.randomUUID();
  const invitation = { vendorId };
  workspace.entries.enqueue(
    { id, kind: 'invite', body: JSON.stringify(invitation), title: '', subtitle: '', replaces: null },
    workspace.fake.wall(),
    () => workspace.invites.insert(id, invitation),
  );
  const number = workspace.db.prepare('SELECT seq FROM entry WHERE id = ?').pluck().get(id);
  workspace.db.prepare("UPDATE entry SET state = 'accepted', reason = NULL WHERE id = ?").run(id);
  if (typeof number === 'number') workspace.invites.saveAnswer(number, { complianceStatus });
}

async function filled(): Promise<TestWorkspace> {
  const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
  for (const one of kept) put(workspace, one);
  // Only the latest answer to an invite counts.
  accepted(workspace, '1', 'denied');
  accepted(workspace, '1', 'PENDING Review');
  accepted(workspace, '3', 'Compliant');
  return workspace;
}

/** The IDs of those that fit, in the order of their names, page by page. */
function listed(workspace: Workspace, where: ColumnFilters<VendorColumn> = {}) {
  const found: string[] = [];
  let after: string | null = null;
  do {
    const page = pageOfVendors(workspace, { where, after, limit: 1 });
    expect(page.rows.length).toBeLessThanOrEqual(1);
    found.push(...page.rows.map((row) => row.subject));
    after = page.next;
  } while (after !== null);
  return found.join('');
}

describe('the list of kept vendors', () => {
  it.each<[ColumnFilters<VendorColumn>, string]>([
    [{ state: is('ca') }, '13'],
    [{ city: is('oakland') }, '13'],
    [{ services: is('Trees') }, '14'],
    [{ licensed: is('yes') }, '14'],
    [{ licensed: is('no') }, '2'],
    [{ licensed: { kind: 'given', given: false } }, '3'],
    [{ company: { kind: 'begins', value: 'ÁR' } }, '1'],
    [{ email: { kind: 'begins', value: 'DUNE@' } }, '4'],
    [{ compliance: is('pending review') }, '1'],
    [{ compliance: { kind: 'given', given: true } }, '13'],
    [{ fetched: { kind: 'within', days: 7 } }, '14'],
    [{ fetched: { kind: 'older', days: 7 } }, '23'],
    [{ fetched: { kind: 'older', days: 7 }, state: is('ca') }, '3'],
    [{ state: is('tx') }, ''],
  ])('is narrowed by %j', async (where, ids) => {
    const workspace = await filled();
    expect(listed(workspace, where)).toBe(ids);
    const { total } = pageOfVendors(workspace, { where });
    expect(total).toBe(ids.length);
  });

  it('finds every word that a row shows, its compliance too, in any order and without accents', async () => {
    const workspace = await filled();
    const found = (search: string) =>
      pageOfVendors(workspace, { search })
        .rows.map(({ subject }) => subject)
        .join('');
    expect(found('arbol')).toBe('1');
    expect(found('PENDING tree oakland')).toBe('1');
    expect(found('review')).toBe('1');
    expect(found('compliant glass')).toBe('3');
    expect(found('compliant roofing')).toBe('');
    expect(found('emile bell')).toBe('2');
    expect(found('trees dune@pools')).toBe('4');
  });

  it('tells whom this computer invited, by id or by email address in any case', async () => {
    const workspace = await filled();
    await enqueueInvite(workspace, 'dune@POOLS.example.com');
    expect(listed(workspace, { invited: is('1') })).toBe('134');
    expect(listed(workspace, { invited: is('0') })).toBe('2');
  });

  it('offers the states, cities and services that there are, most frequent first and as they are written', async () => {
    const workspace = await filled();
    const { 'lists.values': getValues } = todayHandlers(workspace);
    const values = async (column: VendorColumn) => {
      const result = await getValues({ list: 'vendors', column });
      return result.ok ? result.value : result.error;
    };
    expect(await values('state')).toEqual([
      { value: 'ca', label: 'CA', count: 2 },
      { value: 'nv', label: 'NV', count: 1 },
    ]);
    expect(await values('city')).toEqual([
      { value: 'oakland', label: 'Oakland', count: 2 },
      { value: 'reno', label: 'Reno', count: 1 },
    ]);
    expect(await values('services')).toEqual([
      { value: 'Trees', label: 'Trees', count: 2 },
      { value: 'Glass', label: 'Glass', count: 1 },
    ]);
    expect(await values('compliance')).toEqual([
      { value: 'compliant', label: 'Compliant', count: 1 },
      { value: 'pending review', label: 'PENDING Review', count: 1 },
    ]);
  });

  it('follows a vendor that moved and does other work now', async () => {
    const workspace = await filled();
    put(workspace, { id: '1', company: 'Árbol Tree Care', city: 'Reno', state: 'NV', service: 'Stumps' });
    expect(listed(workspace, { city: is('reno') })).toBe('12');
    expect(listed(workspace, { services: is('Trees') })).toBe('4');
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
