import type { Example } from './examples.ts';

/** Whether the details match, as a column of the list of verifications; its rows have it already. */
export const column: Example = {
  title: 'A column of a list',
  steps: [
    {
      edit: {
        file: 'src/shared/settings/lists.ts',
        after: "    type: { label: 'Type', filter: 'choice', shows: ['type', 'text'] },\n",
        put: "    match: { label: 'Match', filter: 'choice', shows: ['isMatch', 'yes-no'] },\n",
      },
    },
    {
      edit: {
        file: 'src/main/store/list-columns.ts',
        after: "    type: text('v.type'),\n",
        put: `    match: word("CASE v.is_match WHEN 1 THEN 'yes' WHEN 0 THEN 'no' END", {
      from: { verification: ['is_match'] },
      words: (key) => (key === 'yes' ? 'Matches' : 'Differs'),
    }),\n`,
      },
      missing: /list-columns\.ts[^]*'match' is missing/,
    },
    {
      edit: {
        file: 'src/renderer/features/verifications/verification-columns.tsx',
        after: "  type: { width: 'minmax(80px, 0.7fr)' },\n",
        put: "  match: { width: '96px' },\n",
      },
      missing: /verification-columns\.tsx[^]*'match' is missing/,
    },
  ],
  test: {
    file: 'test/integration/match-column.test.ts',
    put: `import { expect, it } from 'vitest';
import { exportSource } from '#shared/ipc/exports.ts';
import { verificationQuery } from '#shared/ipc/verifications.ts';
import { listRows } from '#main/exports/list-rows.ts';
import { enqueueVerification, openTestWorkspace } from './workspace-harness.ts';

it('is sorted, narrowed, searched and exported', async () => {
  const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
  const ids = [await enqueueVerification(workspace), await enqueueVerification(workspace)];
  workspace.search.catchUp();
  workspace.db.exec('UPDATE verification SET is_match = entry = 2');
  const found = (query: object) =>
    workspace.verifications
      .page({ ...verificationQuery.parse(query), after: null, limit: 9 })
      .rows.map(({ entryId }) => ids.indexOf(entryId));
  expect(found({ sort: 'match' })).toEqual([0, 1]);
  expect(found({ sort: 'match', descending: true })).toEqual([1, 0]);
  expect(found({ where: { match: { kind: 'is', value: 'yes' } } })).toEqual([1]);
  expect(found({ search: 'matches' })).toEqual([1]);
  const list = await listRows(workspace, exportSource.parse({ list: 'verifications' }));
  const place = list.head.indexOf('Match');
  expect(list.page(null).rows.map((row) => row[place])).toEqual(['Yes', 'No']);
  await workspace.close();
});
`,
  },
};
