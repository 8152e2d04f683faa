import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Keychain } from '#main/keychain/keychain.ts';
import { keychainLibrary } from '#test/memory-keychain.ts';
import { openKeychain } from '#test/open-keychain.ts';

const secrets = z.array(z.tuple([z.string(), z.string()]));

/** A keychain in a file, which outlives the process that uses it. */
export function openFileKeychain(file: string): Promise<Keychain> {
  const kept = new Map(read(file));
  const library = keychainLibrary(kept);
  const save = <T>(done: T): T => {
    writeFileSync(file, JSON.stringify([...kept]));
    return done;
  };
  return openKeychain(() =>
    Promise.resolve({
      ...library,
      setPassword: (...of) => library.setPassword(...of).then(save),
      deletePassword: (...of) => library.deletePassword(...of).then(save),
    }),
  );
}

function read(file: string): z.infer<typeof secrets> {
  try {
    return secrets.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // There is none before the first start.
    return [];
  }
}
