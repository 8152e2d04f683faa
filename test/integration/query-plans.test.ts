import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createListFilters } from '#main/store/list-filters.ts';
import { createOutboxList } from '#main/outbox/outbox-list.ts';
import { documentFilter, documentGroup, documentOrder, type DocumentFilter } from '#shared/ipc/documents.ts';
import { inviteFilter, inviteTab, type InviteFilter } from '#shared/ipc/invites.ts';
import {
  inviteColumn,
  listColumns,
  outboxColumn,
  verificationColumn,
  type ColumnFilters,
  type VendorColumn,
} from '#shared/settings/lists.ts';
import { verificationTab } from '#shared/ipc/verifications.ts';
import { outboxNarrowing } from '#shared/ipc/outbox.ts';
import { outboxGroup } from '#shared/outbox/outbox.ts';
import { pageOfVendors } from '#test/vendor-list.ts';
import { enqueueInvite, openTestWorkspace, type TestWorkspace } from './workspace-harness.ts';

const planRow = z.array(z.object({ detail: z.string() }));

/** Opens a workspace and tells how SQLite goes about every statement that `work` has it prepare. */
async function getPlans(
  work: (workspace: TestWorkspace) => void,
): Promise<{ sql: string; plan: string[] }[]> {
  const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
  await enqueueInvite(workspace, 'one@example.com');
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
 * index of archived invites holds those alone. A highest value without an index is a search by nothing.
 */
const reading =
  /^SCAN (?:p|vendor|e|entry|i|invite|v|verification|o|document|\w+_key)\b(?!.* COVERING INDEX|.* INDEX invite_archived)|^SEARCH team_record$/;

const is = (value: string) => ({ kind: 'is', value }) as const;
const vendorFilters: ColumnFilters<VendorColumn>[] = [
  {},
  { state: is('ca') },
  { city: is('oakland') },
  { compliance: is('pending') },
  { licensed: { kind: 'given', given: false } },
  { fetched: { kind: 'older', days: 7 } },
  { invited: is('1'), state: is('ca'), company: { kind: 'begins', value: 'ab' } },
  { services: is('Roofing') },
];
const inviteFilters: InviteFilter[] = [
  inviteFilter.parse({ archived: true }),
  inviteFilter.parse({ withinDays: 7 }),
  inviteFilter.parse({ list: 3 }),
];

describe('the lists of a large workspace', () => {
  it('never read through all vendors for a page, a filter or a total', async () => {
    const plans = await getPlans((workspace) => {
      for (const where of vendorFilters)
        for (const after of [null, JSON.stringify(['k', 7])]) pageOfVendors(workspace, { where, after });
    });
    expect(plans.length).toBeGreaterThan(2);
    expect(plans.filter(({ plan }) => plan.some((step) => reading.test(step)))).toEqual([]);
    const walks = plans.filter(({ sql }) => sql.includes('INDEXED BY'));
    expect(walks.length).toBeGreaterThan(0);
    expect(walks.filter(({ plan }) => plan.some((step) => step.includes('TEMP B-TREE')))).toEqual([]);
  });

  it('never read through all entries for a tab, a group or a total', async () => {
    const plans = await getPlans(({ invites, verifications, entries, search, db }) => {
      for (const tab of inviteTab.options) {
        invites.page({ tab, search: '', after: null, limit: 100 });
        for (const sort of inviteColumn.options) {
          invites.page({ tab, search: '', sort, after: JSON.stringify(['k', 7]), limit: 100 });
        }
        for (const filter of inviteFilters) {
          invites.page({ tab, search: '', filter, after: JSON.stringify([9]), limit: 100 });
        }
      }
      for (const tab of verificationTab.options) {
        verifications.page({ tab, search: '', after: null, limit: 100 });
        for (const sort of verificationColumn.options) {
          verifications.page({ tab, search: '', sort, after: JSON.stringify(['k', 7]), limit: 100 });
        }
      }
      const outbox = createOutboxList(db, search, () => entries.counts());
      for (const group of outboxGroup.options) {
        outbox.page({ group, after: null, limit: 100 });
        for (const sort of outboxColumn.options) outbox.page({ group, sort, after: null, limit: 100 });
      }
      for (const only of outboxNarrowing.options) outbox.latest(only, 50);
      outbox.inDoubt();
    });
    expect(plans.length).toBeGreaterThan(15);
    expect(plans.filter(({ plan }) => plan.some((step) => reading.test(step)))).toEqual([]);
  });

  it('never read through a whole table for the values of a column', async () => {
    const plans = await getPlans(({ db, search }) => {
      const filters = createListFilters(db, search);
      for (const list of ['vendors', 'invites', 'verifications'] as const) {
        for (const column of Object.keys(listColumns[list])) {
          if (column !== 'queued') filters.values(list, column);
        }
      }
    });
    expect(plans.length).toBeGreaterThan(20);
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
    const plans = await getPlans(({ documents }) => {
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

/** The statements that change rows within triggers, with a place for each value that the trigger has. */
function triggerStatements(db: TestWorkspace['db']): string[] {
  const triggers = z
    .array(z.object({ sql: z.string() }))
    .parse(db.prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger'").all());
  return triggers.flatMap(({ sql }) =>
    sql
      .slice(sql.search(/\bBEGIN\b/) + 'BEGIN'.length)
      .split(';')
      .map((statement) => statement.trim().replace(/\b(?:NEW|OLD)\.\w+/g, '?'))
      .filter((statement) => /^(?:UPDATE|DELETE|INSERT)\b/.test(statement)),
  );
}

describe('what is written in a large workspace', () => {
  /** What many rows have in common: an index of which no more than that is asked leads to all of them. */
  const byFlag =
    /^SEARCH \w+ USING (?:COVERING )?INDEX \w+ \((?:invited|state|kind|licensed|archived|compliance_status)=\?\)/;

  /** What a person or another clock has done to all at once. */
  const ofAll = /^UPDATE entry SET (?:not_before|next_at) =|^UPDATE document SET file_type = NULL.*NULL$/;

  it('finds its rows by what few have, in triggers too', async () => {
    const prepare = vi.spyOn(SqliteDatabase.prototype, 'prepare');
    const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
    await enqueueInvite(workspace, 'one@example.com');
    const prepared = prepare.mock.calls
      .map(([sql]) => sql)
      .filter((sql) => /^\s*(?:UPDATE|DELETE)\b/.test(sql));
    prepare.mockRestore();
    const inTriggers = triggerStatements(workspace.db);
    expect(prepared.length).toBeGreaterThan(20);
    expect(inTriggers.length).toBeGreaterThan(20);
    const plans = [...new Set([...prepared, ...inTriggers])].map((sql) => ({
      sql,
      plan: planRow
        .parse(workspace.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...emptyValues(sql)))
        .map(({ detail }) => detail),
    }));
    const found = plans
      .filter(({ sql }) => !ofAll.test(sql))
      .map(({ sql, plan }) => ({
        sql,
        steps: plan.filter((step) => reading.test(step) || byFlag.test(step)),
      }));
    expect(found.filter(({ steps }) => steps.length > 0)).toEqual([]);
  });
});
