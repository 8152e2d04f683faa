import { defaultWorkspaceSettings } from '#shared/settings/settings.ts';
import { describe, expect, it } from 'vitest';
import { verificationHandlers } from '#main/features/verifications.ts';
import { judgeLicense } from '#shared/verdict/license-verdict.ts';
import { localDay } from '#shared/base/dates.ts';
import { answering, answeringJson, startWireServer, type Behaviour } from './wire-server.ts';
import {
  enqueueVerification,
  openTestWorkspace,
  passUntil,
  until,
  pass,
  untilState,
  type TestWorkspace,
} from './workspace-harness.ts';

const requestId = 'f3b8ad4e-61f5-4a3c-b5b1-0a2f5f9c2f10';
const hour = 60 * 60 * 1000;
const day = 24 * hour;
const nightly = { tags: ['nightly'] };

const verified = answeringJson({
  id: requestId,
  status: 'verified',
  isVerified: true,
  response: { isMatch: true, expiryDate: '2150-01-01' },
});

function queueThen(reading: Behaviour): Behaviour {
  const taking = answeringJson({ success: true, id: requestId });
  return (request, socket) => {
    (request.method === 'POST' ? taking : reading)(request, socket);
  };
}

async function settled(recheckDays = 1) {
  const server = await startWireServer(queueThen(verified));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  workspace.updateSettings({ recheckDays });
  const id = await enqueueVerification(workspace);
  await untilState(workspace, id, 'accepted');
  await passUntil(workspace.fake, () => workspace.verifications.get(id)?.watch?.kind === 'settled', hour);
  return { server, workspace, id, checks: () => workspace.verifications.get(id)?.watch?.checks ?? 0 };
}

function toRow(workspace: TestWorkspace, id: string) {
  const row = workspace.verifications.get(id);
  if (row === null) throw new Error('The verification is gone.');
  const today = localDay(new Date(workspace.fake.wall()));
  return { ...row, verdict: judgeLicense({ ...row, byHand: false }, defaultWorkspaceSettings, today) };
}

describe('a final result', () => {
  it('is asked for again after the days of the setting, and a revoked license is no longer verified', async () => {
    const { server, workspace, id, checks } = await settled();
    expect(toRow(workspace, id).verdict.kind).toBe('not_compared');
    const before = checks();
    await pass(workspace.fake, 20 * hour, 4 * hour);
    expect(checks()).toBe(before);
    const revoked = answeringJson({ id: requestId, status: 'REVOKED', isVerified: false, response: {} });
    server.behave(queueThen(revoked));
    await passUntil(workspace.fake, () => checks() > before, day, 2 * hour);
    expect(toRow(workspace, id).verdict.kind).not.toBe('verified');
    expect(toRow(workspace, id)).toMatchObject({ status: 'REVOKED', isVerified: false });
  });

  it('is asked for never again where the setting is 0', async () => {
    const { workspace, checks } = await settled(0);
    const before = checks();
    await pass(workspace.fake, 3 * day, 6 * hour);
    expect(checks()).toBe(before);
  });

  const instead: [what: string, gone: Behaviour, options: object][] = [
    ['404', answering(404), {}],
    ['410', answering(410), nightly],
    ['{}', answeringJson({}), {}],
    ['an error', answeringJson({ error: 'No such verification' }), {}],
    ['something else', answeringJson({ found: false }), nightly],
  ];

  for (const [what, gone, options] of instead)
    it(`is a finding for a person where ${what} comes instead, and stays final`, options, async () => {
      const { server, workspace, id, checks } = await settled();
      const before = checks();
      server.behave(queueThen(gone));
      await passUntil(workspace.fake, () => checks() > before, 3 * day, 2 * hour);
      const row = toRow(workspace, id);
      expect(row.watch?.kind).toBe('settled');
      expect(row).toMatchObject({ status: 'verified', isVerified: true });
      expect(row.verdict).toMatchObject({ kind: 'unclear', word: 'Check by hand', needsPerson: true });
      expect(row.evidence.lost).toContain('Checked again on');
      // The service gives the result again: the finding is over.
      server.behave(queueThen(verified));
      await verificationHandlers(workspace)['verifications.checkNow']({ entryId: id });
      expect(toRow(workspace, id).evidence.lost).toBeNull();
    });

  it('stays a finding when a change of the settings sorts all results again', async () => {
    const { server, workspace, id, checks } = await settled();
    const before = checks();
    server.behave(queueThen(answering(404)));
    await passUntil(workspace.fake, () => checks() > before, 3 * day, 2 * hour);
    const { lost } = toRow(workspace, id).evidence;
    const seen = workspace.events.length;
    workspace.updateSettings({ statusWords: { flagged: { category: 'problem', final: true } } });
    const isSorted = () =>
      workspace.events
        .slice(seen)
        .some(({ name, payload }) => name === 'entries.changed' && JSON.stringify(payload).includes(id));
    await until(isSorted, 'it is sorted again');
    expect(lost).toContain('Checked again on');
    expect(toRow(workspace, id).evidence.lost).toBe(lost);
    expect(toRow(workspace, id).verdict).toMatchObject({ kind: 'unclear', needsPerson: true });
  });

  it('is no finding where the service has trouble, and is asked for again soon', async () => {
    const { server, workspace, id, checks } = await settled();
    const before = checks();
    server.behave(queueThen(answering(500)));
    await passUntil(workspace.fake, () => checks() > before, 3 * day, 2 * hour);
    expect(toRow(workspace, id).evidence.lost).toBeNull();
    expect(toRow(workspace, id).watch?.kind).toBe('settled');
    server.behave(queueThen(verified));
    await passUntil(workspace.fake, () => checks() > before + 1, day, hour);
  });
});
