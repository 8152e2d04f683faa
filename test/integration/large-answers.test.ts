import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readBody } from '#main/service-client/answer-body.ts';
import { describe, expect, it } from 'vitest';
import { exportOfAnswer } from '#main/exports/answer-file.ts';
import { answerHandlers } from '#main/features/answers.ts';
import { vendorHandlers } from '#main/features/vendors.ts';
import { answerWorker } from '#test/answer-reader.ts';
import { answering, startWireServer, type Behaviour } from './wire-server.ts';
import {
  enqueueInvite,
  enqueueVerification,
  openTestWorkspace,
  toProgress,
  getEntryState,
  temporaryFolder,
  until,
} from './workspace-harness.ts';

const json = (body: string): Behaviour => answering(200, { 'content-type': 'application/json' }, body);
const padding = ' '.repeat(64 * 1024);

/** A thread that looks for the token, and ends when it is asked to judge. */
function judgesNothing(): string {
  const script = join(temporaryFolder(), 'judges-nothing.mjs');
  writeFileSync(
    script,
    `import { workerData } from 'node:worker_threads';
     if (workerData.kind !== 'body') throw new Error('a fault');
     await import(${JSON.stringify(pathToFileURL(answerWorker).href)});`,
  );
  return script;
}

describe('an answer that could not be judged', () => {
  it('leaves what was sent in doubt, is kept whole, and is sent no second time', async () => {
    const body = `{"success":true,"id":"r-1"}${padding}`;
    const server = await startWireServer(json(body));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, answerWorker: judgesNothing() });
    const invite = await enqueueInvite(workspace);
    const check = await enqueueVerification(workspace);
    await until(() => {
      const now = workspace.dispatcher.status().counts;
      return now.sending === 0 && now.queued === 0;
    }, 'both came to something');
    expect([getEntryState(workspace, invite), getEntryState(workspace, check)]).toEqual([
      'in_doubt',
      'in_doubt',
    ]);
    expect(toProgress(workspace, invite).reason).toMatchObject({ code: 'unreadable_answer' });
    const kept = await answerHandlers(workspace)['answers.get']({ answer: { entryId: invite, attempt: 1 } });
    expect(kept).toMatchObject({ ok: true, value: { body } });
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
    expect(workspace.log.filter(({ event }) => event === 'answer_not_judged')).toHaveLength(2);
  });

  it('is no profile: it is kept as it came, with a sentence', async () => {
    const body = `{"id":7,"companyName":"Brightwater"}${padding}`;
    const server = await startWireServer(json(body));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, answerWorker: judgesNothing() });
    const result = await vendorHandlers(workspace)['vendors.lookUp']({ vendorId: '7' });
    expect(result).toMatchObject({ ok: false, error: { code: 'unreadable_answer' } });
    expect(result.ok ? '' : result.error.message).toContain('It is saved as received');
    const question = { kind: 'vendor' as const, vendorId: '7' };
    expect(await answerHandlers(workspace)['answers.ofReading']({ question })).toMatchObject({
      ok: true,
      value: [{ size: body.length }],
    });
  });
});

describe('a kept answer that is very long', () => {
  it('is handed to the screen in its first part, and to a file whole', { tags: ['nightly'] }, async () => {
    const body = `{"id":7,"values":[${'1,'.repeat(400_000)}1]}`;
    const server = await startWireServer(json(body));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    await vendorHandlers(workspace)['vendors.lookUp']({ vendorId: '7' });
    const [line] = workspace.readAnswers.of('vendor', '7');
    const answer = { readAnswer: line?.id ?? 0 };
    expect(await answerHandlers(workspace)['answers.get']({ answer })).toMatchObject({
      ok: true,
      value: { body: body.slice(0, 500_000), left: body.length - 500_000 },
    });
    const file = exportOfAnswer(workspace, answer);
    expect(Buffer.from((await file?.next())?.bytes ?? []).toString()).toBe(body);
  });
});

describe('the main thread', () => {
  it(
    'does little of the work that an answer of nothing but escapes makes',
    { tags: ['nightly'] },
    async () => {
      const body = `{"id":7,"companyName":"A","note":"${'\\u0041'.repeat(1_000_000)}"}`;
      const server = await startWireServer(json(body));
      const workspace = await openTestWorkspace({
        baseUrl: server.baseUrl,
        token: 'a-token-0123456789-long',
      });
      const handlers = vendorHandlers(workspace);
      const cpuMs = async (work: () => unknown) => {
        const before = process.threadCpuUsage();
        await work();
        const { user, system } = process.threadCpuUsage(before);
        return (user + system) / 1000;
      };
      const content = Buffer.from(body);
      const received = { content, raw: content, whole: true, inside: null, contentType: 'application/json' };
      const here = await cpuMs(() => readBody({ ...received, token: 'a-token-0123456789-long' }));
      let result: unknown;
      const took = await cpuMs(async () => (result = await handlers['vendors.lookUp']({ vendorId: '7' })));
      expect(result).toMatchObject({ ok: true, value: { profile: { value: { companyName: 'A' } } } });
      expect(took).toBeLessThan(here);
    },
  );
});
