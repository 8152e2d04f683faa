import { createHash } from 'node:crypto';
import { z } from 'zod';
import { foldText } from '#shared/base/fold-text.ts';
import { toLine } from '#shared/base/foreign-text.ts';
import { explainSites, toAnswer, type VendorAnswer } from '#shared/onboarding/answer.ts';
import { createCalendar, fromDayNumber, type DayNumber } from '#shared/base/dates.ts';
import {
  findApplication,
  isVendorsTurn,
  judgeVendor,
  type Judgement,
  type JudgedBy,
  type OnboardingStatus,
  type VendorJudgement,
  noLetter,
  stages,
  stateLetters,
  type Stage,
} from '#shared/onboarding/judge-vendor.ts';
import { listJobSites } from '#shared/onboarding/profile-names.ts';
import type { AppliesTo, RequirementSet } from '#shared/onboarding/requirement-set.ts';
import { findSetProblems, type SetProblem } from '#shared/onboarding/set-problems.ts';
import type { VendorFacts } from '#shared/onboarding/vendor-facts.ts';
import { renewalDays, toRenewable } from '#shared/letters/renewals.ts';
import { createBackgroundSlices } from '../background-slices.ts';
import type { Timer } from '../clock.ts';
import { withRelaxedDurability } from '../store/checkpointer.ts';
import { inTransaction } from '../store/query.ts';
import type { KnownVendor } from '../store/onboarding-facts.ts';
import type { JudgedVendor } from '../store/onboarding.ts';
import type { WorkspaceBase } from './base.ts';
import type { SharedRequirements } from './administrator-files.ts';

/** A vendor's status as of this moment; `bySite` says how its job sites differ. */
export type JudgedNow = KnownVendor & VendorJudgement & { answer: VendorAnswer; bySite: string | null };

export type Onboarding = ReturnType<typeof createOnboarding>;

/** How many vendors are judged in one commit. */
const slice = 200;
/** The shortest time between two events about judged vendors while more are due. */
const tellMs = 500;
const lookAgainMs = 10 * 60_000;
const countingMs = 2000;
/** More vendors than this are not judged while a person waits. */
const fewDue = 50;

const judgedBySetting = 'onboarding.judged_by';
const daySetting = 'onboarding.judged_on';
/** Since when changes of standing are noted, in milliseconds since 1970. */
const changesSinceSetting = 'onboarding.changes_since';
/** The row number up to which all vendors are rechecked; absent once done. */
const sweepSetting = 'onboarding.sweep';
/** Raised with every change of the judging code, so that a new version rechecks all vendors. */
const judgingVersion = 6;

