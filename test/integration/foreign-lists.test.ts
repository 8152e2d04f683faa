import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listKind } from '#shared/imports/import-fields.ts';
import type { ImportRow, ImportStatus } from '#shared/ipc/imports.ts';
import { importing, unwrap } from './import-harness.ts';
import { openTestWorkspace } from './workspace-harness.ts';

// Lists as other programs and people write them, after public bug reports; what each has to come to was written down by somebody
// who knew what was meant. `sent` are the bodies of the requests, byte for byte.

const folder = join(import.meta.dirname, '..', 'foreign-lists');
const meant = z.record(
  z.string(),
  z.object({
    list: listKind,
    /** Why the file is refused, or a column is asked for; a part of the sentence. */
    says: z.string().optional(),
    /** What was not taken from a cell as it stands, or keeps a row out, by row. */
    rows: z.record(z.string(), z.string()).optional(),
    sent: z.array(z.string()).optional(),
    /** How many are sent, of a list that is too long to be written out. */
    count: z.number().optional(),
  }),
);
const files = meant.parse(JSON.parse(readFileSync(join(folder, 'meant.json'), 'utf8')));

/** What there is to say of a row that is not simply ready. */
function toLine(row: ImportRow): string | null {
  const cells = row.cells.flatMap(({ text, problem, fix, fixedFrom }) => {
    if (problem !== null) return [`${text}: ${problem}${fix === null ? '' : ` → ${fix}`}`];
    return fixedFrom === null ? [] : [`${text} was ${fixedFrom}`];
  });
  const said = [...(row.looksLike === null ? [] : [row.looksLike]), ...cells];
  return row.result === 'ready' && said.length === 0 ? null : [row.result, ...said].join(' | ');
}

function whatItSays({ phase, mappingProblem }: ImportStatus): string {
  return phase.kind === 'failed' ? phase.message : (mappingProblem ?? '');
}

it('has an entry for each file', () => {
  expect(readdirSync(folder).toSorted()).toEqual([...Object.keys(files), 'meant.json'].toSorted());
});

describe('a list as other programs write it', () => {
  it.each(Object.entries(files))(
    'comes to what it means: %s',
    async (file, { list, says, rows, sent, count }) => {
      const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
      const opened = importing(workspace, list);
      const status = await opened.open(readFileSync(join(folder, file)), file);
      expect(whatItSays(status)).toContain(says ?? '');
      expect(whatItSays(status) === '').toBe(says === undefined);
      if (status.phase.kind === 'ready') {
        const lines = (await opened.rows()).flatMap((row) => {
          const line = toLine(row);
          return line === null ? [] : [[String(row.row), line]];
        });
        expect(Object.fromEntries(lines)).toEqual(rows ?? {});
      }
      if (sent === undefined && count === undefined) return;
      unwrap(await opened.queue());
      await workspace.imports.settled();
      const bodies = workspace.db.prepare('SELECT body FROM entry ORDER BY seq').pluck().all().map(String);
      if (count === undefined) expect(bodies).toEqual(sent);
      else expect(bodies).toHaveLength(count);
    },
  );
});
