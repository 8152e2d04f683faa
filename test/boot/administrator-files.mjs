// Loaded before a host (`--import`): files that only an administrator could lay down are there for it, by their paths.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** @type {Record<string, string>} */
const files = JSON.parse(process.env['GANGWAY_TEST_FILES'] ?? '{}');
const { readFileSync } = fs;
// @ts-expect-error: of the many ways to read a file the one for texts is enough.
fs.readFileSync = (file, ...options) => files[String(file)] ?? readFileSync(file, ...options);
syncBuiltinESMExports();
