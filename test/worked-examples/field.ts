import type { Example } from './examples.ts';

/** A second phone number in the enrollment of a vendor. */
export const field: Example = {
  title: 'A field that the service tells of a vendor',
  steps: [
    {
      edit: {
        file: 'src/shared/service/vendor-profile.ts',
        after: "  afterHoursContact: field(text(), 'After-hours contact', 'fact'),\n",
        put: "  dispatchPhone: field(text(), 'Dispatch phone', 'fact', { searched: true }),\n",
      },
    },
    {
      edit: {
        file: 'src/practice/sample-data/vendors.json',
        after: '      "afterHoursContact": "(510) 555-0178",\n',
        put: '      "dispatchPhone": "(510) 555-0190",\n',
      },
    },
    {
      edit: {
        file: 'test/full-profile.ts',
        after: "    afterHoursContact: '(510) 555-9220',\n",
        put: "    dispatchPhone: '(510) 555-9290',\n",
      },
      missed: { test: 'test/integration/list-export.test.ts', says: /dispatchPhone/ },
    },
  ],
  test: {
    file: 'test/integration/dispatch-phone.test.ts',
    put: `import { expect, it } from 'vitest';
import { exportSource } from '#shared/ipc/exports.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { fullVendorProfile } from '#test/full-profile.ts';
import { listRows } from '#main/exports/list-rows.ts';
import { openTestWorkspace } from './workspace-harness.ts';

it('is exported under its label, and found by the search', async () => {
  const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
  const reading = readResource(vendorProfile, fullVendorProfile);
  if (reading === null) throw new Error('It is an object.');
  workspace.vendors.put('v-1', reading, JSON.stringify(fullVendorProfile), 0);
  const list = await listRows(workspace, exportSource.parse({ list: 'vendors' }));
  const place = list.head.findIndex((label) => label.includes('Dispatch phone'));
  expect(list.page(null).rows.map((row) => row[place])).toEqual(['(510) 555-9290']);
  workspace.search.catchUp();
  expect(workspace.search.find('555-9290', 5)).toMatchObject([{ id: 'v-1' }]);
  await workspace.close();
});
`,
  },
};
