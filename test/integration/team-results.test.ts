import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { dayMs } from '#shared/base/dates.ts';
import { describeWithTeam } from '#test/team/describe.ts';
import { joinTeam, untilShared } from '#test/team/workspaces.ts';
import { createFakeClock } from '../fake-clock.ts';
import { documentHandlers } from '#main/features/documents.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { openTestWorkspace, pass, passUntil, until } from './workspace-harness.ts';

describeWithTeam('the result of a document that a colleague added', ['dana', 'sam'], (server) => {
  const jobId = randomUUID();
  const answer = (status: string) => answeringJson({ id: jobId, status });

  /** A workspace in the team with a service of its own, so that its questions can be counted. */
  async function openSeat(name: string, person: string) {
    const service = await startWireServer(answer('processing'));
    const workspace = await openTestWorkspace({
      baseUrl: service.baseUrl,
      clock: createFakeClock(Date.now()),
      person,
    });
    await joinTeam(server, workspace, name);
    return {
      ...workspace,
      add: () => documentHandlers(workspace)['documents.add']({ ids: [jobId], vendorId: null }),
      answerWith: (status: string) => service.behave(answer(status)),
      asked: () =>
        service.requests.filter(({ method, path }) => method === 'GET' && path.includes(jobId)).length,
      status: () => workspace.documents.get(jobId)?.status,
    };
  }

  const openBoth = () => Promise.all([openSeat('dana', 'Dana'), openSeat('sam', 'Sam')]);

  it('is read once, and again as soon as the colleague’s computer finds news, not in between', async () => {
    const [dana, sam] = await openBoth();
    await dana.add();
    await until(() => sam.status() !== undefined, 'Sam’s computer knows the document');
    await passUntil(sam.fake, () => sam.status() === 'processing', 60_000);
    // In less than the five minutes for which the team’s server takes a clock that is ahead of its own.
    await pass(dana.fake, 120_000);
    await pass(sam.fake, 120_000);
    expect(dana.asked()).toBeGreaterThan(3);
    expect(sam.asked()).toBe(1);

    dana.answerWith('done');
    sam.answerWith('done');
    await passUntil(dana.fake, () => dana.status() === 'done', 100_000);
    const ofDone = sam.db.prepare(
      "SELECT COUNT(*) FROM team_record WHERE kind = 'result' AND body ->> 'status' = 'done'",
    );
    await until(() => ofDone.pluck().get() === 1, 'Sam’s computer knows that there is news');
    await passUntil(sam.fake, () => sam.status() === 'done', 60_000);
    expect(sam.asked()).toBe(2);
    await untilShared(sam);
    // What Sam’s computer read is no news to anybody.
    expect(ofDone.pluck().get()).toBe(1);
  });

  it('is read once a day while the colleague’s computer is off', async () => {
    const [dana, sam] = await openBoth();
    await dana.add();
    await until(() => sam.status() !== undefined, 'Sam’s computer knows the document');
    await passUntil(sam.fake, () => sam.status() === 'processing', 60_000);
    await dana.close();
    sam.answerWith('done');
    await pass(sam.fake, dayMs / 2, 600_000);
    expect(sam.asked()).toBe(1);
    await passUntil(sam.fake, () => sam.status() === 'done', dayMs, 600_000);
    expect(sam.asked()).toBe(2);
  });
});
