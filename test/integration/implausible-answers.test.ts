import { describe, expect, it } from 'vitest';
import { answerHandlers } from '#main/features/answers.ts';
import { inviteHandlers } from '#main/features/invites.ts';
import { vendorHandlers } from '#main/features/vendors.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import { answering, startWireServer, type Behaviour } from './wire-server.ts';
import {
  enqueueInvite,
  enqueueVerification,
  openTestWorkspace,
  toProgress,
  getEntryState,
  until,
} from './workspace-harness.ts';

const many = Array.from({ length: 240_000 }, (_, at) => (at % 2 === 0 ? 1 : null));
const names = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`n${at}`, at])));
const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

const json = (body: string): Behaviour => answering(200, { 'content-type': 'application/json' }, body);

async function lookUp(workspace: Workspace) {
  const before = process.cpuUsage();
  const result = await vendorHandlers(workspace)['vendors.lookUp']({ vendorId: '7' });
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1000 };
}

const nightly = { tags: ['nightly'] };

describe('a vendor’s profile with more in it than any has', () => {
  for (const [what, body, tier] of [
    ['a list of 240,000 values that do not fit', JSON.stringify({ id: 7, jobSites: many }), {}],
    ['a list of 1,001 values that do not fit', JSON.stringify({ id: 7, jobSites: many.slice(0, 1001) }), {}],
    ['100,000 names', names, nightly],
    ['5,000 levels', `{"id":7,"jobSites":${deep}}`, nightly],
  ] as const)
    it(`(${what}) is kept whole and not read field by field; what was kept before stays`, tier, async () => {
      const kept = JSON.stringify({ id: 7, companyName: 'Brightwater' });
      let answer = kept;
      const server = await startWireServer((request, socket) => json(answer)(request, socket));
      const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
      unwrap((await lookUp(workspace)).result);
      answer = body;
      const { result, cpuMs } = await lookUp(workspace);
      expect(result).toMatchObject({ ok: false, error: { code: 'unreadable_answer' } });
      expect(result.ok ? '' : result.error.message).toContain('too large to read field by field');
      // It took minutes of this.
      expect(cpuMs).toBeLessThan(5000);

      const handlers = vendorHandlers(workspace);
      expect(unwrap(await handlers['vendors.get']({ vendorId: '7' }))?.body).toBe(kept);
      expect(unwrap(await handlers['vendors.changes']({ vendorId: '7' }))).toEqual([]);
      const answers = answerHandlers(workspace);
      const [other] = unwrap(
        await answers['answers.ofReading']({ question: { kind: 'vendor', vendorId: '7' } }),
      );
      expect(workspace.readAnswers.get(other?.id ?? 0)?.answer.body).toBe(body);
      expect(workspace.log.filter(({ event }) => event === 'fault')).toEqual([]);
    });
});

describe('what was submitted and is answered with more than any answer has', () => {
  async function submitted(behaviour: Behaviour) {
    const server = await startWireServer(behaviour);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const invite = await enqueueInvite(workspace);
    const check = await enqueueVerification(workspace);
    await until(() => {
      const now = workspace.dispatcher.status().counts;
      return now.sending === 0 && now.queued === 0;
    }, 'both came to something');
    return { server, workspace, invite, check };
  }

  for (const [what, member, tier] of [
    ['a long list', `"jobSites":${JSON.stringify(many)}`, nightly],
    ['5,000 levels', `"metadata":${deep}`, {}],
    ['100,000 names inside', `"metadata":${names}`, nightly],
  ] as const)
    it(
      `is accepted where its outline is the operation’s answer (${what}), and kept whole`,
      tier,
      async () => {
        const body = `{"success":true,"id":"r-1","vendorStatus":"Invited","errors":[],${member}}`;
        const { workspace, invite, check } = await submitted(json(body));
        expect(getEntryState(workspace, invite)).toBe('accepted');
        expect(getEntryState(workspace, check)).toBe('accepted');
        expect(workspace.verifications.get(check)?.requestId).toBe('r-1');
        const { answer, result } = unwrap(
          await inviteHandlers(workspace)['invites.get']({ entryId: invite }),
        );
        expect(answer?.body).toBe(body);
        expect(result?.value.vendorStatus).toBe('Invited');
      },
    );

  it('is refused where its outline says so', async () => {
    const body = `{"success":false,"message":"No.","metadata":${deep}}`;
    const { workspace, invite, check } = await submitted(json(body));
    expect([getEntryState(workspace, invite), getEntryState(workspace, check)]).toEqual([
      'rejected',
      'rejected',
    ]);
  });

  it('is sent once, whatever came', { tags: ['nightly'] }, async () => {
    for (const body of [names, `{"data":${deep}}`]) {
      const { server, workspace, invite, check } = await submitted(json(body));
      expect(toProgress(workspace, check).state).toBe('in_doubt');
      expect(['accepted', 'in_doubt']).toContain(getEntryState(workspace, invite));
      expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
    }
  });
});