/** Requirement sets of a workspace, and every vendor's status by them. */
export function createOnboarding(base: WorkspaceBase, shared: SharedRequirements) {
  const { db, clock, pace, settings, events, emit, fault, reportAs } = base;
  const {
    stored,
    sharedRules: rules,
    standings: store,
    onboardingFacts: facts,
    notes,
    teamActs,
  } = base.stores;
  let own: readonly RequirementSet[] = rules.sets();
  let all = [...shared.sets, ...own];
  let dayTimer: Timer | null = null;
  let stopped = false;
  const untold: string[] = [];
  let toldAt = 0;
  let systemZone = getSystemZone();
  let zone = '';
  let toDay = createCalendar('UTC');

  function judgedBy(site: string | null): JudgedBy {
    const { statusWords, timeZone, soonDays } = settings();
    const wanted = timeZone ?? systemZone;
    if (zone !== wanted) toDay = createCalendar(wanted);
    zone = wanted;
    return { sets: all, today: toDay(clock.wall()), toDay, words: statusWords, soonDays, site };
  }

  const namesSites = () => all.some(({ appliesTo }) => appliesTo.jobSites.length > 0);

  /** The job sites of a vendor whose names fit a line. */
  function listSites({ facts: { profile } }: KnownVendor): string[] {
    const { names } = listJobSites(profile?.reading ?? null);
    const named = names.filter((site) => site.trim() !== '' && toLine(site) === site);
    return [...new Map(named.map((site) => [foldText(site), site])).values()];
  }

  function explainBySite(vendor: KnownVendor, by: JudgedBy): string | null {
    if (by.site !== null || !namesSites()) return null;
    const sites = listSites(vendor).map((site) => ({ site, ...judgeVendor(vendor.facts, { ...by, site }) }));
    return explainSites(sites, by.today);
  }

  const comparesDocuments = () =>
    all.some(({ requirements }) =>
      requirements.some((one) => one.kind === 'document' && one.minScore !== null),
    );

  function toJudged(vendor: KnownVendor, whole: VendorJudgement, by: JudgedBy): JudgedVendor {
    const { name, facts: known } = vendor;
    const bySite = namesSites();
    return {
      name,
      status: whole.status,
      states: toLetters(whole.judgements, all),
      nextEnd: whole.nextEnd,
      holdsUntil: whole.holdsUntil,
      renewals: whole.judgements.flatMap((one) => {
        const until = toRenewable(one);
        return until === null ? [] : [{ id: one.requirement.id, until: fromDayNumber(until) }];
      }),
      stage: toStage(known, whole),
      reached: toReached(known, whole, clock.wall()),
      sites: listSites(vendor).map((site) => ({
        site,
        status: bySite ? judgeVendor(known, { ...by, site }).status : whole.status,
      })),
    };
  }

  /** Judges vendors that are due, or next in a full pass; null when done. */
  function judgeSlice(): string[] | null {
    teamActs.settleDue();
    const due = store.due(slice);
    const sweep = due.length === 0 ? stored.read(sweepSetting, z.number()) : null;
    const turn = sweep === null ? null : store.after(sweep, slice);
    const subjects = turn?.subjects ?? due;
    if (subjects.length === 0 && turn === null) return null;
    const by = judgedBy(null);
    const known = facts.read(subjects, comparesDocuments());
    const followUps = new Map(notes.findOpen(subjects).map((note) => [note.subject, note]));
    const answered: string[] = [];
    const done = subjects.map((subject) => {
      const vendor = known.get(subject);
      if (vendor === undefined) return { subject, vendor: null };
      const whole = judgeVendor(vendor.facts, by);
      const note = followUps.get(subject);
      if (note !== undefined && isAnswered(note.awaits, whole.judgements, by.today)) answered.push(note.id);
      return { subject, vendor: toJudged(vendor, whole, by) };
    });
    // What the log takes has to last, since its records are numbered.
    const commit = answered.length > 0 ? inTransaction : withRelaxedDurability;
    commit(db, () => {
      for (const id of answered) notes.end(id, 'answered', clock.wall());
      store.putAll(done, clock.wall());
      if (turn === null) store.noteJudged(due);
      else if (turn.last === null) stored.remove(sweepSetting);
      else stored.write(sweepSetting, turn.last);
    });
    return subjects;
  }

  const slices = createBackgroundSlices(clock, pace, {
    firstAfterMs: 20,
    slice(): boolean {
      const done = judgeSlice();
      untold.push(...(done ?? []));
      return done !== null;
    },
    onTurn(more) {
      const now = performance.now();
      // During a full pass, screens would read again with every turn.
      if (untold.length === 0 || (more && now - toldAt <= tellMs)) return;
      emit('onboarding.changed', { ids: untold.splice(0) });
      toldAt = now;
    },
    onFault: reportAs('vendors_not_judged'),
  });

  function readSets(): void {
    own = rules.sets();
    all = [...shared.sets, ...own];
    noteRules();
  }

  function noteRules(): void {
    const { statusWords, timeZone, soonDays } = settings();
    const print = createHash('sha256')
      .update(JSON.stringify([judgingVersion, all, statusWords, timeZone, soonDays]))
      .digest('hex');
    if (stored.read(judgedBySetting, z.string()) === print) return;
    db.transaction(() => {
      stored.write(judgedBySetting, print);
      stored.write(sweepSetting, 0);
    }).immediate();
    slices.wake(0);
  }

  function checkDay(): void {
    try {
      const today = fromDayNumber(judgedBy(null).today);
      const before = stored.read(daySetting, z.string());
      db.transaction(() => {
        if (before !== today) stored.write(daySetting, today);
        // The calendar was set back, so every vendor is due.
        if (before !== null && before > today) stored.write(sweepSetting, 0);
        else store.judgeOutlived(today);
      }).immediate();
      slices.wake(0);
    } catch (error) {
      fault('vendors_not_judged', error);
    }
  }

  function keepDay(): void {
    systemZone = getSystemZone();
    checkDay();
    if (!stopped) dayTimer = clock.after(untilNextDay(toDay, clock.wall(), lookAgainMs), keepDay);
  }

  events.on('vendorFacts', () => slices.wake());
  events.on('settings', noteRules);
  events.on('sharedRules', readSets);
  return {
    shared,
    /** Without the shared sets. */
    own: (): readonly RequirementSet[] => own,
    /** All sets, the shared ones first. */
    sets: (): readonly RequirementSet[] => all,
    /** Stores the workspace's sets and rechecks every vendor; with problems, returns them and stores nothing. */
    save(sets: readonly RequirementSet[]): SetProblem[] {
      const next = [...shared.sets, ...sets];
      const problems = findSetProblems(next, settings().soonDays);
      if (problems.length > 0) return problems;
      rules.saveSets(sets);
      readSets();
      return [];
    },
    /** Judges known vendors as of this moment. @param site one job site; null for all @param today another day */
    judge(subjects: readonly string[], site: string | null, today?: DayNumber): Map<string, JudgedNow> {
      const by = { ...judgedBy(site), ...(today === undefined ? {} : { today }) };
      const judged = new Map<string, JudgedNow>();
      for (const [subject, known] of facts.read(subjects, comparesDocuments())) {
        const judgement = judgeVendor(known.facts, by);
        const answer = toAnswer(judgement, by.today);
        judged.set(subject, { ...known, ...judgement, answer, bySite: explainBySite(known, by) });
      }
      return judged;
    },
    /** The judgements of a vendor at each of its job sites, or at the one that it was judged for. */
    judgeSites(vendor: JudgedNow, site: string | null): { site: string; judgements: Judgement[] }[] {
      const by = judgedBy(site);
      return (site === null ? listSites(vendor) : [site]).map((one) => ({
        site: one,
        judgements: namesSites()
          ? judgeVendor(vendor.facts, { ...by, site: one }).judgements
          : vendor.judgements,
      }));
    },
    resolve: (subject: string): string => facts.resolve(subject),
    /** The names of requirements by their IDs, in the order of the sets; deleted ones are left out. */
    nameRequirements: (ids: readonly string[]): string[] =>
      all
        .flatMap(({ requirements }) => requirements.filter(({ id }) => ids.includes(id)))
        .map(({ name }) => name),
    /** How many vendors a scope may apply to; `partial` where time ran out. */
    async countApplying(appliesTo: AppliesTo): Promise<{ count: number; partial: boolean }> {
      let count = 0;
      const from = performance.now();
      for (let last: number | null = 0; last !== null;) {
        if (performance.now() - from > countingMs) return { count, partial: true };
        const turn = store.after(last, slice);
        for (const { facts: known } of facts.read(turn.subjects, false).values())
          if (findApplication(appliesTo, known, null) !== 'no') count += 1;
        ({ last } = turn);
        await new Promise((resolve) => setImmediate(resolve));
      }
      return { count, partial: false };
    },
    /** Judges a few due vendors now, so that a person sees a change at once; many are left to the background. */
    catchUp(): void {
      if (stored.read(daySetting, z.string()) !== fromDayNumber(judgedBy(null).today)) checkDay();
      if (
        store.due(fewDue + 1).length > fewDue ||
        store.countAfter(stored.read(sweepSetting, z.number())) > fewDue
      )
        return;
      const done: string[] = [];
      for (let some = judgeSlice(); some !== null; some = judgeSlice()) done.push(...some);
      if (done.length > 0) emit('onboarding.changed', { ids: done });
    },
    calendar: () => judgedBy(null).toDay,
    changesSince: (): number => stored.read(changesSinceSetting, z.number()) ?? clock.wall(),
    today: (): DayNumber => judgedBy(null).today,
    /** The day of a time (ms since 1970) in the workspace’s time zone. */
    toDay: (at: number): DayNumber => judgedBy(null).toDay(at),
    coming: (): number => store.countDue() + store.countAfter(stored.read(sweepSetting, z.number())),
    /** Commits what may change the answers of vendors, and rechecks them. */
    commit<T>(subjects: readonly string[], write: () => T): T {
      const value = db.transaction(write).immediate();
      slices.wake();
      emit('onboarding.changed', { ids: [...subjects] });
      return value;
    },
    wake: (): void => slices.wake(),
    start(): void {
      if (stored.read(changesSinceSetting, z.number()) === null)
        stored.write(changesSinceSetting, clock.wall());
      noteRules();
      keepDay();
    },
    stop(): void {
      stopped = true;
      slices.stop();
      dayTimer?.cancel();
    },
  };
}

const getSystemZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function untilNextDay(toDay: (at: number) => DayNumber, now: number, most: number): number {
  const begins = (ms: number) => toDay(now + ms) !== toDay(now);
  if (!begins(most)) return most;
  let [same, other] = [0, most];
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    if (begins(middle)) other = middle;
    else same = middle;
  }
  return other;
}

/** Whether the vendor has nothing left to send or to renew of these requirements; false if none of them applies any more. */
function isAnswered(asked: readonly string[], judgements: readonly Judgement[], today: DayNumber): boolean {
  const own = judgements.filter(({ requirement }) => asked.includes(requirement.id));
  return own.length > 0 && !own.some((one) => isVendorsTurn(one) || renewalDays(one, today) !== null);
}

/** The state of each requirement of all sets, a letter each. */
function toLetters(judgements: readonly Judgement[], sets: readonly RequirementSet[]): string {
  const states = new Map(judgements.map(({ requirement, state }) => [requirement.id, state]));
  return sets
    .flatMap(({ requirements }) => requirements)
    .map(({ id }) => {
      const state = states.get(id);
      return state === undefined ? noLetter : stateLetters[state];
    })
    .join('');
}

const good: ReadonlySet<OnboardingStatus | null> = new Set(['ready', 'expiring']);

/** A vendor's stage; requirements that no rule has hold nothing up. */
function toStage(facts: VendorFacts, { status, judgements }: VendorJudgement): Stage {
  const holds = (kind: Judgement['requirement']['kind']) =>
    judgements
      .filter(({ requirement }) => requirement.kind === kind)
      .every(({ state }) => state === 'met' || state === 'expiring' || state === 'waived');
  if (good.has(status)) return 'ready';
  if (facts.profile === null) return facts.invite?.state === 'accepted' ? 'invited' : 'known';
  if (!holds('license')) return 'readable';
  return holds('document') ? 'documented' : 'licensed';
}

