import { beforeEach, expect, it } from 'vitest';
import { inviteHandlers } from '#main/features/invites.ts';
import { outboxHandlers } from '#main/features/outbox.ts';
import { todayHandlers } from '#main/features/today.ts';
import { vendorHandlers } from '#main/features/vendors.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import type { InviteDetail } from '#shared/ipc/invites.ts';
import { describeWithTeam } from '#test/team/describe.ts';
import { startCuttingProxy } from '#test/team/proxy.ts';
import { joinTeam, untilShared } from '#test/team/workspaces.ts';
import { createFakeClock } from '../fake-clock.ts';
import { importing, unwrap } from './import-harness.ts';
import {
  answering,
  answeringJson,
  hangingUp,
  startWireServer,
  type SeenRequest,
  type WireServer,
} from './wire-server.ts';
import {
  enqueueInvite,
  getEntryState,
  openTestWorkspace,
  passUntil,
  turn,
  until,
  untilState,
  type TestWorkspace,
} from './workspace-harness.ts';

const address = 'vera@vendor.example';
const everyRow = { after: null, limit: 100, search: '', where: {}, sort: null, descending: false };
const checklist = { vendorStatus: 'Invited', complianceStatus: 'Pending', metadata: { vendorId: 'v-7' } };

describeWithTeam('invites and verifications of a team', ['dana', 'sam'], (server) => {
  let service: WireServer;
  beforeEach(async () => {
    service = await startWireServer(answeringJson(checklist));
  });

  const open = (person: string, aheadMs = 0) =>
    openTestWorkspace({
      baseUrl: service.baseUrl,
      clock: createFakeClock(Date.now() + aheadMs),
      person,
    });

  async function openBoth(): Promise<[dana: TestWorkspace, sam: TestWorkspace]> {
    const [dana, sam] = [await open('Dana'), await open('Sam')];
    await joinTeam(server, dana, 'dana');
    await joinTeam(server, sam, 'sam');
    return [dana, sam];
  }

  const posted = (): SeenRequest[] => service.requests.filter(({ method }) => method === 'POST');
  const knows = (workspace: TestWorkspace, entryId: string) =>
    until(() => workspace.invites.get(entryId) !== null, 'the colleague knows of it');
  const getReason = (workspace: TestWorkspace, entryId: string) =>
    workspace.entries.progress(entryId)?.reason;
  const read = async (workspace: TestWorkspace, entryId: string): Promise<InviteDetail> =>
    unwrap(await inviteHandlers(workspace)['invites.get']({ entryId }));

  it('lists what a colleague sent, with the service’s answer, and who sent it', async () => {
    const [dana, sam] = await openBoth();
    const entryId = await enqueueInvite(dana, address);
    await knows(sam, entryId);
    expect(await read(sam, entryId)).toMatchObject({
      state: 'accepted',
      colleague: 'Dana',
      email: address,
      vendorId: 'v-7',
      complianceStatus: 'Pending',
      invitation: { vendor: { email: address } },
      answer: { status: 200 },
    });
    expect(sam.invites.counts()).toEqual(dana.invites.counts());
    const { activity } = unwrap(await todayHandlers(sam)['today.summary'](null));
    expect(activity.map(({ detail }) => detail)).toEqual([
      'Dana sent the invite to',
      'Dana queued the invite to',
    ]);
    expect(sam.events.map(({ name }) => name)).toContain('entries.changed');
    expect(posted()).toHaveLength(1);
  });

  it('does not list what is on its way into the outbox here, where a copy of this workspace sent it', async () => {
    const [dana, sam] = [await open('Dana'), await open('Sam')];
    const entryId = await enqueueInvite(dana, address);
    await untilState(dana, entryId, 'accepted');
    const later = Date.now() + 3_600_000;
    sam.db
      .exec(`INSERT INTO import_batch (number, file_name, kind, state, not_before) VALUES (1, 'x.csv', 'invite', 'queued', ${later});
      INSERT INTO import_row (batch, id, idempotency_key, body) VALUES (1, '${entryId}', 'k', '{}')`);
    await joinTeam(server, dana, 'dana');
    await joinTeam(server, sam, 'sam');
    const last = await enqueueInvite(dana);
    await knows(sam, last);
    expect(sam.invites.get(entryId)).toBeNull();
  });

  it('learns on joining of what was sent before', async () => {
    const dana = await open('Dana');
    const before = await enqueueInvite(dana, address);
    await untilState(dana, before, 'accepted');
    await joinTeam(server, dana, 'dana');
    const sam = await open('Sam');
    await joinTeam(server, sam, 'sam');
    expect(getEntryState(sam, before)).toBe('accepted');
    expect((await read(dana, before)).colleague).toBeUndefined();
  });

  it('holds an invite to a vendor that a colleague invited, and sends it once a person says so', async () => {
    const [dana, sam] = await openBoth();
    await knows(sam, await enqueueInvite(dana, address));
    const own = await enqueueInvite(sam, ` ${address.toUpperCase()}`);
    await untilState(sam, own, 'in_doubt');
    expect(getReason(sam, own)).toMatchObject({
      code: 'invited_by_colleague',
      colleague: 'Dana',
      state: 'sent',
    });
    expect(posted()).toHaveLength(1);
    const today = unwrap(await todayHandlers(sam)['today.summary'](null));
    expect([today.held.rows.map(({ entryId }) => entryId), today.held.total]).toEqual([[own], 1]);
    expect(today.unclear).toEqual({ rows: [], total: 0 });
    expect(today.activity[0]).toMatchObject({ detail: 'A colleague already invited' });
    const list = (only: 'held' | 'in_doubt') =>
      sam.outboxList.page({ group: 'needs_you', only, after: null, limit: 10 });
    expect([list('held').total, list('held').rows.length, list('in_doubt').total]).toEqual([1, 1, 0]);
    unwrap(await outboxHandlers(sam)['outbox.sendAgain']({ entryId: own }));
    await untilState(sam, own, 'accepted');
    expect(posted()).toHaveLength(2);
  });

  it('knows a vendor that a colleague looked up, and that an invite to its address was to it', async () => {
    service.behave(answeringJson({ vendorStatus: 'Invited' }));
    const [dana, sam] = await openBoth();
    await knows(sam, await enqueueInvite(dana, address));
    service.behave(answeringJson({ email: address, companyName: 'Vera Masonry' }));
    unwrap(await vendorHandlers(dana)['vendors.lookUp']({ vendorId: 'v-8' }));
    await until(() => sam.onboarding.judge(['v-8'], null).size === 1, 'Sam knows the vendor');
    const judged = sam.onboarding.judge(['v-8', `@${address}`], null);
    expect([...judged.keys()]).toEqual(['v-8']);
    expect(judged.get('v-8')).toMatchObject({
      name: 'Vera Masonry',
      facts: { profile: null, invite: { state: 'accepted' } },
    });
    const related = unwrap(await vendorHandlers(sam)['vendors.related']({ subject: 'v-8' }));
    expect(related.invites).toMatchObject([{ email: address, colleague: 'Dana' }]);
    const { entryId } = unwrap(
      await inviteHandlers(sam)['invites.enqueue']({ invitation: { vendorId: 'v-8' }, replaces: null }),
    );
    await untilState(sam, entryId, 'in_doubt');
    expect(posted()).toHaveLength(1);
  });

  it('holds an invite to the address of a vendor that a colleague invited by its ID', async () => {
    const [dana, sam] = await openBoth();
    service.behave(answeringJson({ email: address, companyName: 'Vera Masonry' }));
    for (const seat of [dana, sam]) unwrap(await vendorHandlers(seat)['vendors.lookUp']({ vendorId: 'v-8' }));
    service.behave(answeringJson({ vendorStatus: 'Invited' }));
    const invitation = { vendorId: 'v-8' };
    const { entryId } = unwrap(await inviteHandlers(dana)['invites.enqueue']({ invitation, replaces: null }));
    await knows(sam, entryId);
    await untilState(sam, await enqueueInvite(sam, address), 'in_doubt');
    expect(posted()).toHaveLength(1);
  });

  it('hears the team before it repeats an invite after the computer slept', async () => {
    const [dana, sam] = [await open('Dana'), await open('Sam')];
    await joinTeam(server, dana, 'dana');
    const proxy = await startCuttingProxy(server.postgres.port);
    await joinTeam(server, sam, 'sam', { port: proxy.port, ca: null });
    service.behave(answering(429, { 'retry-after': '60' }, 'later'));
    const own = await enqueueInvite(sam, address);
    await until(() => getEntryState(sam, own) === 'waiting', 'it is to be repeated');
    await untilShared(sam);
    service.behave(answeringJson(checklist));
    sam.dispatcher.setSuspended('asleep', true);
    // Nothing is left under way: after a cut it connects again once time goes by.
    proxy.failNext('cut_question', Infinity);
    const invitation = { vendor: { email: address } };
    const call = inviteHandlers(dana)['invites.enqueue'];
    const { entryId } = unwrap(await call({ invitation, replaces: null, despite: [own] }));
    await untilState(dana, entryId, 'accepted');
    await untilShared(dana);
    const before = posted().length;
    proxy.failNext('none');
    sam.fake.sleep(3_600_000);
    sam.dispatcher.setSuspended('asleep', false);
    await until(() => ['accepted', 'in_doubt'].includes(getEntryState(sam, own)), 'it is decided');
    expect(getEntryState(sam, own)).toBe('in_doubt');
    expect(posted()).toHaveLength(before);
  });

  it('moves what is kept for an address where a colleague corrects it', async () => {
    service.behave(answeringJson({ vendorStatus: 'Invited' }));
    const [dana, sam] = await openBoth();
    const [mistake, corrected] = ['@anna@x.example', '@ana@x.example'];
    const sent = await enqueueInvite(dana, mistake.slice(1));
    await untilState(dana, sent, 'accepted');
    sam.onboarding.commit([mistake], () => sam.onboardingRecords.tag(mistake, 'roof'));
    await until(() => dana.onboardingRecords.tags().length === 1, 'Dana sees it');
    const invitation = { vendor: { email: corrected.slice(1) } };
    const call = inviteHandlers(dana)['invites.enqueue'];
    const { entryId } = unwrap(await call({ invitation, replaces: sent }));
    await knows(sam, entryId);
    for (const { db } of [dana, sam])
      expect(db.prepare('SELECT vendor_id FROM vendor_tag').pluck().all()).toEqual([corrected]);
  });

  it.each([
    ['this computer’s clock is weeks ahead', 0, 40],
    ['the colleague’s clock is weeks behind', -40, 0],
  ])('holds an invite also where %s', async (_where, hers, his) => {
    const dayMs = 24 * 3_600_000;
    const [dana, sam] = [await open('Dana', hers * dayMs), await open('Sam', his * dayMs)];
    await joinTeam(server, dana, 'dana');
    await joinTeam(server, sam, 'sam');
    await knows(sam, await enqueueInvite(dana, address));
    await untilState(sam, await enqueueInvite(sam, address), 'in_doubt');
    expect(posted()).toHaveLength(1);
  });

  it('holds an invite where a colleague’s was queued weeks ago and is sent today', async () => {
    const dana = await open('Dana', -31 * 24 * 3_600_000);
    dana.dispatcher.setWorkOffline(true);
    const hers = await enqueueInvite(dana, address);
    dana.fake.sleep(31 * 24 * 3_600_000);
    const sam = await open('Sam');
    await joinTeam(server, dana, 'dana');
    await joinTeam(server, sam, 'sam');
    dana.dispatcher.setWorkOffline(false);
    await untilState(dana, hers, 'accepted');
    await knows(sam, hers);
    await untilState(sam, await enqueueInvite(sam, address), 'in_doubt');
    expect(posted()).toHaveLength(1);
  });

  it('does not hold what was queued in the knowledge of it, as a reminder is', async () => {
    const [dana, sam] = await openBoth();
    const sent = await enqueueInvite(dana, address);
    await knows(sam, sent);
    const call = inviteHandlers(sam);
    const [found] = unwrap(await call['invites.duplicates']({ email: address, vendorId: null }));
    expect(found).toMatchObject({ entryId: sent, colleague: 'Dana' });
    const { queued } = unwrap(await call['invites.remind']({ entryIds: [sent] }));
    await untilState(sam, queued[0] ?? '', 'accepted');
    const invitation = { vendor: { email: address } };
    const { entryId } = unwrap(
      await call['invites.enqueue']({ invitation, replaces: null, despite: [sent] }),
    );
    await untilState(sam, entryId, 'accepted');
    expect(posted()).toHaveLength(3);
  });

  it('holds the other where one of two may have been sent before both knew of each other', async () => {
    service.behave(hangingUp);
    const [dana, sam] = [await open('Dana'), await open('Sam')];
    await joinTeam(server, dana, 'dana');
    dana.dispatcher.setWorkOffline(true);
    const hers = await enqueueInvite(dana, address);
    await untilShared(dana);
    const his = await enqueueInvite(sam, address);
    await untilState(sam, his, 'in_doubt');
    await joinTeam(server, sam, 'sam');
    service.behave(answeringJson(checklist));
    const outbox = outboxHandlers(sam);
    unwrap(await outbox['outbox.sendAgain']({ entryId: his }));
    await until(() => getReason(sam, his)?.code === 'invited_by_colleague', 'it is held');
    expect(getReason(sam, his)).toMatchObject({ colleague: 'Dana', mayBeSent: true });
    await untilShared(sam);
    await until(() => unsent(dana)[0]?.state === 'in_doubt', 'Dana knows that it may have been sent');
    dana.dispatcher.setWorkOffline(false);
    await untilState(dana, hers, 'in_doubt');
    expect(getReason(dana, hers)).toMatchObject({ colleague: 'Sam', state: 'in_doubt' });
    unwrap(await outbox['outbox.cancel']({ entryId: his }));
    await untilShared(sam);
    unwrap(await outboxHandlers(dana)['outbox.cancel']({ entryId: hers }));
    const later = await enqueueInvite(dana, address);
    await untilState(dana, later, 'in_doubt');
    expect(posted()).toHaveLength(1);
  });

  it('holds an invite whose sender saw others of its kind, but not the colleague’s', async () => {
    service.behave(answeringJson({ vendorStatus: 'Invited' }));
    const [dana, sam] = await openBoth();
    const earlier = await enqueueInvite(sam, address);
    await untilState(sam, earlier, 'accepted');
    await knows(dana, earlier);
    const invitation = { vendor: { email: address } };
    const enqueue = async (workspace: TestWorkspace) =>
      unwrap(
        await inviteHandlers(workspace)['invites.enqueue']({
          invitation,
          replaces: null,
          despite: [earlier],
        }),
      ).entryId;
    const hers = await enqueue(dana);
    await untilState(dana, hers, 'accepted');
    await knows(sam, hers);
    await untilState(sam, await enqueue(sam), 'in_doubt');
    expect(posted()).toHaveLength(2);
  });

  it('finds what a colleague invited by the ID of the vendor that has the address', async () => {
    const [dana, sam] = await openBoth();
    service.behave(answeringJson({ email: address, companyName: 'Vera Masonry' }));
    for (const seat of [dana, sam]) unwrap(await vendorHandlers(seat)['vendors.lookUp']({ vendorId: 'v-8' }));
    service.behave(answeringJson({ vendorStatus: 'Invited' }));
    const call = inviteHandlers(dana)['invites.enqueue'];
    const { entryId } = unwrap(await call({ invitation: { vendorId: 'v-8' }, replaces: null }));
    await knows(sam, entryId);
    const find = inviteHandlers(sam)['invites.duplicates'];
    expect(unwrap(await find({ email: address, vendorId: null }))).toMatchObject([{ entryId }]);
  });

  it('holds after joining another team, too, where a person had seen what the first one’s members did', async () => {
    const [dana, sam] = await openBoth();
    for (let count = 0; count < 3; count += 1) await knows(sam, await enqueueInvite(dana));
    await sam.team.leave();
    sam.dispatcher.setWorkOffline(true);
    const [first] = unsentOrSent(sam);
    const invitation = { vendor: { email: first?.email ?? '' } };
    const call = inviteHandlers(sam);
    const known = unwrap(
      await call['invites.duplicates']({ email: invitation.vendor.email, vendorId: null }),
    );
    const despite = known.map(({ entryId }) => entryId);
    const { entryId: own } = unwrap(await call['invites.enqueue']({ invitation, replaces: null, despite }));
    await server.postgres.createTeam('other');
    await joinTeam(server, sam, 'sam', { database: 'other' });
    const lee = await open('Lee');
    await joinTeam(server, lee, 'dana', { database: 'other' });
    const theirs = unwrap(
      await inviteHandlers(lee)['invites.enqueue']({
        invitation,
        replaces: null,
        despite: [own, ...despite],
      }),
    ).entryId;
    await untilState(lee, theirs, 'accepted');
    await knows(sam, theirs);
    sam.dispatcher.setWorkOffline(false);
    await untilState(sam, own, 'in_doubt');
    expect(getReason(sam, own)).toMatchObject({ colleague: 'Lee' });
  });

  const unsentOrSent = (workspace: TestWorkspace) =>
    workspace.invites.page({ tab: 'all', after: null, limit: 10 }).rows;

  it('goes at once where its sender leaves the team that it waits for', async () => {
    const proxy = await startCuttingProxy(server.postgres.port);
    const sam = await open('Sam');
    await joinTeam(server, sam, 'sam', { port: proxy.port });
    proxy.failNext('silence', Infinity);
    const own = await enqueueInvite(sam, address);
    expect(getEntryState(sam, own)).toBe('queued');
    await sam.team.leave();
    await untilState(sam, own, 'accepted');
  });

  it('waits for the team with a canceled invite that is queued again, as with a new one', async () => {
    const [dana, sam] = await openBoth();
    for (let round = 0; round < 8; round += 1) {
      const email = `${round}@again.example`;
      sam.dispatcher.setWorkOffline(true);
      const his = await enqueueInvite(sam, email);
      await untilShared(sam);
      unwrap(await outboxHandlers(sam)['outbox.cancel']({ entryId: his }));
      await untilShared(sam);
      await until(() => dana.colleaguesEntries.unsentTo(email, null).length === 0, 'Dana knows');
      const before = posted().length;
      sam.dispatcher.setWorkOffline(false);
      const invitation = { vendor: { email } };
      const enqueued = inviteHandlers(dana)['invites.enqueue']({ invitation, replaces: null });
      const undone = outboxHandlers(sam)['outbox.undo']({ entryIds: [his], what: 'cancelled' });
      const hers = unwrap(await enqueued).entryId;
      unwrap(await undone);
      const states = () => [getEntryState(dana, hers), getEntryState(sam, his)].toSorted();
      await until(() => states().join() === 'accepted,in_doubt', 'one is sent and one is held');
      expect(posted()).toHaveLength(before + 1);
    }
  });

  it('waits for a silent team with a stopped invite that is tried again', async () => {
    const proxy = await startCuttingProxy(server.postgres.port);
    const sam = await open('Sam');
    await joinTeam(server, sam, 'sam', { port: proxy.port });
    sam.dispatcher.setWorkOffline(true);
    const own = await enqueueInvite(sam, address);
    await untilShared(sam);
    unwrap(await outboxHandlers(sam)['outbox.cancel']({ entryId: own }));
    await untilShared(sam);
    proxy.failNext('silence', Infinity);
    unwrap(await outboxHandlers(sam)['outbox.undo']({ entryIds: [own], what: 'cancelled' }));
    sam.dispatcher.setWorkOffline(false);
    await turn();
    expect(getEntryState(sam, own)).toBe('queued');
    await passUntil(sam.fake, () => getEntryState(sam, own) === 'accepted', 12_000);
  });

  it('holds by an invite that was canceled when its sender saw the others, and goes after all', async () => {
    const [dana, sam] = await openBoth();
    const invitation = { vendor: { email: address } };
    const shown = await enqueueInvite(dana, address);
    await knows(sam, shown);
    dana.dispatcher.setWorkOffline(true);
    const hers = await enqueueInvite(dana, address);
    await until(() => unsent(sam).length === 1, 'Sam knows of it');
    unwrap(await outboxHandlers(dana)['outbox.cancel']({ entryId: hers }));
    await until(() => unsent(sam).length === 0, 'Sam knows that it is canceled');
    sam.dispatcher.setWorkOffline(true);
    const call = inviteHandlers(sam)['invites.enqueue'];
    const { entryId: his } = unwrap(await call({ invitation, replaces: null, despite: [shown] }));
    unwrap(await outboxHandlers(dana)['outbox.undo']({ entryIds: [hers], what: 'cancelled' }));
    await untilShared(sam);
    const again = () => outboxHandlers(dana)['outbox.sendAgain']({ entryId: hers });
    dana.dispatcher.setWorkOffline(false);
    await until(() => getEntryState(dana, hers) !== 'queued', 'it is sent, or held by the one of Sam');
    if (getEntryState(dana, hers) === 'in_doubt') unwrap(await again());
    await untilState(dana, hers, 'accepted');
    await knows(sam, hers);
    sam.dispatcher.setWorkOffline(false);
    await untilState(sam, his, 'in_doubt');
    expect(posted()).toHaveLength(2);
  });

  it('holds by an invite that a colleague marked as sent, and canceled after taking that back', async () => {
    service.behave(hangingUp);
    const dana = await open('Dana');
    await joinTeam(server, dana, 'dana');
    const hers = await enqueueInvite(dana, address);
    await untilState(dana, hers, 'in_doubt');
    const outbox = outboxHandlers(dana);
    unwrap(await outbox['outbox.markAsSent']({ entryId: hers }));
    await untilShared(dana);
    unwrap(await outbox['outbox.undo']({ entryIds: [hers], what: 'marked_as_sent' }));
    unwrap(await outbox['outbox.cancel']({ entryId: hers }));
    await untilShared(dana);
    const sam = await open('Sam');
    await joinTeam(server, sam, 'sam');
    await untilState(sam, await enqueueInvite(sam, address), 'in_doubt');
    expect(posted()).toHaveLength(1);
  });

  it('sends one of two invites that were queued while both were away, and holds the other', async () => {
    const [dana, sam] = await openBoth();
    for (const workspace of [dana, sam]) workspace.dispatcher.setWorkOffline(true);
    const [hers, his] = [await enqueueInvite(dana, address), await enqueueInvite(sam, address)];
    for (const workspace of [dana, sam]) await untilShared(workspace);
    await until(() => [dana, sam].every((one) => unsent(one).length === 1), 'each knows of the other’s');
    expect(unsent(sam)).toMatchObject([{ colleague: 'Dana', state: 'queued' }]);
    for (const workspace of [sam, dana]) workspace.dispatcher.setWorkOffline(false);
    const states = () => [getEntryState(dana, hers), getEntryState(sam, his)].toSorted();
    await until(() => states().join() === 'accepted,in_doubt', 'one is sent and one is held');
    expect(posted()).toHaveLength(1);
  });

  const unsent = (workspace: TestWorkspace) => workspace.colleaguesEntries.unsentTo(address, null);

  it('holds a whole list that a colleague sent meanwhile, and cancels and restores that together', async () => {
    const [dana, sam] = await openBoth();
    const emails = Array.from({ length: 60 }, (_, number) => `${number}@vendor.example`);
    const file = ['email', ...emails].join('\n');
    for (const workspace of [dana, sam]) workspace.dispatcher.setWorkOffline(true);
    // Both are checked before either is queued.
    const lists = [importing(dana), importing(sam)];
    for (const list of lists) await list.open(file);
    for (const list of lists) unwrap(await list.queue());
    async function release(workspace: TestWorkspace): Promise<void> {
      const soon = workspace.clock.wall() + 60_000;
      unwrap(await outboxHandlers(workspace)['outbox.sendDelayed']({ until: soon }));
      workspace.dispatcher.setWorkOffline(false);
    }
    await release(dana);
    await until(() => dana.invites.counts().invited === emails.length, 'hers are sent');
    await release(sam);
    const outbox = outboxHandlers(sam);
    const held = () =>
      sam.outboxList.page({ ...everyRow, group: 'needs_you', only: 'held', now: sam.clock.wall() }).rows;
    await until(() => held().length === emails.length, 'his are held');
    const entryIds = held().map((row) => row.entryId);
    const { changed } = unwrap(await outbox['outbox.decideMany']({ entryIds, decision: 'cancelled' }));
    expect(changed).toHaveLength(emails.length);
    expect(held()).toEqual([]);
    unwrap(await outbox['outbox.undo']({ entryIds: changed, what: 'cancelled' }));
    expect(held()).toHaveLength(emails.length);
    await untilShared(sam);
    expect(posted()).toHaveLength(emails.length);
  });

  it('lets only one of many go that are queued at the same time', async () => {
    const [dana, sam] = await openBoth();
    const addresses = Array.from({ length: 40 }, (_, number) => `${number}@vendor.example`);
    await Promise.all(addresses.flatMap((email) => [enqueueInvite(dana, email), enqueueInvite(sam, email)]));
    const isSettled = ({ invites }: TestWorkspace) => invites.counts().waiting === 0;
    await until(() => isSettled(dana) && isSettled(sam), 'all are sent or held');
    expect(
      posted()
        .map(({ body }) => body)
        .toSorted(),
    ).toEqual(addresses.map((email) => JSON.stringify({ vendor: { email } })).toSorted());
  });

  it('holds nothing for a team that is away, and nothing for longer than five seconds', async () => {
    const [dana, sam] = await openBoth();
    await server.postgres.kill();
    await until(() => sam.team.status().problem !== null, 'the loss is told');
    const first = await enqueueInvite(sam, address);
    await untilState(sam, first, 'accepted');
    await server.postgres.start();
    await passUntil(sam.fake, () => sam.team.status().problem === null, 120_000);
    await passUntil(dana.fake, () => dana.team.status().problem === null, 120_000);
    await knows(dana, first);
    const proxy = await startCuttingProxy(server.postgres.port);
    const silent = await open('Sam');
    await joinTeam(server, silent, 'sam', { port: proxy.port });
    proxy.failNext('silence');
    const second = await enqueueInvite(silent, 'other@vendor.example');
    await turn();
    expect(getEntryState(silent, second)).toBe('queued');
    await passUntil(silent.fake, () => getEntryState(silent, second) === 'accepted', 6000);
  });

  it('connects again before it sends, where the connection was cut', async () => {
    const [dana, sam] = [await open('Dana'), await open('Sam')];
    await joinTeam(server, dana, 'dana');
    const proxy = await startCuttingProxy(server.postgres.port);
    await joinTeam(server, sam, 'sam', { port: proxy.port, ca: null });
    proxy.failNext('cut_push');
    const [hers, his] = await Promise.all([enqueueInvite(dana, address), enqueueInvite(sam, address)]);
    const states = () => [getEntryState(dana, hers), getEntryState(sam, his)].toSorted();
    await passUntil(sam.fake, () => states().join() === 'accepted,in_doubt', 30_000, 1);
    expect(posted()).toHaveLength(1);
  });

  it('goes on connecting for a while before it sends, where its pushes are cut', async () => {
    const proxy = await startCuttingProxy(server.postgres.port);
    const sam = await open('Sam');
    await joinTeam(server, sam, 'sam', { port: proxy.port, ca: null });
    proxy.failNext('cut_push', 4);
    const own = await enqueueInvite(sam, address);
    await passUntil(sam.fake, () => getEntryState(sam, own) === 'accepted', 30_000, 1);
    const arrival = sam.db
      .prepare("SELECT arrival FROM team_record WHERE kind = 'invite' AND subject = ?")
      .pluck();
    expect(arrival.get(own)).not.toBeNull();
  });

  it('tries a team that was away once more before it sends', async () => {
    const [dana, sam] = await openBoth();
    await server.postgres.kill();
    await until(() => sam.team.status().problem !== null, 'the loss is told');
    await server.postgres.start();
    await passUntil(dana.fake, () => dana.team.status().problem === null, 120_000);
    await untilState(dana, await enqueueInvite(dana, address), 'accepted');
    // It would be tried two seconds after the loss.
    sam.fake.advance(1500);
    expect(sam.team.status().problem).not.toBeNull();
    const own = await enqueueInvite(sam, address);
    await untilState(sam, own, 'in_doubt');
    expect(getReason(sam, own)).toMatchObject({ code: 'invited_by_colleague', colleague: 'Dana' });
    expect(posted()).toHaveLength(1);
  });

  it('does not take an invite for one that holds, once it was refused or canceled', async () => {
    service.behave(answering(400, {}, 'no'));
    const [dana, sam] = await openBoth();
    const refused = await enqueueInvite(dana, address);
    await untilState(dana, refused, 'rejected');
    await untilShared(dana);
    await until(() => unsent(sam).length === 0, 'Sam knows');
    service.behave(answeringJson(checklist));
    await untilState(sam, await enqueueInvite(sam, address), 'accepted');
    expect(await inviteHandlers(sam)['invites.get']({ entryId: refused })).toMatchObject({ ok: false });
  });

  it('learns the service’s answer also where a colleague had marked the invite as sent before', async () => {
    service.behave(hangingUp);
    const [dana, sam] = await openBoth();
    const entryId = await enqueueInvite(dana, address);
    await untilState(dana, entryId, 'in_doubt');
    const outbox = outboxHandlers(dana);
    unwrap(await outbox['outbox.markAsSent']({ entryId }));
    await knows(sam, entryId);
    expect(await read(sam, entryId)).toMatchObject({ markedByPerson: true, vendorId: null, answer: null });
    unwrap(await outbox['outbox.undo']({ entryIds: [entryId], what: 'marked_as_sent' }));
    service.behave(answeringJson(checklist));
    unwrap(await outbox['outbox.sendAgain']({ entryId }));
    await untilState(dana, entryId, 'accepted');
    await until(() => sam.invites.get(entryId)?.vendorId === 'v-7', 'Sam knows the answer');
    expect(await read(sam, entryId)).toMatchObject({
      markedByPerson: false,
      complianceStatus: 'Pending',
      answer: { status: 200 },
    });
  });

  it('follows a colleague’s verification, and shares what is decided about it', async () => {
    const result = { id: 'r-1', status: 'completed', isVerified: true };
    service.behave(answeringJson({ success: true, id: 'r-1' }));
    const [dana, sam] = await openBoth();
    const [hers, his] = [verificationHandlers(dana), verificationHandlers(sam)];
    const request = { type: 'license', data: { licenseNumber: 'C-10-1', licenseeName: 'Kestrel' } };
    const { entryId } = unwrap(
      await hers['verifications.enqueue']({ ...request, vendorId: 'v-7', replaces: null }),
    );
    await until(() => sam.verifications.get(entryId)?.requestId === 'r-1', 'Sam knows of it');
    service.behave(answeringJson(result));
    await passUntil(sam.fake, () => sam.verifications.get(entryId)?.status === 'completed', 600_000);
    expect(
      unwrap(await his['verifications.duplicates']({ licenseNumber: 'C-10-1', state: '' })),
    ).toMatchObject([{ entryId, colleague: 'Dana' }]);
    unwrap(await his['verifications.decide']({ entryId, choice: 'ask_vendor', note: 'Renewal' }));
    await until(() => dana.decisions.of('verification', entryId).length === 1, 'Dana sees it');
    expect(dana.decisions.of('verification', entryId)).toMatchObject([{ choice: 'ask_vendor', by: 'Sam' }]);
    expect(await hers['verifications.decide']({ entryId, choice: 'undo', note: '' })).toMatchObject({
      ok: false,
    });
    unwrap(await his['verifications.decide']({ entryId, choice: 'undo', note: '' }));
    await until(() => dana.decisions.of('verification', entryId).length === 0, 'Dana sees that too');
    expect(posted()).toHaveLength(1);
  });
});
