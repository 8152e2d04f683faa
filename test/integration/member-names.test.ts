import { describe, expect, it } from 'vitest';
import { importStatus } from '#shared/ipc/imports.ts';
import { memberNames } from '../fuzz/values.ts';
import { importing, unwrap } from './import-harness.ts';
import { openTestWorkspace } from './workspace-harness.ts';

// Words from elsewhere that are members of every plain object.

/** What reaches the window: structured clone throws where it is more than data. */
const cloned = (value: unknown): unknown => structuredClone(value);

describe.each(['invites', 'verifications'] as const)('a list of %s', (kind) => {
  it('may have headings that are members of every object, also ones that were chosen for before', async () => {
    const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
    const list = importing(workspace, kind);
    const headings = [kind === 'invites' ? 'Email' : 'License number', 'Constructor', ...memberNames];
    const file = `${headings.join(',')}\n${['ada@pine.example.com', ...headings.slice(1).map((name) => `of ${name}`)].join(',')}\n`;
    for (const time of ['first', 'second']) {
      const status = importStatus.parse(cloned(await list.open(file)));
      expect(status.phase, time).toMatchObject({ kind: 'ready' });
      expect(
        status.columns.slice(1).map(({ field }) => field),
        time,
      ).toEqual(headings.slice(1).map(() => 'skip'));
      unwrap(
        await list.calls['imports.savePreset']({
          importId: status.importId,
          id: status.preset?.id ?? null,
          name: 'constructor',
        }),
      );
      if (status.counts.ready > 0) await list.queue();
    }
    const columns = (await list.open(file)).columns.map(({ heading }) => heading);
    expect(columns).toEqual(headings);
  });
});
