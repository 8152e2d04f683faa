import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TeamSharing } from '#shared/ipc/team.ts';
import { teamAddress, type TeamAddress, type TeamProblem } from '#shared/team/connection.ts';
import type { Timer } from '../clock.ts';
import type { TeamDatabase, TeamMember } from '../team/team-database.ts';
import type { WorkspaceBase, WorkspaceDeps } from './base.ts';
import { createTeamPull, cursorSetting, ProblemMet, unwrap } from './team-pull.ts';

const addressSetting = 'team.address';

/** Notices can be missed. */
const askEveryMs = 30_000;
/** Rows that cannot be read before another transaction of the server ends are told by no notice. */
const askAgainMs = 500;
/** After a problem that passes by itself; doubled up to a minute. */
const firstRetryMs = 2000;
const maxRetryMs = 60_000;
/** After a connection that was cut. */
const reopenMs = 250;
/** For so long a try that failed says that the team is away; what is done later tries it again. */
const awayMs = 1000;
/** After one that somebody has to fix: an account may be locked after some wrong tries. */
const fixedRetryMs = 10 * 60_000;
const batch = 200;
/** Few, since each is sought in the log. */
const earlierBatch = 50;
/** How long an invite waits for the team at most, see {@link TeamHold}. */
const waitMs = 5000;

const passing: ReadonlySet<TeamProblem['kind']> = new Set([
  'host_not_found',
  'unreachable',
  'too_many_connections',
  'starting',
  'too_slow',
  'cut_off',
  // As a gateway before it does while its server is away.
  'hung_up',
]);

/**
 * Shares this workspace's log with its team: pulls what others did, pushes what was done here, and is woken by both. See
 * docs/decisions/sharing-with-a-team.md.
 */
