import { cpSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { answeringJson, startWireServer } from './wire-server.ts';
import { createFakeClock } from '../fake-clock.ts';
import { describeWithTeam } from '#test/team/describe.ts';
import { joinTeam, untilShared } from '#test/team/workspaces.ts';
import {
  memoryKeychain,
  openTestWorkspace,
  passUntil,
  temporaryFolder,
  until,
  type TestWorkspace,
  type TestWorkspaceOptions,
} from './workspace-harness.ts';

const waiver = {
  subject: 'v-1',
  requirementId: 'r-1',
  requirement: 'W-9',
  reason: 'On its way',
  until: '2099-12-31',
};

describeWithTeam('a workspace in a team', ['dana', 'sam'], (server) => {
  let baseUrl: string;
  beforeEach(async () => {
    ({ baseUrl } = await startWireServer(answeringJson({})));
  });

  const open = (options: Partial<TestWorkspaceOptions> = {}) =>
    openTestWorkspace({ baseUrl, clock: createFakeClock(Date.now()), ...options });

  const waive = ({ onboarding, onboardingRecords: records, clock }: TestWorkspace, reason = waiver.reason) =>
    onboarding.commit([waiver.subject], () => records.waive({ ...waiver, reason }, clock.wall()));

  const readReasons = ({ onboardingRecords: records }: TestWorkspace) =>
    records.of(waiver.subject).map(({ text }) => text);

  it('shows what a colleague did, also before joining, and who', async () => {
    const [dana, sam] = [await open(), await open()];
    waive(dana, 'Before');
    await joinTeam(server, dana, 'dana');
    await joinTeam(server, sam, 'sam');
    expect(readReasons(sam)).toEqual(['Before']);
    expect(sam.events.filter(({ name }) => name === 'team.changed').length).toBeGreaterThan(1);
    sam.events.length = 0;
    waive(dana, 'After');
    await until(() => readReasons(sam).length === 2, 'Sam sees it');
    expect(sam.onboardingRecords.of('v-1')).toEqual(dana.onboardingRecords.of('v-1'));
    expect(sam.events.map(({ name }) => name)).toContain('onboarding.changed');
    const members = await sam.team.members();
    expect(members?.map(({ role }) => role).toSorted()).toEqual(['dana']);
  });

  it('shares what was done before Gangway kept a log', async () => {
    const [dana, sam] = [await open(), await open()];
    waive(dana, 'Long ago');
    dana.onboardingRecords.tag(waiver.subject, 'roof');
    dana.db.exec('DELETE FROM team_record');
    await joinTeam(server, dana, 'dana');
    await joinTeam(server, sam, 'sam');
    expect(sam.onboardingRecords.of('v-1')).toEqual(dana.onboardingRecords.of('v-1'));
    expect(readReasons(sam)).toEqual(['Long ago']);
    expect(sam.onboardingRecords.tags()).toEqual([{ tag: 'roof', count: 1 }]);
  });

  it('works on while the team is away, and shares when it is back', async () => {
    const [dana, sam] = [await open(), await open()];
    await joinTeam(server, dana, 'dana');
    await joinTeam(server, sam, 'sam');
    await server.postgres.kill();
    await until(() => dana.team.status().problem !== null, 'the loss is told');
    waive(dana);
    expect(dana.team.status()).toMatchObject({ waiting: 1 });
    await server.postgres.start();
    await passUntil(dana.fake, () => dana.team.status().waiting === 0, 120_000);
    await passUntil(sam.fake, () => readReasons(sam).length === 1, 120_000);
    expect(readReasons(sam)).toEqual(['On its way']);
  });

  it('goes on with its team after a restart', async () => {
    const [folder, keychain] = [temporaryFolder(), await memoryKeychain()];
    const sam = await open();
    await joinTeam(server, sam, 'sam');
    const dana = await open({ folder, keychain });
    await joinTeam(server, dana, 'dana');
    await dana.close();
    const again = await open({ folder, keychain });
    waive(again);
    await until(() => readReasons(sam).length === 1, 'Sam sees it');
    expect(readReasons(sam)).toEqual(['On its way']);
  });

  it('shares nothing after it left, and keeps what is here', async () => {
    const [dana, sam] = [await open(), await open()];
    await joinTeam(server, dana, 'dana');
    await joinTeam(server, sam, 'sam');
    waive(sam, 'Shared');
    await until(() => readReasons(dana).length === 1, 'Dana sees it');
    await dana.team.leave();
    waive(dana, 'Own');
    expect(dana.team.status()).toMatchObject({ address: null, waiting: 0 });
    waive(sam, 'Later');
    await untilShared(sam);
    expect(readReasons(dana).toSorted()).toEqual(['Own', 'Shared']);
    expect(readReasons(sam)).not.toContain('Own');
  });

  it('corrects a clock that is days off, so that the last to act counts', async () => {
    const [dana, sam] = [await open({ clock: createFakeClock(Date.now() + 3 * 86_400_000) }), await open()];
    dana.onboardingRecords.setLanguage('v-1', 'es');
    await joinTeam(server, dana, 'dana');
    await joinTeam(server, sam, 'sam');
    expect(sam.onboardingRecords.language('v-1')).toBe('es');
    sam.onboarding.commit(['v-1'], () => sam.onboardingRecords.setLanguage('v-1', 'en'));
    await until(() => dana.onboardingRecords.language('v-1') === 'en', 'Dana sees it');
    expect(sam.team.status()).toMatchObject({ problem: null, keptOut: 0 });
  });

  it('becomes a new seat where another computer goes on with a copy of it', async () => {
    const [folder, copy, keychain] = [temporaryFolder(), temporaryFolder(), await memoryKeychain()];
    const first = await open({ folder, keychain });
    await joinTeam(server, first, 'dana');
    waive(first, 'Before');
    await untilShared(first);
    await first.close();
    cpSync(folder, copy, { recursive: true });
    const original = await open({ folder, keychain });
    waive(original, 'Original');
    await untilShared(original);
    await original.close();
    const copied = await open({ folder: copy, keychain });
    waive(copied, 'Copy');
    await until(() => readReasons(copied).length === 3, 'the copy knows all');
    await untilShared(copied);
    const again = await open({ folder, keychain });
    await until(() => readReasons(again).length === 3, 'the original knows all');
    expect(readReasons(again).toSorted()).toEqual(['Before', 'Copy', 'Original']);
    expect(again.team.seat()).not.toBe(copied.team.seat());
  });

  it('goes on with the password that the company changed, once it is entered', async () => {
    await server.postgres.createMember('kim', 'old');
    const kim = await open();
    expect(await kim.team.join(server.toAddress('kim'), 'old')).toBeNull();
    await untilShared(kim);
    await server.postgres.run("ALTER ROLE kim PASSWORD 'new'");
    await server.postgres.kill();
    await server.postgres.start();
    await passUntil(kim.fake, () => kim.team.status().problem?.kind === 'sign_in_refused', 120_000);
    expect(await kim.team.signIn('wrong')).toEqual({ kind: 'sign_in_refused' });
    waive(kim);
    expect(await kim.team.signIn('new')).toBeNull();
    await untilShared(kim);
    expect(kim.team.status()).toMatchObject({ problem: null, waiting: 0, address: { user: 'kim' } });
  });

  it('does not join where it is not let in, and says why', async () => {
    const dana = await open();
    expect(await dana.team.join(server.toAddress('dana'), 'wrong')).toEqual({ kind: 'sign_in_refused' });
    expect(await dana.team.join({ ...server.toAddress('dana'), database: 'none' }, 'dana')).toEqual({
      kind: 'database_missing',
    });
    expect(dana.team.status()).toMatchObject({ address: null, problem: null });
  });
});
