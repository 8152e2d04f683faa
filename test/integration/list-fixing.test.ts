import { describe, expect, it } from 'vitest';
import { importing, unwrap } from './import-harness.ts';
import { enqueueInvite, openTestWorkspace } from './workspace-harness.ts';

async function offline() {
  return openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
}

const list = `Company,Contact,Email,Phone
Plumbing
Acme,Ann,mailto:ann@x.example.com,(415) 555-0101
Bolt,Bo,Bo Carl <bo@x.example.com>,(415) 555-0102
-----,-----,-----,-----
Roofing
Company,Contact,Email,Phone
Crest,Cy,cy@x..example.com,(415) 555-0103
Dune,Di,di@x.example.com,(415) 555-0104
Total,4
`;

describe('cells that can be fixed without doubt', () => {
  it('reach nobody before a person fixes them, are fixed together, and can be put back', async () => {
    const { calls, open, rows, status, queue } = importing(await offline());
    const { importId, counts } = await open(list);
    expect(counts).toMatchObject({ ready: 1, fixable: 2, fixed: 0 });
    const [, acme] = await rows('to_look_at');
    expect(acme?.cells[2]).toEqual({
      column: 2,
      text: 'mailto:ann@x.example.com',
      problem: 'Enter only the address, without mailto:.',
      fix: 'ann@x.example.com',
      fixedFrom: null,
    });

    const fixed = unwrap(await calls['imports.fixAll']({ importId }));
    expect(fixed.counts).toMatchObject({ ready: 3, fixable: 0, fixed: 2 });
    expect(fixed.lastBulk).toEqual({ kind: 'fixed', count: 2 });
    expect((await rows('fixed')).map((row) => row.cells[2])).toEqual([
      expect.objectContaining({ text: 'ann@x.example.com', fixedFrom: 'mailto:ann@x.example.com' }),
      expect.objectContaining({ text: 'bo@x.example.com', fixedFrom: 'Bo Carl <bo@x.example.com>' }),
    ]);

    // What a person changed since stays.
    unwrap(await calls['imports.editCell']({ importId, row: 4, column: 2, text: 'bob@x.example.com' }));
    const undone = unwrap(await calls['imports.undoBulk']({ importId }));
    expect(undone.counts).toMatchObject({ ready: 2, fixable: 1, fixed: 0 });
    expect(undone.lastBulk).toBeNull();
    unwrap(await calls['imports.fixAll']({ importId }));
    expect(unwrap(await queue()).queued).toBe(3);
    expect((await status()).counts).toMatchObject({ queued: 3, ready: 0, fixable: 0 });
  });

  it('are dates in the order that the column shows, or the workspace', async () => {
    const text = 'License number,Expires\nA1,6/20/27\nA2,3/4/27\nA3,3/5/2027\n';
    const first = await offline();
    const { calls, open, rows } = importing(first, 'verifications');
    const { importId, counts } = await open(text);
    expect(counts).toMatchObject({ ready: 1, problems: 2, fixable: 2 });
    unwrap(await calls['imports.fixAll']({ importId }));
    expect((await rows()).map((row) => row.cells[1]?.text)).toEqual(['2027-06-20', '2027-03-04', '3/5/2027']);

    const second = await offline();
    second.updateSettings({ dateForm: 'day_first' });
    const other = importing(second, 'verifications');
    const opened = await other.open('License number,Expires\nA2,3/4/27\nA3,3/5/2027\n');
    expect(opened.counts).toMatchObject({ ready: 0, fixable: 2 });
    unwrap(await other.calls['imports.fixAll']({ importId: opened.importId }));
    expect((await other.rows()).map((row) => row.cells[1]?.text)).toEqual(['2027-04-03', '2027-05-03']);

    const third = importing(await offline(), 'verifications');
    const unclear = await third.open('License number,Expires\nA1,6/20/27\nA2,20/6/27\nA3,3/5/2027\n');
    expect(unclear.counts).toMatchObject({ ready: 0, problems: 3, fixable: 2 });
  });
});

describe('rows that stand in a list without being of it', () => {
  it('are passed over with what they are, and judged where a person wants them', async () => {
    const { calls, open, rows } = importing(await offline());
    const { importId, counts } = await open(list);
    expect(counts).toMatchObject({ all: 9, leftOut: 3, passedOver: 3 });
    expect((await rows('left_out')).map(({ row, looksLike }) => [row, looksLike])).toEqual([
      [5, 'separator'],
      [7, 'headings'],
      [10, 'total'],
    ]);
    const taken = unwrap(await calls['imports.include']({ importId, row: 10, choice: 'in' }));
    expect(taken.rows[0]).toMatchObject({ row: 10, result: 'problem', looksLike: null });
  });

  it('are titles only where a person says so, all of them at once', async () => {
    const { calls, open, rows } = importing(await offline());
    const opened = await open(list);
    expect(opened.groups).toEqual([{ group: 'title', count: 2 }]);
    expect((await rows('to_look_at')).filter(({ looksLike }) => looksLike === 'title')).toHaveLength(2);
    const { importId } = opened;
    const skipped = unwrap(await calls['imports.chooseAll']({ importId, group: 'title', choice: 'out' }));
    expect(skipped).toMatchObject({
      counts: { leftOut: 5 },
      groups: [],
      lastBulk: { kind: 'skipped', count: 2 },
    });
    const undone = unwrap(await calls['imports.undoBulk']({ importId }));
    expect(undone).toMatchObject({ counts: { leftOut: 3 }, groups: [{ group: 'title', count: 2 }] });
  });
});

describe('rows that are kept out for one reason', () => {
  it('are included together, and only they', async () => {
    const workspace = await offline();
    for (const name of ['a', 'b', 'c']) await enqueueInvite(workspace, `${name}@x.example.com`);
    const { calls, open, rows } = importing(workspace);
    const { importId, groups, counts } = await open(
      'Email\na@x.example.com\nb@x.example.com\nc@x.example.com\nd@x.example.com\nd@x.example.com\n',
    );
    expect(counts).toMatchObject({ ready: 1, duplicates: 4 });
    expect(groups).toEqual([
      { group: 'invite', count: 3 },
      { group: 'row', count: 1 },
    ]);
    const after = unwrap(await calls['imports.chooseAll']({ importId, group: 'invite', choice: 'in' }));
    expect(after.counts).toMatchObject({ ready: 4, duplicates: 1 });
    expect(after.lastBulk).toEqual({ kind: 'included', count: 3 });
    // One that a person takes out again stays out when the rest is undone.
    unwrap(await calls['imports.include']({ importId, row: 2, choice: 'out' }));
    unwrap(await calls['imports.undoBulk']({ importId }));
    expect((await rows()).map(({ result }) => result)).toEqual([
      'left_out',
      'duplicate',
      'duplicate',
      'ready',
      'duplicate',
    ]);
  });

  it('are judged in slices where there are many', { tags: ['nightly'] }, async () => {
    const { calls, open } = importing(await offline());
    const lines = Array.from({ length: 20_000 }, (_none, row) => `mailto:v${row}@list.example.com`);
    const { importId, counts } = await open(`Email\n${lines.join('\n')}\n`);
    expect(counts.fixable).toBe(20_000);
    const after = unwrap(await calls['imports.fixAll']({ importId }));
    expect(after.counts).toMatchObject({ ready: 20_000, fixed: 20_000 });
  });
});