export function createTeamSharing(
  base: WorkspaceBase,
  { keychain, network, givenTeam }: Pick<WorkspaceDeps, 'keychain' | 'network' | 'givenTeam'>,
  account: string,
) {
  const { db, stores, clock, events, emit, reportAs } = base;
  const { teamLog: log, stored, sharedEntries, knownVendors, earlierActs } = stores;
  const passwordAccount = `team ${account}`;
  let address: TeamAddress | null = stored.read(addressSetting, teamAddress);
  /** Where no keychain takes it, the password is known until Gangway ends. */
  let session: string | null = null;
  let team: TeamDatabase | null = null;
  let problem: TeamProblem | null = null;
  /** When the problem was met, by the steady clock. */
  let metAt = 0;
  /** After a cut, Gangway reconnects until this time (by the steady clock) before the team counts as away; null without a cut. */
  let reopenedUntil: number | null = null;
  /** The last own record that the team has. */
  let pushed = 0;
  /** When everything was last shared, since the workspace was opened. */
  let sharedAt: number | null = null;
  let retryMs = firstRetryMs;
  let asking: Timer | null = null;
  let timer: Timer | null = null;
  /** When invites stop waiting for news of the team, by the steady clock; null where its news is in. */
  let awaitedUntil: number | null = null;
  let overdue: Timer | null = null;
  /** Whether the team was heard since the service answers. */
  let isHeard = false;
  let round: Promise<void> | null = null;
  let isAskedAgain = false;
  let stopped = true;

  const tell = (): void => emit('team.changed', { ids: [] });

  function awaitNews(): void {
    awaitedUntil = clock.steady() + waitMs;
    overdue?.cancel();
    overdue = clock.after(waitMs, () => events.emit('teamHeard'));
  }

  function endWait(): void {
    awaitedUntil = null;
    overdue?.cancel();
    events.emit('teamHeard');
  }

  /** While something comes from the team, it is not away. */
  const noteProgress = (): void => {
    if (awaitedUntil !== null) awaitNews();
  };

  const pulling = createTeamPull(base, {
    isStopped: () => stopped,
    onPage: noteProgress,
    onProgress() {
      // After a connection that was cut, long before everything is shared.
      problem = null;
      tell();
    },
  });

  async function connect(to: TeamAddress, password: string | null): Promise<TeamDatabase> {
    // Not before somebody joined: loading it would make each start longer.
    const { connectTeam } = await import('../team/team-database.ts');
    const connected = await connectTeam(to, password, network.trust);
    if (!connected.ok) throw new ProblemMet(connected.problem);
    return connected.team;
  }

  async function readPassword(): Promise<string | null> {
    if (session !== null) return session;
    const kept = await keychain.get(passwordAccount);
    return kept.kind === 'works' ? kept.value : null;
  }

  async function open(to: TeamAddress): Promise<TeamDatabase> {
    const opened = await connect(to, await readPassword());
    team = opened;
    pushed = unwrap(await opened.highest(log.seat()));
    const serverTime = unwrap(await opened.serverTime());
    pulling.settle(db.transaction(() => log.setServerTime(serverTime, pushed)).immediate());
    unwrap(await opened.listen(wake, () => lose(opened)));
    return opened;
  }

  function lose(lost: TeamDatabase): void {
    if (team !== lost) return;
    team = null;
    void lost.close();
    if (!stopped) wake();
  }

  /** Whether more is there that cannot be read yet. */
  async function pull(from: TeamDatabase): Promise<boolean> {
    asking?.cancel();
    const isBehind = await pulling.pull(from);
    if (isBehind) asking = clock.after(askAgainMs, wake);
    return isBehind;
  }

  async function push(to: TeamDatabase): Promise<void> {
    for (let [isMore, isSeatLeft] = [true, false]; isMore && !stopped;) {
      isMore = sharedEntries.record(batch) || knownVendors.record(batch);
      const own = log.own(pushed, batch);
      if (own.length === 0) {
        // Colleagues' entries, which may be many, are passed over.
        await nextTurn();
        continue;
      }
      isMore = true;
      const outcome = await to.push(own);
      if (outcome.kind !== 'taken' && outcome.problem.kind === 'seat_repeated' && !isSeatLeft) {
        isSeatLeft = true;
        log.leaveUnshared();
        pushed = unwrap(await to.highest(log.seat()));
        continue;
      }
      if (outcome.kind !== 'taken') throw new ProblemMet(outcome.problem);
      const before = pushed;
      pushed = own.at(-1)?.seq ?? before;
      log.noteShared(before, pushed);
      noteProgress();
    }
  }

  async function share(): Promise<void> {
    if (address === null) return;
    const now = team ?? (await open(address));
    const before = pushed;
    const seat = log.seat();
    // Before what colleagues did since, as it was done before.
    while (!stopped && (earlierActs.record(earlierBatch) || knownVendors.record(batch))) {
      noteProgress();
      await nextTurn();
    }
    let isBehind = await pull(now);
    // A copy of this workspace goes on elsewhere: what was done here since belongs to a new seat.
    if (log.seat() !== seat) pushed = unwrap(await now.highest(log.seat()));
    const beforePush = pushed;
    await push(now);
    // What came to the server before one's own invites decides whether those go.
    if (pushed > beforePush) isBehind = await pull(now);
    if (stopped) return;
    isHeard = true;
    // A transaction that another program leaves open on the server keeps invites no longer than a team that is away.
    if (!isBehind) endWait();
    else if (awaitedUntil === null) awaitNews();
    else events.emit('teamHeard');
    const isNews = problem !== null || sharedAt === null || pushed !== before;
    problem = null;
    reopenedUntil = null;
    retryMs = firstRetryMs;
    sharedAt = clock.wall();
    if (isNews) tell();
  }

  function meet(error: unknown): void {
    const lost = team;
    team = null;
    void lost?.close();
    metAt = clock.steady();
    if (!(error instanceof ProblemMet)) {
      reportAs('team_not_shared')(error);
      problem = { kind: 'unexpected', code: 'here' };
    } else if (
      error.problem.kind === 'cut_off' &&
      clock.steady() < (reopenedUntil ??= clock.steady() + waitMs)
    ) {
      // A team whose server takes another connection is not away: invites wait for it as before.
      if (awaitedUntil === null) awaitNews();
      return;
    } else ({ problem } = error);
    reopenedUntil = null;
    endWait();
    tell();
  }

  function plan(): void {
    timer?.cancel();
    if (stopped || address === null) return;
    if (reopenedUntil !== null) timer = clock.after(reopenMs, wake);
    else if (problem === null) timer = clock.after(askEveryMs, wake);
    else {
      timer = clock.after(passing.has(problem.kind) ? retryMs : fixedRetryMs, wake);
      retryMs = Math.min(2 * retryMs, maxRetryMs);
    }
  }

  /** Shares now, or once more where a round is under way. */
  function wake(): void {
    if (stopped || address === null) return;
    isAskedAgain = true;
    round ??= run();
  }

  async function run(): Promise<void> {
    while (isAskedAgain && !stopped) {
      isAskedAgain = false;
      await share().catch(meet);
    }
    round = null;
    plan();
  }

  const hasNew = () => log.countOwn(pushed) > 0 || sharedEntries.hasNew() || knownVendors.countNew() > 0;

  events.on('acted', () => {
    if (address === null || stopped || !hasNew()) return;
    if (problem !== null) tell();
    if (problem !== null && (!passing.has(problem.kind) || clock.steady() - metAt < awayMs)) return;
    if (awaitedUntil === null) awaitNews();
    wake();
  });
  events.on('serviceBack', () => {
    if (address === null || stopped) return;
    isHeard = false;
    awaitNews();
    wake();
  });

  async function enter(to: TeamAddress, password: string): Promise<TeamProblem | null> {
    try {
      const found = await connect(to, password);
      address = { ...to, team: found.id };
      await found.close();
    } catch (error) {
      if (error instanceof ProblemMet) return error.problem;
      throw error;
    }
    session = password;
    await keychain.set(passwordAccount, password);
    stored.write(addressSetting, address);
    if (to.team === null) stored.remove(cursorSetting);
    problem = null;
    start();
    tell();
    return null;
  }

  function start(): void {
    stopped = false;
    if (address === null) return;
    isHeard = false;
    pulling.settle(log.readAgain());
    awaitNews();
    wake();
  }

  async function end(): Promise<void> {
    stopped = true;
    timer?.cancel();
    overdue?.cancel();
    asking?.cancel();
    // What is under way ends with its connection; one that is just being made is closed after it.
    await team?.close();
    await round;
    await team?.close();
    team = null;
  }

  return {
    status: (): TeamSharing => ({
      address,
      given: address === null ? (givenTeam?.() ?? null) : null,
      problem,
      sharedAt,
      waiting:
        address === null ? 0 : log.countOwn(pushed) + sharedEntries.countNew() + knownVendors.countNew(),
      keptOut: pulling.keptOut(),
      progress: problem === null ? pulling.progress() : null,
    }),
    /** Joins a team, and shares from then on what was done here before, too; its problem where that is impossible. */
    join: (to: TeamAddress, password: string): Promise<TeamProblem | null> =>
      enter({ ...to, team: null }, password),
    /** Goes on sharing with another password; the team's problem where it is not accepted. */
    signIn: async (password: string): Promise<TeamProblem | null> =>
      address === null ? null : enter(address, password),
    /** Shares nothing any more. What was shared stays there, and what is here stays here. */
    async leave(): Promise<void> {
      await end();
      address = null;
      session = null;
      problem = null;
      sharedAt = null;
      pushed = 0;
      for (const name of [addressSetting, cursorSetting]) stored.remove(name);
      log.forgetArrivals();
      endWait();
      await keychain.remove(passwordAccount);
      tell();
    },
    /** Who shares; null while the team is away. */
    async members(): Promise<TeamMember[] | null> {
      const found = await team?.members();
      return found?.ok === true ? found.value : null;
    },
    seat: (): string => log.seat(),
    /** See {@link TeamHold.lastShared}. A team that is away holds nothing. */
    lastShared(): number {
      if (address === null) return Infinity;
      if (awaitedUntil === null ? problem !== null : clock.steady() >= awaitedUntil) return Infinity;
      return isHeard ? sharedEntries.lastShared() : -1;
    },
    start,
    stop: end,
  };
}
