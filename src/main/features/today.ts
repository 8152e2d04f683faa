import {
  lastQueuedItems,
  type LastQueuedItem,
  type NeedsYouCounts,
  type TodaySummary,
} from '#shared/ipc/today.ts';
import { expiryHorizonDays } from '#shared/today-days.ts';
import { onboardingFilter } from '#shared/ipc/onboarding.ts';
import { daysUntil, localDay, readDate } from '#shared/dates.ts';
import { toDayNumber } from '#shared/onboarding/calendar.ts';
import { findEnd } from '#shared/onboarding/judge-vendor.ts';
import { isAddress } from '#shared/onboarding/vendor-facts.ts';
import { daysBetween } from '#shared/service-dates.ts';
import { accountName } from '../account-name.ts';
import { unsentStates, type EntryKind } from '#shared/outbox.ts';
import { expiryRange } from '../store/expiry-range.ts';
import { addressChanges } from '../workspace/address-history.ts';
import { toBlockedSince, toStandingFilter } from '../workspace/onboarding-filter.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { recentActivity } from './activity.ts';
import { findWithAnswers } from './vendor-answers.ts';
import { differingDetails, weakestParts } from './today-reasons.ts';
import { done, type CallsOf, type Handlers } from '../ipc/handlers.ts';

/** How many rows of a section come at once; the screen shows three and the rest on request. */
const sectionRows = 50;
const expiringRows = 5;

export function todayHandlers(
  workspace: Pick<
    Workspace,
    | 'activity'
    | 'clock'
    | 'dispatcher'
    | 'documents'
    | 'entryDetails'
    | 'expiry'
    | 'invites'
    | 'onboarding'
    | 'outboxList'
    | 'readings'
    | 'rules'
    | 'search'
    | 'settings'
    | 'standings'
    | 'stored'
    | 'vendors'
    | 'verifications'
  >,
): Handlers<CallsOf<'today' | 'search'>> {
  const { invites, verifications, documents, clock, onboarding, outboxList, standings } = workspace;

  function mismatched() {
    const page = verifications.page({ tab: 'to_decide', search: '', after: null, limit: sectionRows });
    return { total: page.total, rows: page.rows };
  }

  function lowQuality() {
    const threshold = workspace.settings().scoreThreshold;
    return {
      total: documents.counts(threshold).under_threshold,
      rows: documents.underThreshold(threshold, sectionRows),
    };
  }

  function expiring(): TodaySummary['expiring'] {
    const rule = workspace.rules().dates;
    const today = localDay(new Date(clock.wall()));
    const range = expiryRange(expiryHorizonDays, clock.wall());
    const perDay = Array.from({ length: expiryHorizonDays + 1 }, () => 0);
    for (const { day, number } of verifications.expiringByDay(range)) {
      const date = readDate(day);
      if (date !== null) perDay[daysUntil(date.day, today)] = number;
    }
    const rows = verifications.expiring(range, expiringRows).flatMap((row) => {
      const { expiryDate, expiresOn } = row;
      const date = readDate(expiresOn);
      if (date === null || expiresOn === null) return [];
      return [
        {
          entryId: row.entryId,
          name: row.licenseeName ?? row.licenseNumber ?? row.type,
          trade: row.licenseTradeType,
          expiryDate: expiresOn,
          lacksDay: daysBetween(expiryDate, rule) !== null,
          days: daysUntil(date.day, today),
        },
      ];
    });
    return {
      total: perDay.reduce((sum, number) => sum + number, 0),
      perDay,
      rows,
      unclear: workspace.expiry.countUnclear(),
    };
  }

  function becameBlocked(): TodaySummary['becameBlocked'] {
    const { total, rows } = standings.becameBlocked(toBlockedSince(clock.wall()), sectionRows);
    const now = onboarding.judge(
      rows.map(({ subject }) => subject),
      null,
    );
    return {
      total,
      rows: rows.flatMap(({ subject, name, before, since }) => {
        const reason = now.get(subject)?.answer.why ?? null;
        if (reason === null || before === null) return [];
        return [{ subject, vendorId: isAddress(subject) ? null : subject, name, before, reason, since }];
      }),
    };
  }

  function expiringVendors(): TodaySummary['expiringVendors'] {
    const filter = toStandingFilter(onboardingFilter.parse({ status: 'expiring' }), [], clock.wall());
    const { total, rows } = standings.page({ filter, sort: 'urgency', after: null, limit: expiringRows });
    const now = onboarding.judge(
      rows.map(({ subject }) => subject),
      null,
    );
    const today = onboarding.today();
    return {
      total,
      rows: rows.flatMap(({ subject, name }) => {
        const judged = now.get(subject);
        if (judged === undefined || judged.nextEnd === null) return [];
        const first = toDayNumber(judged.nextEnd);
        const ends = judged.judgements.filter((one) => findEnd(one) === first);
        return [
          {
            subject,
            vendorId: isAddress(subject) ? null : subject,
            name,
            ends: ends.map(({ requirement }) => requirement.name),
            until: judged.nextEnd,
            days: first - today,
          },
        ];
      }),
    };
  }

  function counts(): NeedsYouCounts {
    const entryNeeds: Record<EntryKind, number> = {
      invite: invites.counts().needs_you,
      verification: verifications.counts().needs_you,
    };
    const documentNeeds = documents.counts(workspace.settings().scoreThreshold).under_threshold;
    const states = workspace.dispatcher.status().counts;
    return {
      today:
        Object.values(entryNeeds).reduce((sum, number) => sum + number, documentNeeds) +
        standings.becameBlocked(toBlockedSince(clock.wall()), 0).total,
      invites: entryNeeds.invite,
      verifications: entryNeeds.verification,
      documents: documentNeeds,
      unsent: unsentStates.reduce((sum, state) => sum + states[state], 0),
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
      switch (kind) {
        case 'invite': {
          const row = invites.get(id);
          return row === null ? [] : [{ kind, row }];
        }
        case 'verification': {
          const row = verifications.get(id);
          return row === null ? [] : [{ kind, row }];
        }
      }
    });
  }

  return {
    'today.firstSteps': () =>
      done({
        vendors: workspace.vendors.count(),
        invites: invites.counts().all,
        verifications: verifications.counts().all,
      }),
    'today.lastQueued': () => done(lastQueued()),
    'today.summary': () => {
      onboarding.catchUp();
      const differing = mismatched();
      const poor = lowQuality();
      return done({
        unclear: outboxList.latest('in_doubt', sectionRows),
        refused: outboxList.latest('refused', sectionRows),
        mismatched: differing,
        lowQuality: poor,
        becameBlocked: becameBlocked(),
        expiringVendors: expiringVendors(),
        differingDetails: differingDetails(workspace, differing.rows),
        weakestParts: weakestParts(workspace, poor.rows),
        expiring: expiring(),
        activity: [...addressActivity(), ...recentActivity(workspace.activity, 12, accountName())]
          .toSorted((one, other) => other.at - one.at)
          .slice(0, 12),
      });
    },
    'today.counts': () => {
      onboarding.catchUp();
      return done(counts());
    },
    'search.find': ({ text }) => done(findWithAnswers(workspace, text, 20)),
  };
}
