import { describe, expect, it } from 'vitest';
import { documentHandlers } from '#main/features/documents.ts';
import { todayHandlers } from '#main/features/today.ts';
import { createOutboxList } from '#main/outbox/outbox-list.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import {
  inviteColumn,
  outboxColumn,
  verificationColumn,
  type ColumnFilters,
  type InviteColumn,
  type VerificationColumn,
} from '#shared/settings/lists.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { inviteHandlers } from '#main/features/invites.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { openTestWorkspace, type TestWorkspace } from './workspace-harness.ts';

const day = 24 * 60 * 60 * 1000;

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const open = () => openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
const getNumber = (workspace: TestWorkspace, id: string) =>
  Number(workspace.db.prepare('SELECT seq FROM entry WHERE id = ?').pluck().get(id));

/** Invites a to e, queued in this order; c was sent and answered, d too, with another word. */
async function invited() {
  const workspace = await open();
  workspace.dispatcher.setPaused(true);
  const enqueue = inviteHandlers(workspace)['invites.enqueue'];
  const vendors = [
    { firstName: 'Zoe', companyName: 'Ample Roofs', email: 'c@example.com', phoneNumber: '3' },
    { firstName: 'émile', companyName: 'Zinc Works', email: 'a@example.com', phoneNumber: '1' },
    { firstName: 'Adam', companyName: 'bell Glass', email: 'e@example.com', phoneNumber: '5' },
    { firstName: 'Frieda', companyName: 'Éclair Tiles', email: 'b@example.com', phoneNumber: '2' },
    { email: 'd@example.com' },
  ];
  const names = new Map<string, string>();
  for (const [index, vendor] of vendors.entries()) {
    const { entryId } = unwrap(await enqueue({ invitation: { vendor }, replaces: null }));
    names.set(entryId, 'abcde'[index] ?? '');
    workspace.fake.advance(1000);
  }
  const toId = (name: string) => [...names].find(([, one]) => one === name)?.[0] ?? '';
  const answered = (name: string, complianceStatus: string, vendorStatus: string) => {
    const id = toId(name);
    workspace.db
      .prepare("UPDATE entry SET state = 'accepted', reason = NULL, sent_at = ? WHERE id = ?")
      .run(workspace.fake.wall(), id);
    workspace.invites.saveAnswer(getNumber(workspace, id), { complianceStatus, vendorStatus });
    workspace.fake.advance(1000);
  };
  answered('d', 'PENDING_REVIEW', 'invited');
  answered('c', 'Compliant', 'active vendor');
  const listed = (
    sort: InviteColumn,
    descending: boolean,
    more: { search?: string; where?: ColumnFilters<InviteColumn>; tab?: 'all' | 'waiting' | 'invited' } = {},
  ) => {
    const found: string[] = [];
    let after: string | null = null;
    let total = 0;
    do {
      const page = workspace.invites.page({
        tab: 'all',
        search: '',
        ...more,
        sort,
        descending,
        after,
        limit: 2,
        now: workspace.fake.wall(),
      });
      found.push(...page.rows.map(({ entryId }) => names.get(entryId) ?? '?'));
      after = page.next;
      total = page.total;
    } while (after !== null);
    expect(total).toBe(found.length);
    return found.join('');
  };
  return { workspace, listed, toId };
}

