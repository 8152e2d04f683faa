import { describe, expect, it } from 'vitest';
import type { ImportField } from '#shared/imports/import-fields.ts';
import { getError, importing, unwrap } from './import-harness.ts';
import { openTestWorkspace } from './workspace-harness.ts';

async function offline() {
  return openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
}

const first = 'Email,Phone,Phone,Stand\na@x.example.com,(415) 555-0101,(415) 555-0102,Acme\n';

describe('a preset of columns', () => {
  it('is taken by itself by the next file with the same headings, in any order, and says so', async () => {
    const workspace = await offline();
    const { calls, open, checked } = importing(workspace);
    const { importId, headingsRow, skipKnown, message, presets } = await open(first);
    expect(presets).toEqual([]);
    const fields: ImportField[] = ['email', 'skip', 'phoneNumber', 'companyName'];
    unwrap(await calls['imports.setMapping']({ importId, headingsRow, skipKnown, message, fields }));
    await checked();
    const saved = unwrap(await calls['imports.savePreset']({ importId, id: null, name: 'Mission Bay' }));
    expect(saved.preset).toMatchObject({ name: 'Mission Bay', byItself: false, changed: false });

    // Another window's import of the same workspace knows it too.
    const next = importing(workspace);
    const same = await next.open(first);
    expect(same.columns.map(({ field }) => field)).toEqual(fields);
    expect(same.preset).toMatchObject({ name: 'Mission Bay', byItself: true, changed: false });
    const other = await next.open('Stand,Email,Phone,Phone\nAcme,a@x.example.com,(415) 555-0101,\n');
    expect(other.preset).toMatchObject({ name: 'Mission Bay', byItself: true });
    expect(other.columns[0]?.field).toBe('companyName');
    expect((await next.open('Email,Name\na@x.example.com,Ann\n')).preset).toBeNull();
  });

  it('is chosen for another file, changed, renamed and deleted', async () => {
    const { calls, open, checked } = importing(await offline());
    const opened = await open(first);
    const { importId, headingsRow, skipKnown, message } = opened;
    const { preset } = unwrap(await calls['imports.savePreset']({ importId, id: null, name: 'One' }));
    const id = preset?.id ?? '';
    const fields: ImportField[] = ['email', 'phoneNumber', 'skip', 'companyName'];
    unwrap(await calls['imports.setMapping']({ importId, headingsRow, skipKnown, message, fields }));
    expect((await checked()).preset).toMatchObject({ name: 'One', changed: true });
    const again = unwrap(await calls['imports.savePreset']({ importId, id, name: 'One' }));
    expect(again).toMatchObject({ preset: { id, changed: false }, presets: [{ id, name: 'One' }] });

    const file = await open('Email,Stand,Notes\na@x.example.com,Acme,x\n');
    expect(file).toMatchObject({ preset: null, presets: [{ id, name: 'One' }] });
    unwrap(await calls['imports.takePreset']({ importId: file.importId, id }));
    const taken = await checked();
    expect(taken.columns.map(({ field }) => field)).toEqual(['email', 'companyName', 'skip']);
    expect(taken.preset).toMatchObject({ byItself: false });

    const { importId: now } = file;
    const renamed = unwrap(await calls['imports.renamePreset']({ importId: now, id, name: 'Two' }));
    expect(renamed.presets).toEqual([{ id, name: 'Two' }]);
    const deleted = unwrap(await calls['imports.deletePreset']({ importId: now, id }));
    expect(deleted).toMatchObject({ presets: [], preset: null });
    expect(getError(await calls['imports.takePreset']({ importId: now, id })).code).toBe('not_found');
  });

  it('is of one kind of list, and needs headings', async () => {
    const workspace = await offline();
    const invites = importing(workspace);
    const { importId } = await invites.open(first);
    unwrap(await invites.calls['imports.savePreset']({ importId, id: null, name: 'One' }));
    const licenses = await importing(workspace, 'verifications').open(first);
    expect(licenses.presets).toEqual([]);
    const bare = await invites.open('a@x.example.com\nb@x.example.com\n');
    const refused = await invites.calls['imports.savePreset']({
      importId: bare.importId,
      id: null,
      name: 'Bare',
    });
    expect(getError(refused).message).toContain('this file has none');
  });
});
