import { join } from 'node:path';
import type { PracticeService } from '#practice/service.ts';
import { sealToken } from '#shared/base/sealed-token.ts';
import type { CallInput, CallName, CallOutput } from '#shared/ipc/contract.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import type { Postgres } from '#test/team/postgres.ts';
import { startAppProcess, type AppProcess, type AppWatcher } from '../app-process.ts';
import { startFaultProxy, type FaultProxy } from '../fault-proxy.ts';
import { startTeamProxy, type TeamProxy } from './proxy.ts';

/** One computer of the team: the app in a process of its own, and a network of its own to the team and to the service. */
export interface Seat {
  readonly name: string;
  readonly team: TeamProxy;
  readonly service: FaultProxy;
  isAlive(): boolean;
  /** Starts the app, where it does not run. */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Null where the app ended before it answered. */
  call: <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallResult<CallOutput<N>> | null>;
  /** Calls what has to succeed. */
  ask: <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>;
  /** Tries the team again now, as a person does, instead of waiting for ten minutes after a full disk. */
  tryTeam(): Promise<void>;
  close(): Promise<void>;
}

interface Where {
  folder: string;
  postgres: Postgres;
  service: PracticeService;
  compileCache: string;
}

/** Sets up a computer whose member's password is the name, and takes it into the team. */
export async function startSeat(
  name: string,
  { folder, postgres, service, compileCache }: Where,
  watcher: AppWatcher,
): Promise<Seat> {
  const [team, toService] = [await startTeamProxy(postgres.port), await startFaultProxy(service.port)];
  let app: AppProcess | null = null;

  async function start(): Promise<void> {
    if (app?.hasEnded() === false) return;
    const [dataDir, keychainFile] = [join(folder, name), join(folder, `${name}.keychain`)];
    app = await startAppProcess(
      { dataDir, speed: 1, offsetMs: 0, seed: 1, compileCache, keychainFile },
      watcher,
    );
    if (app === null) throw new Error(`${name}'s app does not start.`);
  }

  const call: Seat['call'] = (called, input) => app?.call(called, input) ?? Promise.resolve(null);

  const ask: Seat['ask'] = async (called, input) => {
    const result = await call(called, input);
    if (result === null) throw new Error(`${name}'s app ended in ${called}.`);
    if (!result.ok) throw new Error(`${name}: ${called}: ${result.error.message}`);
    return result.value;
  };

  const seal = async (text: string) => sealToken(text, (await ask('app.start', null)).sealingKey);

  await start();
  await ask('app.updateSettings', { personName: name });
  await ask('workspaces.connect', {
    address: `http://127.0.0.1:${toService.port}`,
    name: 'Chaos',
    token: await seal(service.token),
    vendorId: null,
  });
  await ask('workspaces.updateSettings', { sendDelayS: 0 });
  const address = {
    host: '127.0.0.1',
    port: team.port,
    database: 'team',
    user: name,
    // In clear within this computer, so that the proxy sees what a push is.
    ca: null,
    team: null,
  };
  const joined = await ask('team.join', { address, password: await seal(name) });
  if (joined.problem !== null) throw new Error(`${name} does not join: ${joined.problem.kind}`);

  return {
    name,
    team,
    service: toService,
    isAlive: () => app?.hasEnded() === false,
    start,
    kill: () => app?.kill() ?? Promise.resolve(),
    call,
    ask,
    async tryTeam() {
      await ask('team.signIn', { password: await seal(name) });
    },
    async close() {
      await app?.kill();
      team.close();
      await toService.close();
    },
  };
}
