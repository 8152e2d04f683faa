// Loaded before a host (`--import`): files that only an administrator could lay down are there for it, by their paths.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { z } from 'zod';

const files = z.record(z.string(), z.string()).parse(JSON.parse(process.env['GANGWAY_TEST_FILES'] ?? '{}'));
const { readFileSync } = fs;
Object.assign(fs, {
  readFileSync: (...asked: Parameters<typeof readFileSync>) =>
    files[String(asked[0])] ?? readFileSync(...asked),
});
syncBuiltinESMExports();
