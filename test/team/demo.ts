/**
 * Shows a team on one computer: a PostgreSQL, a practice service, and Gangway in the browser for Dana and for Sam. All of it is in
 * a temporary folder, which is removed when the command ends.
 */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { startBrowserHost, type BrowserHost } from '#browser/host.ts';
import { assetsOfSource } from '#main/app/assets.ts';
import { startCore, type Core } from '#main/app/core.ts';
import { systemClock } from '#main/clock.ts';
import { toPlatform } from '#main/platform.ts';
import { startPracticeService, type PracticeService } from '#practice/service.ts';
import { sealingKey, sealToken } from '#shared/base/sealed-token.ts';
import type { CallInput, CallName } from '#shared/ipc/contract.ts';
import { memoryKeychain } from '#test/memory-keychain.ts';
import { hasPostgres, startPostgres, type Postgres } from './postgres.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));

/** Calls what a page would call, and ends the command where that fails. */
async function ask<N extends CallName>(core: Core, name: N, input: CallInput<N>): Promise<unknown> {
  const result = await core.call(name, input);
  if (!result.ok) throw new Error(`${name}: ${result.error.message}`);
  return result.value;
}

/** Opens Gangway for a person, connected to the service and in the team. */
async function openSeat(name: string, folder: string, service: PracticeService, postgres: Postgres) {
  const role = name.toLowerCase();
  await postgres.createMember(role, role);
  let host: BrowserHost | null = null;
  const started = await startCore({
    dataDir: path.join(folder, role),
    facts: { version, host: 'browser', platform: toPlatform(process.platform) },
    clock: systemClock,
    // Nothing of it stays in the keychain of whoever tries this.
    keychain: await memoryKeychain(),
    emit: (event, payload) => host?.emit(event, payload),
    notify: (news) => host?.emit('results.arrived', news),
    openOutside: () => Promise.resolve(false),
    random: Math.random,
    begin: 'nothing',
    assets: assetsOfSource(root),
  });
  if (!started.ok) throw new Error(started.error.message);
  const { core } = started;
  const start = z.object({ sealingKey }).parse(await ask(core, 'app.start', null));
  const seal = (text: string) => sealToken(text, start.sealingKey);
  await ask(core, 'app.updateSettings', { personName: name });
  await ask(core, 'workspaces.connect', {
    address: service.baseUrl,
    name: 'Harbor Lane',
    token: await seal(service.token),
    vendorId: null,
  });
  const { host: at, port, authority } = postgres;
  const address = { host: at, port, database: 'team', user: role, ca: authority.cert, team: null };
  const joined = await ask(core, 'team.join', { address, password: await seal(role) });
  const { problem } = z.object({ problem: z.object({ kind: z.string() }).nullable() }).parse(joined);
  if (problem !== null) throw new Error(`${name} can’t join the team: ${problem.kind}`);
  host = await startBrowserHost(() => core, path.join(root, 'out', 'renderer'), 0);
  const page = host;
  console.log(`${name}: ${page.newUrl()}`);
  return async () => {
    await page.close();
    await core.stop();
  };
}

async function run(): Promise<void> {
  if (!hasPostgres) {
    console.error(
      'Install PostgreSQL 14 or newer (Debian: apt install postgresql), or set POSTGRES_BIN to its programs.',
    );
    process.exitCode = 1;
    return;
  }
  const ended = Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
  const folder = mkdtempSync(path.join(tmpdir(), 'gangway-team-demo-'));
  const postgres = await startPostgres();
  await postgres.createTeam('team');
  const service = await startPracticeService({ dataDir: path.join(folder, 'service'), samples: true });
  const closeSeats = [];
  for (const name of ['Dana', 'Sam']) closeSeats.push(await openSeat(name, folder, service, postgres));
  console.log(
    'Open each address in a window of its own. What one does, the other sees. Ctrl+C ends it and removes it all.',
  );
  await ended;
  for (const close of closeSeats) await close();
  await service.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

await run();
