import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startTestCore, tryStartCore } from './core-harness.ts';
import { temporaryFolder } from './workspace-harness.ts';

const getMode = (path: string) => statSync(path).mode & 0o777;

// Windows keeps no such modes.
describe.skipIf(process.platform === 'win32')('the folder of the app’s data', () => {
  it('is made for its owner alone', async () => {
    const dataDir = join(temporaryFolder(), 'new', 'Gangway');
    await startTestCore({ dataDir });
    expect(getMode(dataDir)).toBe(0o700);
  });

  it('is closed where others could read it and nothing else lies in it', async () => {
    const dataDir = join(temporaryFolder(), 'empty');
    mkdirSync(dataDir, { mode: 0o755 });
    await startTestCore({ dataDir });
    expect(getMode(dataDir)).toBe(0o700);
  });

  it('is closed again where it is Gangway’s and was opened to others', async () => {
    const dataDir = temporaryFolder();
    await (await startTestCore({ dataDir })).stop();
    chmodSync(dataDir, 0o755);
    await startTestCore({ dataDir });
    expect(getMode(dataDir)).toBe(0o700);
  });

  it('is refused in a sentence, and left as it is, where other things lie in it that others can read', async () => {
    const dataDir = join(temporaryFolder(), 'documents');
    mkdirSync(dataDir, { mode: 0o755 });
    chmodSync(dataDir, 0o755);
    writeFileSync(join(dataDir, 'letter.txt'), 'Dear all');
    const { started } = await tryStartCore({ dataDir });
    expect(started).toMatchObject({ ok: false, error: { code: 'storage' } });
    expect(JSON.stringify(started)).toContain('contains other files. Choose an empty folder.');
    expect(getMode(dataDir)).toBe(0o755);
  });
});
