import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { inviteHandlers } from '#main/features/invites.ts';
import { vendorHandlers } from '#main/features/vendors.ts';
import { createRecordId } from '#shared/team/record.ts';
import { describeWithTeam } from '#test/team/describe.ts';
import { startCuttingProxy } from '#test/team/proxy.ts';
import { joinTeam, untilShared } from '#test/team/workspaces.ts';
import { createFakeClock } from '../fake-clock.ts';
import { unwrap } from './import-harness.ts';
import { answeringJson, startWireServer, type WireServer } from './wire-server.ts';
import {
  enqueueInvite,
  getEntryState,
  memoryKeychain,
  openTestWorkspace,
  passUntil,
  temporaryFolder,
  until,
  type TestWorkspace,
  type TestWorkspaceOptions,
} from './workspace-harness.ts';

const address = 'vera@vendor.example';

describeWithTeam('sharing goes on', ['dana', 'sam', 'kim'], (server) => {
  let service: WireServer;
  beforeEach(async () => {
    service = await startWireServer(answeringJson({ vendorStatus: 'Invited' }));
  });

  /** What is done within a millisecond comes to the others in any order. */
  const addTags = ({ onboarding, onboardingRecords }: TestWorkspace, text: string) => {
    const vendors = Array.from({ length: 12 }, (_, at) => `v-${at}`);
    onboarding.commit(vendors, () => vendors.forEach((vendor) => onboardingRecords.tag(vendor, text)));
  };
  const countTags = ({ db }: TestWorkspace) => db.prepare('SELECT COUNT(*) FROM vendor_tag').pluck().get();

  const open = (person: string, options: Partial<TestWorkspaceOptions> = {}) =>
    openTestWorkspace({
      baseUrl: service.baseUrl,
      clock: createFakeClock(Date.now()),
      person,
      ...options,
    });

  async function openBoth(): Promise<[dana: TestWorkspace, sam: TestWorkspace]> {
    const [dana, sam] = [await open('Dana'), await open('Sam')];
    await joinTeam(server, dana, 'dana');
    await joinTeam(server, sam, 'sam');
    return [dana, sam];
  }

  const addNote = ({ onboarding, notes, clock }: TestWorkspace, text: string) =>
    onboarding.commit(['v-1'], () =>
      notes.add({ subject: 'v-1', kind: 'note', text, asked: [], followUp: null }, clock.wall()),
    );

  /** Works on in a workspace that shares, and in an older copy of it without the server. The copy is not opened again yet. */
  async function workOnInCopy(sam: TestWorkspace, work: (dana: TestWorkspace, text: string) => void) {
    const [folder, copy, keychain] = [temporaryFolder(), temporaryFolder(), await memoryKeychain()];
    await joinTeam(server, sam, 'sam');
    const first = await open('Dana', { folder, keychain });
    await joinTeam(server, first, 'dana');
    work(first, 'first');
    await untilShared(first);
    await first.close();
    cpSync(folder, copy, { recursive: true });
    const original = await open('Dana', { folder, keychain });
    work(original, 'by the original');
    await untilShared(original);
    await original.close();
    await server.postgres.kill();
    const away = await open('Dana', { folder: copy, keychain });
    work(away, 'by the copy');
    await away.close();
    return { copy, keychain };
  }

  /** Whether what is done after it arrives. */
  async function expectShared(dana: TestWorkspace, sam: TestWorkspace): Promise<void> {
    dana.onboarding.commit(['v-1'], () => dana.onboardingRecords.tag('v-1', 'after'));
    await until(() => sam.onboardingRecords.tags().length === 1, 'Sam sees what came after');
    expect(dana.team.status().problem).toBeNull();
  }

  it.each([
    ['NUL', 'a\0b'],
    ['half of a surrogate pair', 'a\uD83Db'],
  ])('after a note with %s, which the server cannot store', async (_what, text) => {
    const [dana, sam] = await openBoth();
    addNote(dana, text);
    await expectShared(dana, sam);
  });

  it('after a profile with very long names', async () => {
    const [dana, sam] = await openBoth();
    service.behave(answeringJson({ email: address, firstName: 'A'.repeat(400), lastName: 'B'.repeat(400) }));
    unwrap(await vendorHandlers(dana)['vendors.lookUp']({ vendorId: 'v-8' }));
    await expectShared(dana, sam);
  });

  it('after an invite that has more bytes than a record', async () => {
    const [dana, sam] = await openBoth();
    const invitation = { vendor: { email: address }, inviteMessage: '漢'.repeat(30_000) };
    unwrap(await inviteHandlers(dana)['invites.enqueue']({ invitation, replaces: null }));
    await expectShared(dana, sam);
  });

  it('after a row that is nested too deep to be read', async () => {
    const [dana, sam] = await openBoth();
    addNote(dana, 'first');
    const id = randomUUID();
    const body = `{"id":"${id}","x":${'['.repeat(1500)}${']'.repeat(1500)}}`;
    await server.postgres.run(
      `SET ROLE kim; INSERT INTO gangway_team_record (id, seat, seq, wall, counter, member, kind, version, subject, body)
        VALUES ('${createRecordId(Date.now())}', '${randomUUID()}', 1, 2000, 0, 'Kim', 'note_removed', 1, 'v-1', '${body}')`,
      'team',
    );
    await until(() => sam.team.status().keptOut === 1, 'it is kept out');
    await expectShared(dana, sam);
  });

  it('under a new seat after joining with another account', async () => {
    const [dana, sam] = await openBoth();
    addNote(dana, 'first');
    await untilShared(dana);
    await dana.team.leave();
    expect(await dana.team.join(server.toAddress('kim'), 'kim')).toBeNull();
    await expectShared(dana, sam);
  });

  it('with all that was done at once in a workspace and in a copy of it, both from before they joined', async () => {
    const [folder, copy] = [temporaryFolder(), temporaryFolder()];
    const sam = await open('Sam');
    await joinTeam(server, sam, 'sam');
    const first = await open('Dana', { folder });
    addTags(first, 'first');
    await first.close();
    cpSync(folder, copy, { recursive: true });
    const original = await open('Dana', { folder });
    addTags(original, 'original');
    await joinTeam(server, original, 'dana');
    const copied = await open('Dana', { folder: copy });
    addTags(copied, 'copy');
    await joinTeam(server, copied, 'dana');
    for (const workspace of [sam, original, copied])
      await passUntil(workspace.fake, () => countTags(workspace) === 36, 120_000);
    for (const workspace of [original, copied]) await untilShared(workspace);
  });

  it('with all that an older copy did at once before it connected', async () => {
    const sam = await open('Sam');
    const { copy, keychain } = await workOnInCopy(sam, addTags);
    await server.postgres.start();
    const back = await open('Dana', { folder: copy, keychain });
    for (const workspace of [back, sam])
      await passUntil(workspace.fake, () => countTags(workspace) === 36, 120_000);
  });

  it('after a backup of a copy that left its seat takes its place', async () => {
    const [sam, backup] = [await open('Sam'), temporaryFolder()];
    const { copy, keychain } = await workOnInCopy(sam, addNote);
    cpSync(copy, backup, { recursive: true });
    await server.postgres.start();
    const copied = await open('Dana', { folder: copy, keychain });
    await untilShared(copied);
    await copied.close();
    const restored = await open('Dana', { folder: backup, keychain });
    await passUntil(sam.fake, () => sam.team.status().problem === null, 120_000);
    await expectShared(restored, sam);
    await untilShared(restored);
  });

  it('with an invite whose team is silent, also where the clock is set back meanwhile', async () => {
    const proxy = await startCuttingProxy(server.postgres.port);
    const sam = await open('Sam');
    await joinTeam(server, sam, 'sam', { port: proxy.port });
    proxy.failNext('silence', Infinity);
    const own = await enqueueInvite(sam, address);
    sam.fake.setWall(sam.fake.wall() - 3 * 3_600_000);
    await passUntil(sam.fake, () => getEntryState(sam, own) === 'accepted', 12_000);
  });

  it('with an invite while another program leaves a transaction open on the server', async () => {
    const [dana] = await openBoth();
    const session = await server.postgres.openSession('postgres');
    await session.query('BEGIN');
    await session.query('SELECT pg_current_xact_id()');
    const own = await enqueueInvite(dana, address);
    await passUntil(dana.fake, () => getEntryState(dana, own) === 'accepted', 60_000, 500);
    await session.query('ROLLBACK');
    await session.end();
  });
});
