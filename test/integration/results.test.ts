import { describe, expect, it } from 'vitest';
import { documentHandlers } from '#main/features/documents.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import type { DocumentDetail } from '#shared/ipc/documents.ts';
import type { VerificationDetail } from '#shared/ipc/verifications.ts';
import { createFakeClock } from '#test/fake-clock.ts';
import { answering, answeringJson, startWireServer, type Behaviour, type WireServer } from './wire-server.ts';
import {
  enqueueVerification,
  openTestWorkspace,
  pass,
  passUntil,
  getEntryState,
  until,
  untilState,
  type TestWorkspace,
} from './workspace-harness.ts';

const requestId = 'f3b8ad4e-61f5-4a3c-b5b1-0a2f5f9c2f10';
const job = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21';
const nightly = { tags: ['nightly'] };
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Takes a verification and answers questions for its result with `reading`. */
function queueThen(reading: Behaviour): Behaviour {
  const taking = answeringJson({ success: true, id: requestId });
  return (request, socket) => {
    (request.method === 'POST' ? taking : reading)(request, socket);
  };
}

function readings(server: WireServer) {
  return server.requests.filter((request) => request.method === 'GET');
}

async function getCheck(workspace: TestWorkspace, entryId: string): Promise<VerificationDetail> {
  const result = await verificationHandlers(workspace)['verifications.get']({ entryId });
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

async function findDocument(workspace: TestWorkspace): Promise<DocumentDetail> {
  const result = await documentHandlers(workspace)['documents.get']({ jobId: job });
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** Lets time go by until the next planned look, waits for its answer, and gives how far away it was. */
async function nextLook(workspace: TestWorkspace, id: string): Promise<number> {
  const watch = workspace.verifications.get(id)?.watch;
  if (watch?.nextAt == null) throw new Error('No look is planned.');
  const gap = watch.nextAt - workspace.fake.wall();
  workspace.fake.advance(gap);
  await until(() => (workspace.verifications.get(id)?.watch?.checks ?? 0) > watch.checks, 'it was looked at');
  return gap;
}

async function acceptedCheck(reading: Behaviour) {
  const server = await startWireServer(queueThen(reading));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const id = await enqueueVerification(workspace);
  await untilState(workspace, id, 'accepted');
  return { server, workspace, id };
}

describe('the result of a verification', () => {
  it('is asked for at growing distances, kept with its time, and no more once its word is final', async () => {
    const underWay = answeringJson({ id: requestId, status: 'In_Progress' });
    const { server, workspace, id } = await acceptedCheck(underWay);
    const gaps: number[] = [];
    for (let looks = 1; looks <= 4; looks += 1) gaps.push((await nextLook(workspace, id)) / second);
    expect(gaps).toEqual([5, 10, 20, 40]);
    for (const request of readings(server)) {
      expect(request.path).toBe(`/api/verification/${requestId}`);
    }

    server.behave(
      queueThen(
        answeringJson({ id: requestId, status: 'VERIFIED', isVerified: true, response: { isMatch: true } }),
      ),
    );
    await passUntil(workspace.fake, () => workspace.verifications.get(id)?.watch?.kind === 'settled', hour);
    const asked = readings(server).length;
    await pass(workspace.fake, 12 * hour, 10 * minute);
    expect(readings(server)).toHaveLength(asked);

    const detail = await getCheck(workspace, id);
    expect(detail).toMatchObject({ status: 'VERIFIED', isVerified: true, isMatch: true, requestId });
    expect(detail.checks.map((check) => check.status)).toEqual([
      'VERIFIED',
      'In_Progress',
      'In_Progress',
      'In_Progress',
      'In_Progress',
    ]);
    expect(detail.checks.map((check) => check.number)).toEqual([5, 4, 3, 2, 1]);
    expect(new Set(detail.checks.map((check) => check.at)).size).toBe(5);
  });

  it('is looked for on after a restart, at the time that was planned', async () => {
    const { server, workspace, id } = await acceptedCheck(answeringJson({ status: 'pending' }));
    await passUntil(workspace.fake, () => workspace.verifications.get(id)?.watch?.checks === 3, hour);
    const planned = workspace.verifications.get(id)?.watch?.nextAt ?? 0;
    await workspace.close();
    const next = await openTestWorkspace({
      baseUrl: server.baseUrl,
      folder: workspace.folder,
      clock: workspace.fake,
    });
    const asked = readings(server).length;
    await pass(next.fake, planned - next.fake.wall() - second, second);
    expect(readings(server)).toHaveLength(asked);
    await passUntil(next.fake, () => readings(server).length === asked + 1, 3 * second);
  });

  it('with a word that nobody knows is neither a pass nor a fail and is asked for again', async () => {
    const { workspace, id } = await acceptedCheck(answeringJson({ status: 'Zwischenstand 7' }));
    await passUntil(workspace.fake, () => workspace.verifications.get(id)?.watch?.checks === 2, hour);
    expect(await getCheck(workspace, id)).toMatchObject({
      status: 'Zwischenstand 7',
      isVerified: null,
      isMatch: null,
      watch: { kind: 'watching' },
    });
  });

  it('with a word that the person calls final is not asked for again', async () => {
    const { workspace, id } = await acceptedCheck(answeringJson({ status: 'Fertig_So' }));
    workspace.updateSettings({ statusWords: { 'fertig so': { category: 'good', final: true } } });
    await passUntil(workspace.fake, () => workspace.verifications.get(id)?.watch?.kind === 'settled', hour);
  });

  it('that is not known is asked for during a day and then only when a person asks', async () => {
    const { server, workspace, id } = await acceptedCheck(answering(404));
    await passUntil(workspace.fake, () => workspace.verifications.get(id)?.watch?.checks === 1, minute);
    expect((await getCheck(workspace, id)).watch).toMatchObject({
      kind: 'watching',
      problem: 'The service does not know this request number yet.',
    });
    await pass(workspace.fake, day - hour, 10 * minute);
    expect(workspace.verifications.get(id)?.watch?.kind).toBe('watching');
    await passUntil(
      workspace.fake,
      () => workspace.verifications.get(id)?.watch?.kind === 'by_hand',
      2 * hour,
      minute,
    );
    const asked = readings(server).length;
    await pass(workspace.fake, 12 * hour, 10 * minute);
    expect(readings(server)).toHaveLength(asked);

    server.behave(queueThen(answeringJson({ status: 'verified' })));
    const result = await verificationHandlers(workspace)['verifications.checkNow']({ entryId: id });
    expect(result).toMatchObject({ ok: true, value: { status: 'verified', watch: { kind: 'settled' } } });
  });

  it(
    'that stays open is asked for hourly for thirty days and then only when a person asks',
    nightly,
    async () => {
      const { server, workspace, id } = await acceptedCheck(answeringJson({ status: 'processing' }));
      const start = workspace.fake.wall();
      await pass(workspace.fake, day + hour, 20 * minute);
      await nextLook(workspace, id);
      for (let looks = 1; looks <= 5; looks += 1) expect(await nextLook(workspace, id)).toBe(hour);
      await workspace.close();

      const { folder } = workspace;
      const later = createFakeClock(start + 31 * day - 2 * hour);
      const again = await openTestWorkspace({ baseUrl: server.baseUrl, folder, clock: later });
      const looked = readings(server).length;
      await passUntil(later, () => readings(server).length === looked + 1, minute);
      expect(again.verifications.get(id)?.watch?.kind).toBe('watching');
      await pass(later, 4 * hour, 5 * minute);
      expect(again.verifications.get(id)?.watch?.kind).toBe('by_hand');
      const asked = readings(server).length;
      await pass(later, day, hour);
      expect(readings(server)).toHaveLength(asked);
    },
  );

  it('with a number that would lead out of its path is not asked for, and holds up nobody', async () => {
    const server = await startWireServer(answeringJson({ success: true, id: '..' }));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const id = await enqueueVerification(workspace);
    await untilState(workspace, id, 'accepted');
    await passUntil(workspace.fake, () => workspace.verifications.get(id)?.watch?.checks === 1, minute);
    expect(readings(server)).toEqual([]);
    expect((await getCheck(workspace, id)).watch?.problem).toContain(
      'can’t use the service’s request number',
    );
  });

  it('is not lost for a wrong type in one field', async () => {
    const { workspace, id } = await acceptedCheck(
      answeringJson({
        status: 'verified',
        isVerified: 'perhaps',
        response: { licenseeName: 7, isMatch: false },
      }),
    );
    await passUntil(workspace.fake, () => workspace.verifications.get(id)?.watch?.kind === 'settled', minute);
    const detail = await getCheck(workspace, id);
    expect(detail).toMatchObject({ status: 'verified', isVerified: null, isMatch: false });
    const validationIssues = detail.result?.validationIssues ?? [];
    expect(validationIssues).toHaveLength(2);
    expect(validationIssues).toContainEqual({ path: ['response', 'licenseeName'], raw: 7 });
    expect(validationIssues).toContainEqual({ path: ['isVerified'], raw: 'perhaps' });
  });

  it('that cannot be read leaves the last readable one in its place', async () => {
    const { server, workspace, id } = await acceptedCheck(answeringJson({ status: 'pending' }));
    await passUntil(workspace.fake, () => workspace.verifications.get(id)?.watch?.checks === 1, minute);
    server.behave(queueThen(answering(200, { 'content-type': 'text/html' }, '<html>Sign in</html>')));
    await passUntil(workspace.fake, () => workspace.verifications.get(id)?.watch?.checks === 2, minute);
    const detail = await getCheck(workspace, id);
    expect(detail.status).toBe('pending');
    expect(detail.result?.value.status).toBe('pending');
    expect(detail.watch?.problem).toContain('a web page instead of an answer');
  });

  it('is not asked for while the service cannot take questions, and such a time does not count', async () => {
    const { server, workspace, id } = await acceptedCheck(answering(429, { 'retry-after': '600' }));
    await passUntil(workspace.fake, () => readings(server).length === 1, minute);
    await pass(workspace.fake, 9 * minute);
    expect(readings(server)).toHaveLength(1);
    expect(workspace.verifications.get(id)?.watch?.checks).toBe(0);
    server.behave(queueThen(answeringJson({ status: 'verified' })));
    await passUntil(
      workspace.fake,
      () => workspace.verifications.get(id)?.watch?.kind === 'settled',
      3 * minute,
    );
  });

  it('is not asked for with a token that was refused, and is asked for again with a new one', async () => {
    const { server, workspace, id } = await acceptedCheck(answering(401));
    await passUntil(workspace.fake, () => readings(server).length === 1, minute);
    await pass(workspace.fake, hour, minute);
    expect(readings(server)).toHaveLength(1);
    server.behave(queueThen(answeringJson({ status: 'verified' })));
    await workspace.token.replace('another');
    workspace.dispatcher.tokenChanged();
    await passUntil(workspace.fake, () => workspace.verifications.get(id)?.watch?.kind === 'settled', minute);
  });

  it('never comes for a check that a person marked as sent, which still counts as done', async () => {
    const server = await startWireServer(answeringJson({ success: true }));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const id = await enqueueVerification(workspace);
    await untilState(workspace, id, 'in_doubt');
    workspace.dispatcher.decide(id, 'marked_as_sent');
    expect(getEntryState(workspace, id)).toBe('accepted');
    const counts = workspace.verifications.counts();
    expect(counts).toMatchObject({ all: 1, waiting: 0, being_checked: 0, needs_you: 0, done: 1 });
  });
});

describe('the result of a processed document', () => {
  async function addedDocument(behaviour: Behaviour) {
    const server = await startWireServer(behaviour);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const added = await documentHandlers(workspace)['documents.add']({
      ids: [` ${job.toUpperCase()} `, job, '../../etc/passwd'],
      vendorId: null,
    });
    expect(added).toEqual({
      ok: true,
      value: [
        { id: job, outcome: 'added' },
        { id: job, outcome: 'known' },
        { id: '../../etc/passwd', outcome: 'not_a_job_id' },
      ],
    });
    return { server, workspace };
  }

  it('is asked for at once, then at growing distances, until its word is final', async () => {
    const { server, workspace } = await addedDocument(answeringJson({ id: job, status: 'processing' }));
    await passUntil(workspace.fake, () => readings(server).length === 1, 2 * second);
    expect(readings(server)[0]?.path).toBe(`/api/vision/${job}`);
    await passUntil(workspace.fake, () => readings(server).length === 4, 2 * minute);
    server.behave(
      answeringJson({
        id: job,
        status: 'COMPLETED',
        qualityDetails: { overallScore: 0.82 },
        data: { nameOfEntityIndividual: 'Kestrel Roofing' },
      }),
    );
    await passUntil(workspace.fake, () => workspace.documents.get(job)?.watch.kind === 'settled', hour);
    const asked = readings(server).length;
    await pass(workspace.fake, 12 * hour, 10 * minute);
    expect(readings(server)).toHaveLength(asked);
    expect(await findDocument(workspace)).toMatchObject({
      status: 'COMPLETED',
      title: 'Kestrel Roofing',
      overallScore: 0.82,
    });
  });

  it('that is not known yet is asked for during a day', nightly, async () => {
    const { server, workspace } = await addedDocument(answering(404));
    await pass(workspace.fake, day - hour, 10 * minute);
    expect(workspace.documents.get(job)?.watch).toMatchObject({
      kind: 'watching',
      problem: 'The service does not know this job ID yet.',
    });
    await passUntil(
      workspace.fake,
      () => workspace.documents.get(job)?.watch.kind === 'by_hand',
      2 * hour,
      minute,
    );
    const asked = readings(server).length;
    await pass(workspace.fake, 12 * hour, 10 * minute);
    expect(readings(server)).toHaveLength(asked);
  });

  it('that meets a fault is looked at later, and the others are looked at all the same', async () => {
    const { server, workspace } = await addedDocument(answeringJson({ id: job, status: 'processing' }));
    const other = '1d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e22';
    workspace.updateSettings({ concurrency: 1 });
    const stored = { ...workspace.documents };
    workspace.documents.noteResult = (jobId, ...rest) => {
      if (jobId === job) throw new TypeError('A fault.');
      stored.noteResult(jobId, ...rest);
    };
    await documentHandlers(workspace)['documents.add']({ ids: [other], vendorId: null });
    await passUntil(workspace.fake, () => workspace.documents.get(other)?.watch.checks === 2, minute);
    const faulty = readings(server).filter((request) => request.path.endsWith(job));
    expect(faulty.length).toBeGreaterThan(0);
    expect(faulty.length).toBeLessThanOrEqual(3);
    expect(workspace.log.map(({ event }) => event)).toContain('result_not_stored');
  });

  it('is not asked for by two at the same time', async () => {
    const held: (() => void)[] = [];
    const answer = answeringJson({ id: job, status: 'processing' });
    const { server, workspace } = await addedDocument((request, socket) => {
      held.push(() => {
        answer(request, socket);
      });
    });
    await passUntil(workspace.fake, () => held.length === 1, 2 * second);
    const byHand = documentHandlers(workspace)['documents.checkNow']({ jobId: job });
    await pass(workspace.fake, 10 * second, second);
    expect(readings(server)).toHaveLength(1);
    held[0]?.();
    expect(await byHand).toMatchObject({ ok: true, value: { status: 'processing' } });
    await until(() => workspace.documents.get(job)?.watch.checks === 1, 'the look is counted once');
  });
});