describe('the list of invites', () => {
  it.each<[InviteColumn, string, string]>([
    ['queued', 'abcde', 'edcba'],
    ['contact', 'cebda', 'adbec'],
    ['company', 'acdbe', 'ebdca'],
    ['email', 'bdaec', 'ceadb'],
    ['phone', 'bdace', 'ecadb'],
    ['sent', 'dcabe', 'ebacd'],
    ['compliance', 'cdabe', 'ebadc'],
    ['vendorStatus', 'cdabe', 'ebadc'],
    ['state', 'cdabe', 'ebadc'],
  ])('is sorted by %s both ways, page by page, with what is not given at the end', async (sort, up, down) => {
    const { listed } = await invited();
    expect([listed(sort, false), listed(sort, true)]).toEqual([up, down]);
  });

  it('is narrowed by what its columns show, within a tab too', async () => {
    const { listed, workspace } = await invited();
    const where = (filters: ColumnFilters<InviteColumn>) => listed('queued', false, { where: filters });
    expect(where({ compliance: { kind: 'is', value: 'pending_review' } })).toBe('d');
    expect(where({ compliance: { kind: 'given', given: false } })).toBe('abe');
    expect(where({ company: { kind: 'begins', value: 'ECL' } })).toBe('d');
    expect(where({ state: { kind: 'is', value: 'queued' } })).toBe('abe');
    expect(listed('company', false, { tab: 'invited' })).toBe('cd');
    workspace.fake.advance(3 * day);
    expect(where({ sent: { kind: 'older', days: 2 } })).toBe('cd');
    expect(where({ sent: { kind: 'within', days: 2 } })).toBe('');
    const values = todayHandlers(workspace)['lists.values'];
    expect(unwrap(await values({ list: 'invites', column: 'compliance' }))).toEqual([
      { value: 'compliant', label: 'Compliant', count: 1 },
      { value: 'pending_review', label: 'PENDING_REVIEW', count: 1 },
    ]);
  });

  it('finds every word that a row shows, in any order, without its accents', async () => {
    const { listed } = await invited();
    const find = (search: string) => listed('queued', false, { search });
    expect(find('emile')).toBe('b');
    expect(find('ZINC émile')).toBe('b');
    expect(find('tiles pending')).toBe('d');
    expect(find('pending tiles glass')).toBe('');
    expect(find('active')).toBe('c');
    expect(find('waiting')).toBe('abe');
    expect(find('invited eclair')).toBe('d');
  });
});

describe('a large tab', () => {
  it('is sorted by any column as a small one is, page by page, also by what stands in its own table', async () => {
    const { workspace } = await invited();
    const many = 2600;
    workspace.db
      .exec(`WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < ${99 + many})
      INSERT INTO entry (seq, id, kind, state, idempotency_key, body, title, subtitle, queued_at, changed_at, sent_at)
        SELECT i, 'many ' || i, 'invite', CASE i % 4 WHEN 0 THEN 'cancelled' ELSE 'accepted' END, i, '{}', i, '', i, i, i FROM n;
      INSERT INTO invite (entry, company_name, invited) SELECT seq, 'Company ' || (seq * 7919 % 10007), state = 'accepted'
        FROM entry WHERE seq >= 100;`);
    const texts = workspace.db.prepare("SELECT id FROM entry WHERE id LIKE 'many %'").pluck().all();
    for (const id of texts) {
      workspace.search.put('invite', String(id), { title: String(id), subtitle: '', words: [] });
    }
    while (workspace.search.flush(1000) > 0);
    const inTab = (one: { state: string }) => one.state === 'accepted';
    for (const sort of ['company', 'state', 'queued', 'sent'] as const) {
      const read = (tab: 'all' | 'invited') => {
        const rows: { entryId: string; state: string }[] = [];
        let after: string | null = null;
        let total = 0;
        do {
          const page = workspace.invites.page({
            tab,
            search: '',
            sort,
            descending: false,
            after,
            limit: 500,
          });
          rows.push(...page.rows);
          after = page.next;
          total = page.total;
        } while (after !== null);
        expect(total).toBe(rows.length);
        return rows;
      };
      const all = read('all');
      expect(new Set(all.map(({ entryId }) => entryId)).size).toBe(many + 5);
      expect(read('invited').map(({ entryId }) => entryId)).toEqual(
        all.filter(inTab).map(({ entryId }) => entryId),
      );
    }
    const list = createOutboxList(workspace.db, workspace.search, () => workspace.entries.counts());
    const sent = list.page({ group: 'sent', sort: 'for', after: null, limit: 200 });
    expect(sent.total).toBe(workspace.entries.counts().accepted);
    expect(sent.rows.every(({ state }) => state === 'accepted')).toBe(true);
  });
});

