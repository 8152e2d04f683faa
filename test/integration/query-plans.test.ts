import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { noVendorFilter } from '#main/store/vendor-query.ts';
import { createOutboxList } from '#main/outbox/outbox-list.ts';
import { documentFilter, documentGroup, documentOrder, type DocumentFilter } from '#shared/ipc/documents.ts';
import { inviteFilter, inviteTab, type InviteFilter } from '#shared/ipc/invites.ts';
import { vendorSort, type VendorFilter } from '#shared/ipc/vendors.ts';
import { verificationTab } from '#shared/ipc/verifications.ts';
import { outboxNarrowing } from '#shared/ipc/outbox.ts';
import { outboxGroup } from '#shared/outbox.ts';
import { handOverInvite, openTestWorkspace, type TestWorkspace } from './workspace-harness.ts';

const planRow = z.array(z.object({ detail: z.string() }));

/** Opens a workspace and tells how SQLite goes about every statement that `work` has it prepare. */
async function plansOf(work: (workspace: TestWorkspace) => void): Promise<{ sql: string; plan: string[] }[]> {
  const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
  await handOverInvite(workspace, 'one@example.com');
  const prepare = vi.spyOn(workspace.db, 'prepare');
  work(workspace);
  const asked = [...new Set(prepare.mock.calls.map(([sql]) => sql))];
  prepare.mockRestore();
  const reads = asked.filter((sql) => sql.startsWith('SELECT') && !/total_changes|temp\./.test(sql));
  return reads.map((sql) => ({
    sql,
    plan: planRow
      .parse(workspace.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...emptyValues(sql)))
      .map(({ detail }) => detail),
  }));
}

/** A value for each thing that a statement asks for. */
function emptyValues(sql: string): unknown[] {
  const named: Record<string, null> = {};
  for (const [, name] of sql.matchAll(/@(\w+)/g)) if (name !== undefined) named[name] = null;
  const places: unknown[] = (sql.match(/\?/g) ?? []).map(() => null);
  return Object.keys(named).length > 0 ? [...places, named] : places;
}

/**
 * Steps that read a whole table of what a workspace keeps, other than in an index that holds all that is asked for. The
 * index of archived invites holds those alone.
 */
const reading =
  /^SCAN (?:p|vendor|e|entry|i|invite|v|verification|o|document)\b(?!.* COVERING INDEX|.* INDEX invite_archived)/;

const vendorFilters: Partial<VendorFilter>[] = [
  {},
  { state: 'ca' },
  { city: 'oakland' },
  { licensed: 'yes' },
  { licensed: 'not_said' },
  { olderThanDays: 7 },
  { invited: true },
  { invited: false, state: 'ca', city: 'oakland' },
  { service: 'Roofing' },
];
const inviteFilters: InviteFilter[] = [
  inviteFilter.parse({ archived: true }),
  inviteFilter.parse({ withinDays: 7 }),
  inviteFilter.parse({ list: 3 }),
];

describe('the lists of a large workspace', () => {
  it('never read through all vendors for a page, a filter or a total', async () => {
    const plans = await plansOf(({ vendors }) => {
      for (const sort of vendorSort.options) {
        for (const filter of vendorFilters) {
          for (const after of [null, JSON.stringify(['k', '7'])]) {
            for (const descending of [true, false]) {
              const asked = { search: '', sort, descending, after, limit: 100 };
              vendors.page({ ...asked, filter: { ...noVendorFilter, ...filter } });
            }
          }
        }
      }
    });
    expect(plans.length).toBeGreaterThan(40);
    expect(plans.filter(({ plan }) => plan.some((step) => reading.test(step)))).toEqual([]);
    const walks = plans.filter(({ sql }) => sql.includes('INDEXED BY'));
    expect(walks.length).toBeGreaterThan(10);
    expect(walks.filter(({ plan }) => plan.some((step) => step.includes('TEMP B-TREE')))).toEqual([]);
  });

  it('never read through all entries for a tab, a group or a total', async () => {
    const plans = await plansOf(({ invites, verifications, entries, db }) => {
      for (const tab of inviteTab.options) {
        invites.page({ tab, search: '', after: null, limit: 100 });
        for (const filter of inviteFilters) {
          invites.page({ tab, search: '', filter, after: JSON.stringify([9]), limit: 100 });
        }
      }
      for (const tab of verificationTab.options) {
        verifications.page({ tab, search: '', after: null, limit: 100 });
      }
      const outbox = createOutboxList(db, () => entries.counts());
      for (const group of outboxGroup.options) outbox.page({ group, after: null, limit: 100 });
      for (const only of outboxNarrowing.options) outbox.latest(only, 50);
      outbox.inDoubt();
    });
    expect(plans.length).toBeGreaterThan(15);
    expect(plans.filter(({ plan }) => plan.some((step) => reading.test(step)))).toEqual([]);
  });

  it('never read through all documents for a filter, an order or a count', async () => {
    const now = Date.now();
    const filters: Partial<DocumentFilter>[] = [
      {},
      { status: 'done' },
      { score: 'Weak' },
      { score: 'none', decision: 'none' },
      { olderThanDays: 7 },
      { withinDays: 7 },
      { decision: 'accept', status: 'done' },
    ];
    const plans = await plansOf(({ documents }) => {
      for (const part of filters) {
        const narrowing = {
          search: '',
          filter: { ...documentFilter.parse({}), ...part, threshold: 70, now },
        };
        documents.counts(70, narrowing);
        for (const group of documentGroup.options) {
          for (const order of documentOrder.options) {
            for (const after of [null, JSON.stringify([order, 'k', '7'])]) {
              documents.page({ ...narrowing, group, order, after, limit: 100 });
            }
          }
        }
      }
      documents.facets();
    });
    expect(plans.length).toBeGreaterThan(40);
    expect(plans.filter(({ plan }) => plan.some((step) => reading.test(step)))).toEqual([]);
  });
});
