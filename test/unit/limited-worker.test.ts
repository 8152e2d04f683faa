import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOfThread, runLimited, startLimited } from '#main/limited-worker.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gangway-worker-test-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function script(name: string, source: string): string {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, `import { parentPort, workerData } from 'node:worker_threads';\n${source}`);
  return file;
}

const minute = 60_000;

describe('a thread with limits', () => {
  it('ends where it takes more memory than it may, and the app goes on', async () => {
    const greedy = script('greedy', 'const kept = []; for (;;) kept.push({ number: kept.length });');
    expect(await runLimited(greedy, null, { heapMb: 24, ms: minute })).toEqual({ kind: 'too_large' });
  });

  it('ends where it takes longer than it may', async () => {
    const slow = script('slow', 'for (;;);');
    expect(await runLimited(slow, null, { heapMb: 24, ms: 50 })).toEqual({ kind: 'too_long' });
  });

  it('throws what its script throws', async () => {
    const faulty = script('faulty', "throw new Error('a fault');");
    await expect(runLimited(faulty, null, { heapMb: 24, ms: minute })).rejects.toThrow('a fault');
  });

  it('is let end itself, between two of its turns, and is ended where it does not hear of it', async () => {
    // What runs at a thread's own end does not run where it is ended from outside.
    const source = `process.on('exit', () => Atomics.store(new Int32Array(workerData), 0, 1));
      parentPort.on('message', (message) => message === '${endOfThread}' ? process.exit() : parentPort.postMessage('heard'));`;
    const [own, other] = [new SharedArrayBuffer(4), new SharedArrayBuffer(4)];
    const listens = startLimited(script('listens', source), own, 24);
    expect(await listens.answer(minute, 'Are you there?')).toEqual({ kind: 'done', value: 'heard' });
    await listens.end();
    expect(new Int32Array(own)[0]).toBe(1);
    const busy = startLimited(
      script('busy', `${source} parentPort.postMessage('begun'); for (;;);`),
      other,
      24,
    );
    expect(await busy.answer(minute)).toEqual({ kind: 'done', value: 'begun' });
    await busy.end();
    expect(new Int32Array(other)[0]).toBe(0);
  });

  it('answers one question after another, until it is ended', async () => {
    const echo = script(
      'echo',
      'parentPort.on("message", (said) => parentPort.postMessage([workerData, said]));',
    );
    const thread = startLimited(echo, 'task', 24);
    expect(await thread.answer(minute, 'one')).toEqual({ kind: 'done', value: ['task', 'one'] });
    expect(await thread.answer(minute, 'two')).toEqual({ kind: 'done', value: ['task', 'two'] });
    await thread.end();
    await expect(thread.answer(minute, 'three')).rejects.toThrow('ended');
  });

  it('gives every later question the end that it came to', async () => {
    const slow = script('slow-again', 'for (;;);');
    const thread = startLimited(slow, null, 24);
    expect(await thread.answer(50)).toEqual({ kind: 'too_long' });
    expect(await thread.answer(minute, 'more')).toEqual({ kind: 'too_long' });
    await thread.end();
  });
});
