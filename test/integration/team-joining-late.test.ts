import { beforeEach, expect, it } from 'vitest';
import { describeWithTeam, type TeamServer } from '#test/team/describe.ts';
import { startCuttingProxy } from '#test/team/proxy.ts';
import { joinTeam, untilShared } from '#test/team/workspaces.ts';
import { createYear, fillWithYear } from '#test/team/year-of-records.ts';
import { createFakeClock } from '../fake-clock.ts';
import { openTestWorkspace, until, type TestWorkspace } from './workspace-harness.ts';

const records = 12_000;

describeWithTeam('a workspace that joins a team late', ['dana', 'sam'], (server: TeamServer) => {
  beforeEach(() => fillWithYear(server.postgres, 'team', createYear(records, Date.now())));

  const open = () =>
    openTestWorkspace({
      baseUrl: 'http://127.0.0.1:9',
      token: null,
      clock: createFakeClock(Date.now()),
    });

  /** Everything that people did, without what each computer numbers for itself. */
  function show({ db }: TestWorkspace) {
    const list = (sql: string) => db.prepare(sql).all();
    return {
      notes: list('SELECT * FROM vendor_note ORDER BY id'),
      waivers: list('SELECT * FROM waiver ORDER BY id'),
      attestations: list('SELECT * FROM attestation ORDER BY id'),
      tags: list('SELECT * FROM vendor_tag ORDER BY 1, 2'),
      languages: list('SELECT * FROM vendor_language ORDER BY 1'),
      documents: list('SELECT job_id, vendor_id, added_at, valid_until, decided_as FROM document ORDER BY 1'),
      decisions: list('SELECT uuid, subject, choice, undone_at, decided_by FROM decision ORDER BY uuid'),
      entries: list('SELECT id, kind, state, title, colleague FROM entry ORDER BY id'),
      invites: list('SELECT * FROM colleague_invite ORDER BY entry'),
      records: list('SELECT id FROM team_record ORDER BY id'),
    };
  }

  it('shows how far it is and can be used meanwhile, and ends as one that was there before', async () => {
    const [before, late] = [await open(), await open()];
    await joinTeam(server, before, 'sam');
    expect(await late.team.join(server.toAddress('dana'), 'dana')).toBeNull();
    const seen = new Set<number>();
    await until(() => {
      const { progress } = late.team.status();
      if (progress === null) return false;
      expect(progress.total).toBe(records);
      expect(progress.taken).toBeGreaterThanOrEqual(Math.max(0, ...seen));
      seen.add(progress.taken);
      return progress.taken > records / 4;
    }, 'a part is there');
    const page = { group: null, search: '', after: null, limit: 50 };
    expect(late.documents.page(page).rows).toHaveLength(50);
    late.notes.add(
      { subject: 'v-1', kind: 'note', text: 'Meanwhile', asked: [], followUp: null },
      Date.now(),
    );
    late.emit('onboarding.changed', { ids: ['v-1'] });
    expect(late.team.status().progress?.taken).toBeLessThan(records);
    // The note; what colleagues sent is theirs to share.
    expect(late.team.status().waiting).toBe(1);
    await untilShared(late);
    expect(late.team.status()).toMatchObject({ progress: null, keptOut: 0 });
    await until(() => JSON.stringify(show(before).notes).includes('Meanwhile'), 'Sam sees the note');
    expect(show(late)).toEqual(show(before));
    // Screens are told now and then, not of each record.
    const told = late.events.filter(({ name }) => name.endsWith('.changed')).length;
    expect(told).toBeLessThan(records / 20);
  });

  it('goes on from where it was when the connection is cut', async () => {
    const [before, late] = [await open(), await open()];
    await joinTeam(server, before, 'sam');
    const proxy = await startCuttingProxy(server.postgres.port);
    expect(await late.team.join(server.toAddress('dana', { port: proxy.port }), 'dana')).toBeNull();
    const toTaken = () => late.team.status().progress?.taken ?? 0;
    await until(() => toTaken() > records / 4, 'a part is there');
    proxy.failNext('cut_answer');
    const there = Number(late.db.prepare('SELECT COUNT(*) FROM team_record').pluck().get());
    expect(there).toBeLessThan(records);
    const taken: number[] = [];
    // It connects again at once.
    await until(() => {
      if (toTaken() > 0) taken.push(toTaken());
      return late.team.status().sharedAt !== null;
    }, 'the rest is there');
    await untilShared(late);
    expect(taken.length).toBeGreaterThan(0);
    expect(Math.min(...taken)).toBeGreaterThan(records / 4);
    expect(show(late)).toEqual(show(before));
  });
});
