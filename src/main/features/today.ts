import {
  lastQueuedItems,
  type LastQueuedItem,
  type NeedsYouCounts,
  type TodaySummary,
  type SearchHit,
} from '#shared/ipc/today.ts';
import { replyDays, urgentDays } from '#shared/settings/today-days.ts';
import { onboardingFilter } from '#shared/ipc/onboarding.ts';
import { dayMs, daysUntil, fromDayNumber, localDay, readDate, toDayNumber } from '#shared/base/dates.ts';
import { displayName } from '#shared/base/foreign-text.ts';
import { findDueMark, maxRenewals, renewalMarks } from '#shared/letters/renewals.ts';
import { showSubject } from '#shared/onboarding/vendor-facts.ts';
import { explainEnd } from '#shared/onboarding/answer.ts';
import { findEnd } from '#shared/onboarding/judge-vendor.ts';
import { daysBetween } from '#shared/service/service-dates.ts';
import { accountName } from '../platform.ts';
import { unsentCount, type EntryKind } from '#shared/outbox/outbox.ts';
import { expiryRange } from '../store/expiry.ts';
import { addressChanges } from '../workspace/address-history.ts';
import { toBlockedSince, toStandingFilter } from '../workspace/onboarding-filter.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { recentActivity } from './activity.ts';
import { done, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import type { DocumentRow } from '#shared/ipc/documents.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { keptDocument, keptVerification } from '../exports/kept-results.ts';
import { foldText } from '#shared/base/fold-text.ts';

/** Rows per section; the screen shows three and the rest on request. */
const sectionRows = 50;
const expiringRows = 5;
export function todayHandlers(workspace: Workspace): Handlers<CallsOf<'today' | 'search' | 'lists'>> {
  const { invites, verifications, documents, clock, followUps, notes, onboarding, outboxList, standings } =
    workspace;

  const toFilter = (status?: 'blocked' | 'expiring', assignedTo: string | null = null) =>
    toStandingFilter(onboardingFilter.parse({ status, assignedTo }), [], clock.wall());

  const judge = (rows: readonly { subject: string }[]) =>
    onboarding.judge(
      rows.map(({ subject }) => subject),
      null,
    );

  function expiring(): TodaySummary['expiring'] {
    const rule = workspace.rules().dates;
    const today = localDay(new Date(clock.wall()));
    const { soonDays } = workspace.settings();
    const range = expiryRange(soonDays, clock.wall());
    const perDay = Array.from({ length: soonDays + 1 }, () => 0);
    for (const { day, number } of verifications.expiringByDay(range)) {
      const date = readDate(day);
      if (date !== null) perDay[daysUntil(date.day, today)] = number;
    }
    const rows = verifications.expiring(range, expiringRows).flatMap((row) => {
      const { expiryDate, expiresOn } = row;
      const date = readDate(expiresOn);
      if (date === null || expiresOn === null) return [];
      return {
        entryId: row.entryId,
        name: row.licenseeName ?? row.licenseNumber ?? row.type,
        trade: row.licenseTradeType,
        expiryDate: expiresOn,
        lacksDay: daysBetween(expiryDate, rule) !== null,
        days: daysUntil(date.day, today),
      };
    });
    return {
      total: perDay.reduce((sum, number) => sum + number, 0),
      perDay,
      rows,
      unclear: workspace.expiry.countUnclear(),
    };
  }

  function stopped(person: string | null): TodaySummary['stopped'] {
    const fresh = standings.becameBlocked(toBlockedSince(clock.wall()), sectionRows, person);
    const filter = toFilter('blocked', person);
    const all = standings.page({ filter, sort: 'urgency', after: null, limit: sectionRows });
    const isNew = new Set(fresh.rows.map(({ subject }) => subject));
    const older = all.rows.filter(({ subject }) => !isNew.has(subject));
    const rows = [...fresh.rows, ...older].slice(0, sectionRows);
    const now = judge(rows);
    return {
      total: all.total,
      newTotal: fresh.total,
      rows: rows.flatMap(({ subject, name, since }) => {
        const why = now.get(subject)?.answer.why ?? null;
        return why === null ? [] : { subject, name, why, since, isNew: isNew.has(subject) };
      }),
    };
  }

  const findUrgent = (limit: number, person: string | null) =>
    followUps.ending(expiryRange(urgentDays(workspace.settings().soonDays), clock.wall()), limit, person);

  const findAsked = (limit: number, person: string | null) =>
    followUps.asked(clock.wall() - replyDays * dayMs, limit, person);

  function endsSoon(person: string | null): TodaySummary['endsSoon'] {
    const { total, rows } = findUrgent(sectionRows, person);
    const vendors = rows.flatMap(({ kind, id }) => (kind === 'vendor' ? [id] : []));
    const now = onboarding.judge(vendors, null);
    const today = onboarding.today();
    return {
      total,
      rows: rows.map(({ kind, id, name, until }) => ({
        kind,
        id,
        name,
        what: explainEnd(now.get(id)?.judgements ?? [], toDayNumber(until), today),
        days: toDayNumber(until) - today,
      })),
    };
  }

  function asked(person: string | null): TodaySummary['asked'] {
    const { total, rows } = findAsked(sectionRows, person);
    return {
      total,
      rows: rows.map(({ kind, id, name, about, at }) => ({
        kind,
        id,
        name: name ?? about ?? 'Vendor without a name',
        what:
          kind === 'document'
            ? `New copy of ${about ?? 'document'} requested`
            : `Asked about license ${about ?? ''}`.trim(),
        at,
      })),
    };
  }

  function dueFollowUps(person: string | null): TodaySummary['followUps'] {
    const today = onboarding.today();
    const day = fromDayNumber(today);
    return {
      total: notes.countDue(day, person),
      rows: notes
        .due(day, sectionRows, person)
        .map(({ id, subject, name, text, awaits, askedAt, followUp }) => ({
          id,
          subject,
          name: name ?? showSubject(subject),
          text: displayName(text) ?? '',
          awaits: onboarding.nameRequirements(awaits),
          at: askedAt,
          days: followUp === null ? 0 : toDayNumber(followUp) - today,
        })),
    };
  }

  /** Vendors whose licenses or documents reached a mark, and who got no letter on it since. */
  function renewals(person: string | null): TodaySummary['renewals'] {
    const today = onboarding.today();
    const [first] = renewalMarks;
    const ending = followUps.renewals(fromDayNumber(today + first), person);
    const subjects = ending.map(({ subject }) => subject);
    const letters = notes.letters(subjects, clock.wall() - (first + 1) * dayMs);
    const bySubject = Map.groupBy(letters, ({ subject }) => subject);
    const due = ending.flatMap(({ subject, ends }) => {
      const askedOn = (id: string) => {
        const letter = bySubject.get(subject)?.find(({ asked }) => asked.includes(id));
        return letter === undefined ? null : onboarding.toDay(letter.at);
      };
      const days = ends.map(({ id, until }) => ({ id, until: toDayNumber(until) }));
      const mark = findDueMark(days, askedOn, today);
      return mark === null ? [] : [{ subject, mark }];
    });
    if (due.length === 0) return null;
    return {
      subjects: due.slice(0, maxRenewals).map(({ subject }) => subject),
      total: due.length,
      within: Math.max(...due.map(({ mark }) => mark)),
    };
  }

  function expiringVendors(): TodaySummary['expiringVendors'] {
    const filter = toFilter('expiring');
    const { total, rows } = standings.page({ filter, sort: 'urgency', after: null, limit: expiringRows });
    const now = judge(rows);
    const today = onboarding.today();
    return {
      total,
      rows: rows.flatMap(({ subject, name }) => {
        const judged = now.get(subject);
        if (judged === undefined || judged.nextEnd === null) return [];
        const first = toDayNumber(judged.nextEnd);
        const ends = judged.judgements.filter((one) => findEnd(one) === first);
        return {
          subject,
          name,
          ends: ends.map(({ requirement }) => requirement.name),
          until: judged.nextEnd,
          days: first - today,
        };
      }),
    };
  }

  function counts(): NeedsYouCounts {
    const entryNeeds: Record<EntryKind, number> = {
      invite: invites.counts().needs_you,
      verification: verifications.counts().needs_you,
    };
    const documentNeeds = documents.counts(workspace.settings().scoreThreshold).under_threshold;
    const vendors = standings.counts(toFilter()).blocked;
    return {
      today:
        Object.values(entryNeeds).reduce((sum, number) => sum + number, documentNeeds) +
        vendors +
        findUrgent(0, null).total +
        findAsked(0, null).total +
        notes.countDue(fromDayNumber(onboarding.today()), null) +
        (renewals(null) === null ? 0 : 1),
      vendors,
      invites: entryNeeds.invite,
      verifications: entryNeeds.verification,
      documents: documentNeeds,
      unsent: unsentCount(workspace.dispatcher.status()),
    };
  }

  function addressActivity(): TodaySummary['activity'] {
    return addressChanges(workspace.stored).map(({ at, from, to }) => ({
      at,
      kind: 'decision',
      detail: `The service’s address was changed from ${from} to`,
      subject: to,
    }));
  }

  function lastQueued(): LastQueuedItem[] {
    return workspace.entryDetails.lastQueued(lastQueuedItems).flatMap(({ id, kind }): LastQueuedItem[] => {
      if (kind === 'invite') {
        const row = invites.get(id);
        return row === null ? [] : [{ kind, row }];
      }
      const row = verifications.get(id);
      return row === null ? [] : [{ kind, row }];
    });
  }

  return {
    'today.firstSteps': () =>
      done({
        requirements: onboarding.sets().length,
        vendors: workspace.vendors.count(),
        invites: invites.counts().all,
        verifications: verifications.counts().all,
      }),
    'today.lastQueued': () => done(lastQueued()),
    'today.summary': (whose) => {
      onboarding.catchUp();
      const person = whose === 'mine' ? workspace.decisions.person() : null;
      const toDecide = { tab: 'to_decide', search: '', after: null, limit: sectionRows } as const;
      const differing = verifications.page({ ...toDecide, person });
      const poor = documents.underThreshold(workspace.settings().scoreThreshold, sectionRows, person);
      return done({
        unclear: outboxList.latest('in_doubt', sectionRows),
        held: outboxList.latest('held', sectionRows),
        refused: outboxList.latest('refused', sectionRows),
        mismatched: { total: differing.total, rows: differing.rows },
        lowQuality: poor,
        stopped: stopped(person),
        endsSoon: endsSoon(person),
        asked: asked(person),
        followUps: dueFollowUps(person),
        renewals: renewals(person),
        expiringVendors: expiringVendors(),
        differingDetails: differingDetails(workspace, differing.rows),
        weakestParts: weakestParts(workspace, poor.rows),
        expiring: expiring(),
        activity: [
          ...addressActivity(),
          ...recentActivity(workspace.activity, 12, [accountName(), workspace.decisions.person()]),
        ]
          .toSorted((one, other) => other.at - one.at)
          .slice(0, 12),
      });
    },
    'today.counts': () => {
      onboarding.catchUp();
      return done(counts());
    },
    'lists.values': ({ list, column }) => done(workspace.listFilters.values(list, column)),
    'search.find': ({ text }) => done(findWithAnswers(workspace, text, 20)),
  };
}

/** Reasons are read from whole answers, so only visible rows have them. */
const rowsWithReasons = 6;

function differingDetails(
  workspace: Workspace,
  rows: readonly VerificationRow[],
): TodaySummary['differingDetails'] {
  const differing = rows.slice(0, rowsWithReasons).filter((row) => row.answeredId === null && row.differing);
  return Object.fromEntries(
    differing.map((row) => {
      const { comparison } = keptVerification(workspace, row);
      const details = comparison.filter(({ verdict }) => verdict === 'differs');
      return [row.entryId, details.map(({ label }) => label)];
    }),
  );
}

/** The lowest part of the quality under the threshold, for the first documents. */
function weakestParts(workspace: Workspace, rows: readonly DocumentRow[]): TodaySummary['weakestParts'] {
  const { scoreThreshold } = workspace.settings();
  return Object.fromEntries(
    rows.slice(0, rowsWithReasons).flatMap(({ jobId }) => {
      const parts = keptDocument(workspace, jobId).scores?.parts ?? [];
      const low = parts.flatMap(({ label, score }) =>
        score === null || score >= scoreThreshold ? [] : [{ label, score }],
      );
      const [weakest] = low.toSorted((one, other) => one.score - other.score);
      return weakest === undefined ? [] : [[jobId, weakest]];
    }),
  );
}

/** Search hits, with whether each vendor may work; at a job site if the text names one. */
function findWithAnswers(
  { onboarding, search, standings }: Workspace,
  text: string,
  limit: number,
): SearchHit[] {
  const hits: SearchHit[] = search.find(text, limit);
  if (onboarding.sets().length === 0) return hits;
  const named = findSite(text, standings.sites());
  const others = named === null ? [] : search.find(named.rest, limit).filter(({ kind }) => kind === 'vendor');
  const known = new Set(hits.map(({ kind, id }) => `${kind} ${id}`));
  const all = [...others.filter(({ kind, id }) => !known.has(`${kind} ${id}`)), ...hits].slice(0, limit);
  const vendors = all.flatMap(({ kind, id }) => (kind === 'vendor' ? [id] : []));
  const judged = onboarding.judge(vendors, named?.site ?? null);
  return all.map((hit) => {
    const now = hit.kind === 'vendor' ? judged.get(hit.id) : undefined;
    if (now === undefined || now.status === null) return hit;
    return {
      ...hit,
      answer: { ...now.answer, why: now.bySite ?? now.answer.why, site: named?.site ?? null },
    };
  });
}

const listWords = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of a name with the ones of a text that begin it, two of them at least or all. */
function countNamed(site: readonly string[], words: readonly string[]): number {
  const differs = site.findIndex((word, at) => words[at] !== word);
  const same = differs === -1 ? site.length : differs;
  return same === site.length || same > 1 ? same : 0;
}

/** The job site that a text names ("pier 40" for Pier 40 Lofts) and the rest of the text; null if ambiguous. */
function findSite(text: string, sites: readonly { site: string }[]): { site: string; rest: string } | null {
  const words = listWords(text);
  const named = sites.flatMap(({ site }) => {
    const name = listWords(site);
    return words.flatMap((_word, from) => {
      const count = countNamed(name, words.slice(from));
      return count === 0 ? [] : [{ site, from, count, whole: count === name.length }];
    });
  });
  const most = Math.max(...named.map(({ count }) => count));
  const longest = named.filter(({ count }) => count === most);
  const found = longest.find(({ whole }) => whole) ?? (longest.length === 1 ? longest[0] : undefined);
  if (found === undefined) return null;
  const rest = words.toSpliced(found.from, found.count).join(' ');
  return rest === '' ? null : { site: found.site, rest };
}
