import { expect, it } from 'vitest';
import { importing, unwrap } from './import-harness.ts';
import { openTestWorkspace, passUntil } from './workspace-harness.ts';

const rows = 1200;
const list = ['Email,Company'].concat(
  Array.from({ length: rows }, (_none, row) => `v${row}@list.example.com,Company ${row}`),
);

it('says that a search right after an import is still being prepared, and finds every row once it is', async () => {
  const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
  const steps = importing(workspace);
  await steps.open(list.join('\n'));
  unwrap(await steps.queue());
  await workspace.imports.settled();

  const search = () => workspace.invites.page({ tab: 'all', search: 'company', after: null, limit: 10 });
  const early = search();
  expect(early.total + (early.coming ?? 0)).toBe(rows);
  expect(early.coming).toBeGreaterThan(0);
  const told = () => workspace.events.some(({ name }) => name === 'search.changed');
  expect(told()).toBe(false);

  await passUntil(workspace.fake, told, 120_000, 50);
  expect(search()).toMatchObject({ total: rows });
  expect(search()).not.toHaveProperty('coming');
  expect(workspace.search.find(`v${rows - 1}`, 5)).toHaveLength(1);
});