describe('the list of verifications', () => {
  async function submitted() {
    const workspace = await open();
    workspace.dispatcher.setPaused(true);
    const enqueue = verificationHandlers(workspace)['verifications.enqueue'];
    const licenses = [
      { licenseNumber: 'C-3', licenseTradeType: 'Roofing', licenseeName: 'Bell', expiryDate: '2031-05-01' },
      { licenseNumber: 'A-1', licenseTradeType: 'Élevators', licenseeName: 'Cask', expiryDate: '2030-01-01' },
      { licenseNumber: 'B-2', licenseeName: 'Árbol', expiryDate: '2032-01-01' },
    ];
    const names = new Map<string, string>();
    for (const [index, data] of licenses.entries()) {
      const input = { type: 'license', data, vendorId: index === 2 ? '77' : null, replaces: null };
      names.set(unwrap(await enqueue(input)).entryId, 'abc'[index] ?? '');
    }
    const [first] = names.keys();
    workspace.db
      .prepare('UPDATE verification SET status = ? WHERE entry = ?')
      .run('Manual_Review', getNumber(workspace, first ?? ''));
    const listed = (
      sort: VerificationColumn,
      descending: boolean,
      more: {
        search?: string;
        where?: ColumnFilters<VerificationColumn>;
        tab?: 'all' | 'waiting' | 'done';
      } = {},
    ) => {
      const page = workspace.verifications.page({
        tab: 'all',
        search: '',
        ...more,
        sort,
        descending,
        after: null,
        limit: 10,
        now: workspace.fake.wall(),
      });
      expect(page.total).toBe(page.rows.length);
      return page.rows.map(({ entryId }) => names.get(entryId) ?? '?').join('');
    };
    return { workspace, listed };
  }

  it.each<[VerificationColumn, string, string]>([
    ['queued', 'abc', 'cba'],
    ['number', 'bca', 'acb'],
    ['trade', 'bac', 'cab'],
    ['licensee', 'cab', 'bac'],
    ['status', 'abc', 'cba'],
    ['expires', 'bac', 'cab'],
    ['vendorId', 'cab', 'bac'],
  ])('is sorted by %s both ways', async (sort, up, down) => {
    const { listed } = await submitted();
    expect([listed(sort, false), listed(sort, true)]).toEqual([up, down]);
    expect(listed(sort, false, { tab: 'waiting' })).toBe(up);
    expect(listed(sort, false, { tab: 'done' })).toBe('');
  });

  it('is narrowed by its columns and finds the words of its statuses', async () => {
    const { listed } = await submitted();
    expect(listed('number', false, { where: { trade: { kind: 'is', value: 'elevators' } } })).toBe('b');
    expect(listed('number', false, { where: { status: { kind: 'is', value: 'manual_review' } } })).toBe('a');
    expect(listed('number', false, { where: { expires: { kind: 'past' } } })).toBe('');
    expect(listed('number', false, { where: { expires: { kind: 'next', days: 3650 } } })).toBe('bca');
    expect(listed('number', false, { search: 'manual' })).toBe('a');
    expect(listed('number', false, { search: 'arbol waiting' })).toBe('c');
    expect(listed('number', false, { search: 'elevators cask' })).toBe('b');
  });

  it('shows all that were sent where a view asks for the state that the outbox has for them', async () => {
    const { workspace, listed } = await submitted();
    workspace.db.prepare("UPDATE entry SET state = 'accepted', reason = NULL WHERE seq IN (1, 3)").run();
    expect(listed('queued', false, { where: { state: { kind: 'is', value: 'accepted' } } })).toBe('ac');
    expect(listed('queued', false, { where: { state: { kind: 'is', value: 'queued' } } })).toBe('b');
  });
});

describe('the outbox', () => {
  it('is searched, narrowed and sorted within its groups, of both kinds', async () => {
    const { workspace } = await invited();
    const enqueue = verificationHandlers(workspace)['verifications.enqueue'];
    const data = { licenseNumber: 'C-3', licenseeName: 'Cobalt' };
    unwrap(await enqueue({ type: 'license', data, vendorId: null, replaces: null }));
    const list = createOutboxList(workspace.db, workspace.search, () => workspace.entries.counts());
    const titles = (asked: object) => {
      const page = list.page({ group: 'waiting', after: null, limit: 10, ...asked });
      expect(page.total).toBe(page.rows.length);
      return page.rows.map(({ title }) => title);
    };
    expect(titles({ sort: 'for' })).toEqual(['Ample Roofs', 'Cobalt', 'd@example.com', 'Zinc Works']);
    expect(titles({ sort: 'for', descending: true }).at(0)).toBe('Zinc Works');
    expect(titles({ sort: 'kind' }).at(-1)).toBe('Cobalt');
    expect(titles({ where: { kind: { kind: 'is', value: 'verification' } } })).toEqual(['Cobalt']);
    expect(titles({ where: { for: { kind: 'begins', value: 'zin' } } })).toEqual(['Zinc Works']);
    expect(titles({ search: 'c-3 cobalt' })).toEqual(['Cobalt']);
    expect(titles({ search: 'waiting emile' })).toEqual(['Zinc Works']);
    expect(list.page({ group: 'sent', search: 'sent', after: null, limit: 10 }).total).toBe(2);
    expect(list.page({ group: 'sent', search: 'éclair', after: null, limit: 10 }).total).toBe(1);
  });
});

