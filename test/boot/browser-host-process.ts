import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { keyHeader, sessionPath, sessionSecrets, type SessionSecrets } from '#browser/session-exchange.ts';
import { projectFolder } from './booted-app.ts';

/** A folder for the data of a host, outside the project. */
export async function dataFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'gangway-host-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The browser host as a process of its own. */
export function runBrowserHost(...args: string[]) {
  return runBrowserHostWith({}, ...args);
}

/** The same on a computer where an administrator laid down these files, by their paths. */
export function runBrowserHostWith(files: Readonly<Record<string, string>>, ...args: string[]) {
  const preload = ['--import', './test/boot/administrator-files.ts'];
  const before = Object.keys(files).length === 0 ? [] : preload;
  const child = spawn(process.execPath, [...before, 'src/browser/main.ts', ...args], {
    cwd: projectFolder,
    env: { ...process.env, GANGWAY_TEST_FILES: JSON.stringify(files) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const stderr = text(child.stderr);
  const ended = once(child, 'exit').then(async ([code]) => ({
    code: z.number().nullable().parse(code),
    stderr: await stderr,
  }));
  const printed: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => printed.push(line));
  const first = once(lines, 'line').then(([line]) => z.string().parse(line));

  /** What the host prints after Enter was pressed in its terminal. */
  async function pressEnter(): Promise<string> {
    const line = once(lines, 'line');
    child.stdin.write('\n');
    return z.string().parse((await line)[0]);
  }

  /** What the host prints once it listens: the address to open, taken apart. */
  async function listening() {
    const early = ended.then(({ code, stderr: said }) => {
      throw new Error(`The host ended with ${code} before it listened. ${said}`);
    });
    const address = /^Gangway is at (\S+)$/.exec(await Promise.race([first, early]))?.[1] ?? '';
    const url = new URL(address);
    return { url, port: Number(url.port), key: url.searchParams.get('key') ?? '' };
  }

  return { ended, printed, listening, pressEnter, signal: (name: NodeJS.Signals) => child.kill(name) };
}

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Asks for exactly this path with exactly these headers; fetch would tidy both up first. */
export async function rawRequest(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<RawAnswer> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers, agent: false })
      .on('error', reject)
      .on('response', resolve)
      .end();
  });
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
}

/** Exchanges the key for the secrets of a session, as the page does that is opened by the printed address. */
export async function signIn(port: number, key: string): Promise<SessionSecrets> {
  const { status, body } = await exchangeKey(port, key);
  if (status !== 200) throw new Error(`The key was answered with ${status}.`);
  return sessionSecrets.parse(JSON.parse(body));
}

/** What the host answers to a key. */
export function exchangeKey(port: number, key: string): Promise<RawAnswer> {
  const headers = { [keyHeader]: key, origin: `http://127.0.0.1:${port}` };
  return rawRequest(port, sessionPath, headers, 'POST');
}
