import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Misbehaviour } from '#test/misbehaving-service/misbehaviour.ts';

const root = join(import.meta.dirname, '..', '..');

/** Each start of a program compiles what the one before has compiled already. */
const compiled = join(root, 'node_modules', '.cache', 'compiled');

/** A folder for one test, outside the project. */
export function temporaryFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `gangway-${name}-`));
}

// A test that fails does not come to its end, where it would stop what it started.
const started = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

/** A started program of ours and everything it has written so far. */
interface Program {
  child: ChildProcess;
  written(): string;
}

function startProgram(
  args: string[],
  env: Record<string, string> = {},
): Program & { lines: AsyncIterator<string> } {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, written: () => text, lines };
}

async function firstLine(program: Program & { lines: AsyncIterator<string> }): Promise<string> {
  const line = await program.lines.next();
  if (line.done === true) throw new Error(`The program ended before it said anything: ${program.written()}`);
  return line.value;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  // With its last words read.
  const ended = once(child, 'close');
  child.kill(signal);
  await ended;
}

const mail = z.array(z.object({ to: z.string(), subject: z.string() }));
const submitted = z.array(
  z.object({
    type: z.string(),
    data: z.looseObject({ licenseNumber: z.string(), expiryDate: z.string().nullish() }),
  }),
);

const received = z.array(z.object({ operation: z.string(), about: z.string().nullable() }));

/** The practice service as a program of its own, standing for a company's service. */
export interface RunningService {
  baseUrl: string;
  token: string;
  port: number;
  mail(): Promise<z.infer<typeof mail>>;
  /** The verifications that it was asked for. */
  submitted(): Promise<z.infer<typeof submitted>>;
  /**
   * Whom or what each POST was for that came since this start, answered or not: the addresses of invites, the license
   * numbers of checks. Sorted, so that it can be compared with what should have come once.
   */
  posts(): Promise<string[]>;
  misbehave(rules: Misbehaviour[]): Promise<void>;
  stop(): Promise<void>;
}

/** Below the ports that systems give to whoever asks for any, so that nobody is given one while its service is stopped. */
const firstPort = 21_000;
const portsOfWorker = 500;
/** Ranges for runs that go on at the same time, each with three workers. */
const portsOfRun = 1500;
const runsApart = 7;

/** The port that is looked at next. */
let nextPort =
  firstPort +
  portsOfRun * (process.ppid % runsApart) +
  portsOfWorker * Number(process.env['TEST_PARALLEL_INDEX'] ?? '0');

/** A port that is free, and stays so until it is listened at, also over a stop of the service. */
async function steadyPort(): Promise<number> {
  for (;;) {
    const port = nextPort;
    nextPort += 1;
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

/**
 * Starts a service that ignores idempotency keys and takes every repeat, so that what is sent twice arrives twice.
 * @param atPort where it was before; somewhere of its own where it starts for the first time
 */
export async function startService(dataDir: string, atPort?: number): Promise<RunningService> {
  const port = atPort ?? (await steadyPort());
  const program = startProgram([
    'test/misbehaving-service/main.ts',
    '--port',
    String(port),
    '--data-dir',
    dataDir,
  ]);
  const { baseUrl, token } = z
    .object({ baseUrl: z.url(), token: z.string() })
    .parse(JSON.parse(await firstLine(program)));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    baseUrl,
    token,
    port: Number(new URL(baseUrl).port),
    mail: async () => mail.parse(await (await fetch(`${baseUrl}/practice/mail`, { headers })).json()),
    submitted: async () =>
      submitted.parse(await (await fetch(`${baseUrl}/practice/verifications`, { headers })).json()),
    async posts() {
      const came = received.parse(await (await fetch(`${baseUrl}/practice/posts`, { headers })).json());
      return came.map(({ operation, about }) => about ?? operation).toSorted();
    },
    async misbehave(rules) {
      const answer = await fetch(`${baseUrl}/practice/misbehaviour`, {
        method: 'PUT',
        headers,
        body: JSON.stringify(rules),
      });
      if (!answer.ok) throw new Error(`The rules were refused: ${await answer.text()}`);
    },
    stop: () => end(program.child, 'SIGTERM'),
  };
}

/** The app behind its browser host. */
export interface RunningApp {
  url: string;
  written(): string;
  /** Ends it without giving it a chance to do anything, as a power cut does. */
  kill(): Promise<void>;
  /** Ends it in order. */
  stop(): Promise<void>;
}

/** How an app's clocks run. */
export interface FastClock {
  /** How many times faster than ours. */
  speed: number;
  /** How far behind ours they begin; ahead where it is negative. */
  behindMs?: number;
}

export async function startApp(
  dataDir: string,
  args: string[] = [],
  { speed, behindMs = 0 }: FastClock = { speed: 1 },
): Promise<RunningApp> {
  const clock = speed === 1 && behindMs === 0 ? [] : ['--import', join(import.meta.dirname, 'fast-clock.ts')];
  const program = startProgram([...clock, 'out/main/browser-host.js', '--data-dir', dataDir, ...args], {
    GANGWAY_TEST_CLOCK_SPEED: String(speed),
    GANGWAY_TEST_CLOCK_BEHIND_MS: String(behindMs),
  });
  const url = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(await firstLine(program))?.[0];
  if (url === undefined) throw new Error(`No address in: ${program.written()}`);
  return {
    url,
    written: () => program.written(),
    kill: () => end(program.child, 'SIGKILL'),
    stop: () => end(program.child, 'SIGTERM'),
  };
}
