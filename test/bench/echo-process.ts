import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';

/** Starts the server that answers every request at once. */
export async function startEchoServer(): Promise<{ baseUrl: string; stop(): void }> {
  const server = fork(join(import.meta.dirname, 'echo-server.ts'));
  const told: unknown[] = await once(server, 'message');
  const { port } = z.object({ port: z.number() }).parse(told[0]);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    stop: () => void server.kill(),
  };
}
