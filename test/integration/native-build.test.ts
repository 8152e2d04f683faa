import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { onPath } from '../../scripts/bootstrap/debian-packages.ts';
import { layOutNodeApiHeaders } from '../../scripts/bootstrap/node-api-headers.ts';

const project = join(import.meta.dirname, '..', '..');
const tools = ['python3', 'make', 'cc', 'g++'];

const binding = { targets: [{ target_name: 'addon', sources: ['addon.c'] }] };
const addon = `
#include <node_api.h>
NAPI_MODULE_INIT() {
  napi_value said;
  napi_create_int32(env, 41, &said);
  return said;
}`;

it('an addon is compiled with the headers of the registry alone, and loads', ({ skip }) => {
  if (process.platform !== 'linux') skip('only Linux compiles with these headers');
  if (!tools.every(onPath)) skip(`it takes ${tools.join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'gangway-addon-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'binding.gyp'), JSON.stringify(binding));
  writeFileSync(join(folder, 'addon.c'), addon);
  layOutNodeApiHeaders(join(project, 'node_modules', 'node-api-headers'), join(folder, 'node'));
  const nodeGyp = createRequire(import.meta.url).resolve('node-gyp/bin/node-gyp.js');
  execFileSync(process.execPath, [nodeGyp, 'rebuild', '--nodedir', join(folder, 'node')], {
    cwd: folder,
    stdio: 'pipe',
    // No headers fetched before, and none to be had from anywhere.
    env: { PATH: process.env['PATH'], HOME: folder, npm_config_disturl: 'http://127.0.0.1:1' },
  });
  const load = `process.stdout.write(String(require(${JSON.stringify(join(folder, 'build/Release/addon.node'))})))`;
  expect(execFileSync(process.execPath, ['-e', load], { encoding: 'utf8' })).toBe('41');
});
