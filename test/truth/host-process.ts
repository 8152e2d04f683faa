import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { calls, type CallInput, type CallName, type CallOutput } from '#shared/ipc/contract.ts';
import { openBridge } from '#test/boot/bridge-client.ts';
import { signIn } from '#test/boot/browser-host-process.ts';

const root = join(import.meta.dirname, '..', '..');
const outputs: { [N in CallName]: { output: z.ZodType<CallOutput<N>> } } = calls;
const succeeded = z.object({ ok: z.literal(true), value: z.unknown() });

/** The browser host as a process, and a client of its own beside the page. */
export interface HostProcess {
  port: number;
  /** The address for the page, which works once. */
  address: string;
  /** Null where the host was gone before it answered, or refused the call. */
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N> | null>;
  kill(): Promise<void>;
}

/** Starts the host, with the changes to its sources that this process was started with. */
export async function startHost(dataDir: string, port: number, ...more: string[]): Promise<HostProcess> {
  const program = spawn(
    process.execPath,
    [...process.execArgv, 'src/browser/main.ts', '--data-dir', dataDir, '--port', String(port), ...more],
    { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  // A day that ends in a fault does not come to its end, where it would stop what it started.
  const orphaned = () => program.kill('SIGKILL');
  process.on('exit', orphaned);
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const ended = once(program, 'exit');

  async function nextAddress(): Promise<URL> {
    const { value } = await lines.next();
    const address = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(String(value))?.[0];
    if (address === undefined) throw new Error(`No address in: ${String(value)}`);
    return new URL(address);
  }

  const own = await nextAddress();
  const ownPort = Number(own.port);
  const secrets = await signIn(ownPort, own.searchParams.get('key') ?? '');
  const bridge = await openBridge(ownPort, secrets.page);
  program.stdin.write('\n');
  const address = (await nextAddress()).href;

  return {
    port: ownPort,
    address,
    async call(name, input) {
      // A host that is killed answers nothing any more.
      const result = await bridge.call(name, input).catch(() => null);
      const value = succeeded.safeParse(result);
      return value.success ? outputs[name].output.parse(value.data.value) : null;
    },
    async kill() {
      process.off('exit', orphaned);
      program.kill('SIGKILL');
      await ended;
    },
  };
}