/** When a vendor reached its stages, by their records; never before the previous stage. */
function toReached(facts: VendorFacts, judged: VendorJudgement, now: number): { stage: Stage; at: number }[] {
  const latest = (kind: Judgement['requirement']['kind']) => {
    const asked = judged.judgements.filter(({ requirement }) => requirement.kind === kind);
    return asked.length === 0 ? null : Math.max(...asked.map((one) => settledAt(one, facts) ?? now));
  };
  const times: Record<Stage, number | null> = {
    known: null,
    invited: facts.invite?.state === 'accepted' ? facts.invite.at : null,
    readable: facts.profile?.fetchedAt ?? null,
    licensed: latest('license'),
    documented: latest('document'),
    ready: Math.max(...judged.judgements.map((one) => settledAt(one, facts) ?? now)),
  };
  const behind = stages.slice(0, stages.indexOf(toStage(facts, judged)) + 1);
  let before = 0;
  return behind.flatMap((stage) => {
    const at = times[stage];
    if (at === null) return [];
    before = Math.max(before, Math.min(at, now));
    return [{ stage, at: before }];
  });
}

/** When a requirement got its state: by its record, a decision on that, or a waiver; null if unknown. */
function settledAt({ state, waiver, record, asOf }: Judgement, facts: VendorFacts): number | null {
  if (state === 'waived') return waiver?.at ?? null;
  const decided =
    facts.documents.find(({ jobId }) => record?.kind === 'document' && jobId === record.id)?.decision ??
    facts.licenses.find(({ entryId }) => record?.kind === 'verification' && entryId === record.id)?.decision;
  return asOf === null ? null : Math.max(asOf, decided?.at ?? asOf);
}
