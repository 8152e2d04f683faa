import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/** A server in a process of its own. */
export interface BenchServer {
  baseUrl: string;
  token: string;
  stop(): void;
}

/** A server that answers every request at once and does nothing else. */
export async function startEchoServer(): Promise<BenchServer> {
  const server = fork(join(import.meta.dirname, 'echo-server.ts'));
  const told: unknown[] = await once(server, 'message');
  const { port } = z.object({ port: z.number() }).parse(told[0]);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    token: 'bench',
    stop: () => void server.kill(),
  };
}

/** The practice service, which keeps each invite and writes its email. */
export async function startPracticeServer(): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-bench-service-'));
  const main = join(import.meta.dirname, '../../src/practice/main.ts');
  const server = spawn(process.execPath, [main, '--port', '0', '--data-dir', folder, '--no-samples'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const told: unknown[] = await once(createInterface({ input: server.stdout }), 'line');
  const { baseUrl, token } = z
    .object({ baseUrl: z.string(), token: z.string() })
    .parse(JSON.parse(z.string().parse(told[0])));
  return {
    baseUrl,
    token,
    stop: () => {
      server.once('exit', () => {
        rmSync(folder, { recursive: true, force: true });
      });
      server.kill('SIGKILL');
    },
  };
}
