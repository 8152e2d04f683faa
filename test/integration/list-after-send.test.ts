import { describe, expect, it } from 'vitest';
import { outboxHandlers } from '#main/features/outbox.ts';
import { getError, importing, unwrap } from './import-harness.ts';
import { openTestWorkspace, pass, passUntil, type TestWorkspace } from './workspace-harness.ts';
import { answeringJson, startWireServer } from './wire-server.ts';

const file = [
  'email,company',
  'ann@north.example.com,North',
  'bob@south.example.com,South',
  'not an address,East',
  'ann@north.example.com,North again',
].join('\n');

async function opened(options: Partial<Parameters<typeof openTestWorkspace>[0]> = {}) {
  const server = await startWireServer(answeringJson({ id: 1 }));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, sendDelayS: null, ...options });
  const list = importing(workspace);
  await list.open(file, 'vendors.csv');
  return { server, workspace, list, undo: outboxHandlers(workspace)['outbox.undoDelayed'] };
}

const entries = (workspace: TestWorkspace): unknown =>
  workspace.db.prepare('SELECT COUNT(*) FROM entry').pluck().get();

const recipients = (bodies: readonly string[]) =>
  bodies.map((body) => /[a-z]+@[a-z.]+/.exec(body)?.[0] ?? '').toSorted();

describe('the rows that are not ready when a list is sent', () => {
  it('stay as a list to finish, and are sent once', async () => {
    const { server, workspace, list } = await opened({ sendDelayS: 0 });
    expect(unwrap(await list.queue())).toMatchObject({ queued: 2 });
    const left = await list.status();
    expect(left.counts).toMatchObject({
      all: 2,
      queued: 2,
      toFinish: 2,
      ready: 0,
      problems: 1,
      duplicates: 1,
    });
    expect((await list.rows()).map(({ row, result }) => [row, result])).toEqual([
      [4, 'problem'],
      [5, 'duplicate'],
    ]);
    const { importId } = left;
    await list.calls['imports.editCell']({ importId, row: 4, column: 0, text: 'eve@east.example.com' });
    await list.calls['imports.include']({ importId, row: 5, choice: 'out' });
    expect(unwrap(await list.queue())).toMatchObject({ queued: 1 });
    expect(unwrap(await list.calls['imports.status'](null))).toBeNull();
    await workspace.imports.settled();
    await passUntil(workspace.fake, () => server.posts().length === 3, 60_000);
    expect(recipients(server.posts().map(({ body }) => body))).toEqual([
      'ann@north.example.com',
      'bob@south.example.com',
      'eve@east.example.com',
    ]);
  });

  it('are compared with those that were sent', async () => {
    const { list } = await opened();
    await list.queue();
    const { importId } = await list.status();
    const edited = await list.calls['imports.editCell']({
      importId,
      row: 4,
      column: 0,
      text: 'bob@south.example.com',
    });
    expect(unwrap(edited).rows).toMatchObject([
      { row: 4, result: 'duplicate', duplicate: { kind: 'row', row: 3, queued: true } },
    ]);
  });

  it('are not read in another way, by which those that were sent would be ready again', async () => {
    const { list } = await opened();
    await list.queue();
    const { importId, textForm, columns } = await list.status();
    if (textForm === null) throw new Error('A CSV file is a text.');
    const fields = columns.map(({ field }) => field);
    const { calls } = list;
    for (const refused of [
      await calls['imports.setTextForm']({ importId, form: { ...textForm, delimiter: ';' } }),
      await calls['imports.chooseSheet']({ importId, sheet: 0 }),
      await calls['imports.setMapping']({
        importId,
        fields,
        headingsRow: null,
        skipKnown: false,
        message: '',
      }),
    ]) {
      expect(getError(refused).code).toBe('too_late');
    }
    unwrap(
      await calls['imports.setMapping']({ importId, fields, headingsRow: 1, skipKnown: false, message: '' }),
    );
    const { counts } = await list.checked();
    // The second row for Ann is wanted now; those that were sent are not ready again.
    expect(counts).toMatchObject({ queued: 2, ready: 1, problems: 1, duplicates: 0 });
  });

  it('are shown by reason', async () => {
    const { list } = await opened();
    const { importId } = await list.status();
    const of = async (filter: 'problems' | 'all', group: 'row' | null) =>
      unwrap(
        await list.calls['imports.page']({ importId, filter, group, from: null, after: null, limit: 9 }),
      );
    const problems = await of('problems', null);
    expect([problems.total, problems.rows.map(({ row }) => row)]).toEqual([1, [4]]);
    const repeated = await of('all', 'row');
    expect([repeated.total, repeated.rows.map(({ row }) => row)]).toEqual([1, [5]]);
  });
});

describe('undo of a list that was sent', () => {
  it.each(['the list', 'all that waits'] as const)(
    'gives it back with its corrections and leaves no entry, by %s',
    async (by) => {
      const { server, workspace, list, undo } = await opened();
      const { importId } = await list.status();
      await list.calls['imports.editCell']({ importId, row: 4, column: 0, text: 'eve@east.example.com' });
      await list.calls['imports.include']({ importId, row: 5, choice: 'out' });
      const { batch, queued, notBefore } = unwrap(await list.queue());
      expect(queued).toBe(3);
      // Nothing is left to finish, so nothing is shown as open.
      expect(unwrap(await list.calls['imports.status'](null))).toBeNull();
      await pass(workspace.fake, 9000, 500);
      if (by === 'the list') {
        expect(unwrap(await list.calls['imports.undo']({ batch }))).toEqual({ takenBack: 3, gone: 0 });
      } else {
        expect(unwrap(await undo({ until: notBefore ?? 0 }))).toEqual({ undone: 3, left: 0 });
      }
      expect(entries(workspace)).toBe(0);
      const { counts } = await list.checked();
      expect(counts).toMatchObject({ all: 4, queued: 0, ready: 3, leftOut: 1 });
      expect((await list.rows('ready')).map(({ cells }) => cells[0]?.text)).toContain('eve@east.example.com');

      unwrap(await list.queue());
      await passUntil(workspace.fake, () => server.posts().length === 3, 60_000);
      await pass(workspace.fake, 60_000);
      expect(server.posts()).toHaveLength(3);
      expect(unwrap(await list.calls['imports.status'](null))).toBeNull();
    },
  );

  it('gives nothing back once rows of it have left', async () => {
    const { server, workspace, list } = await opened({ sendDelayS: 0 });
    const { batch } = unwrap(await list.queue());
    await workspace.imports.settled();
    await passUntil(workspace.fake, () => server.posts().length > 0, 60_000);
    const { gone } = unwrap(await list.calls['imports.undo']({ batch }));
    expect(gone).toBeGreaterThan(0);
    expect((await list.checked()).counts).toMatchObject({ queued: 2, ready: 0 });
  });
});

describe('a list that waits to be sent', () => {
  it('is in the outbox once it may go, also after the app was closed meanwhile', async () => {
    const { server, workspace, list } = await opened();
    await list.queue();
    expect(entries(workspace)).toBe(0);
    expect(workspace.imports.lists(null)).toMatchObject([{ rows: 2, unsent: 2 }]);
    await workspace.close();
    const again = await openTestWorkspace({
      baseUrl: server.baseUrl,
      folder: workspace.folder,
      sendDelayS: null,
    });
    await passUntil(again.fake, () => server.posts().length === 2, 60_000);
  });
});