describe('an older list', () => {
  it('is in the same order in every column before and after the workspace is opened again', async () => {
    const { workspace, listed } = await invited();
    const orders = () => inviteColumn.options.map((column) => listed(column, false));
    const before = orders();
    workspace.db.exec('DELETE FROM invite_key; DELETE FROM entry_key');
    // What takes a text into the index again writes its keys too.
    for (const row of workspace.invites.page({ tab: 'all', search: '', after: null, limit: 10 }).rows) {
      workspace.search.put('invite', row.entryId, { title: 'x', subtitle: '', words: [] });
    }
    expect(orders()).toEqual(before);
    expect(verificationColumn.options.length + outboxColumn.options.length).toBeGreaterThan(10);
  });
});

describe('documents accepted together', () => {
  it('are those with a good score that nothing differs in, and are taken back together', async () => {
    const ids = Array.from({ length: 6 }, (_one, index) => `0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e2${index}`);
    const answer = (overallScore: number, data: object) => ({
      status: 'completed',
      qualityDetails: { overallScore },
      data,
    });
    const answers = [
      answer(91, { nameOfEntityIndividual: 'KESTREL ROOFING', addressStreet: '1 Main Street' }),
      answer(91, { nameOfEntityIndividual: 'Someone Else' }),
      answer(84, { nameOfEntityIndividual: 'Kestrel Roofing' }),
      answer(91, { nameOfEntityIndividual: 'Kestrel Roofing', isSigned: 'perhaps' }),
      { status: 'processing' },
      answer(99, { nameOfEntityIndividual: 'Kestrel Roofing' }),
    ];
    const server = await startWireServer((request, socket) => {
      answeringJson(answers[ids.indexOf(request.path.split('/').at(-1) ?? '')])(request, socket);
    });
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const documents = documentHandlers(workspace);
    const profile = { companyName: 'Kestrel Roofing', location: { street: '1 Main St' } };
    const reading = readResource(vendorProfile, profile);
    if (reading === null) throw new Error('It is an object.');
    workspace.vendors.put('7', reading, JSON.stringify(profile), workspace.fake.wall());
    unwrap(await documents['documents.add']({ ids: ids.slice(0, 5), vendorId: '7' }));
    unwrap(await documents['documents.add']({ ids: ids.slice(5), vendorId: null }));
    for (const jobId of ids) unwrap(await documents['documents.checkNow']({ jobId }));

    const [first = ''] = ids;
    const leftOut = { decided: 0, not_ready: 1, under: 1, unreadable: 1, no_profile: 1, differs: 1 };
    const good = { jobIds: [first], leftOut };
    expect(unwrap(await documents['documents.good']({ jobIds: ids }))).toEqual(good);
    expect(workspace.documents.get(first)?.decision).toBeNull();
    expect(unwrap(await documents['documents.acceptGood']({ jobIds: ids }))).toEqual(good);
    expect(workspace.documents.get(first)?.decision?.choice).toBe('accept');
    expect(workspace.documents.counts(70).decided).toBe(1);
    const found = (search: string) =>
      workspace.documents.page({ group: null, search, after: null, limit: 9 }).rows.map(({ jobId }) => jobId);
    expect(found('accepted')).toEqual([first]);
    expect(found('processing')).toEqual([ids[4]]);
    expect(unwrap(await documents['documents.good']({ jobIds: ids })).leftOut.decided).toBe(1);
    expect(unwrap(await documents['documents.undoAcceptance']({ jobIds: ids }))).toEqual({
      undone: [first],
    });
    expect(workspace.documents.counts(70).decided).toBe(0);
  });
});
