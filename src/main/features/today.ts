import { z } from 'zod';
import type { NeedsYouCounts, TodaySummary } from '#shared/ipc/today.ts';
import { daysUntil, localDay, readDate } from '#shared/dates.ts';
import { createOutboxList } from '../outbox/outbox-list.ts';
import { unsentStates } from '#shared/outbox.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { recentActivity } from './activity.ts';
import { done, type CallsOf, type Handlers } from './handlers.ts';

/** How many rows of a section come at once; the screen shows three and the rest on request. */
const sectionRows = 50;
const expiryHorizonDays = 30;

export function todayHandlers(workspace: Workspace): Handlers<CallsOf<'today' | 'search'>> {
  const { invites, verifications, documents, search, db, clock } = workspace;
  const outbox = createOutboxList(db);

  function unclear() {
    const page = invites.page({ tab: 'needs_you', search: '', after: null, limit: 200 });
    const rows = page.rows.filter((row) => row.state === 'in_doubt');
    const counted = z
      .object({ total: z.number() })
      .parse(
        db.prepare("SELECT COUNT(*) AS total FROM entry WHERE kind = 'invite' AND state = 'in_doubt'").get(),
      );
    return { total: counted.total, rows: rows.slice(0, sectionRows) };
  }

  function mismatched() {
    const page = verifications.page({ tab: 'differ', search: '', after: null, limit: sectionRows });
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
    const today = localDay(new Date(clock.wall()));
    return verifications
      .withExpiry()
      .flatMap((row) => {
        const date = readDate(row.expiryDate);
        if (date === null || row.expiryDate === null) return [];
        const days = daysUntil(date.day, today);
        if (days < 0 || days > expiryHorizonDays) return [];
        return [
          {
            entryId: row.entryId,
            name: row.licenseeName ?? row.licenseNumber ?? row.type,
            trade: row.licenseTradeType,
            expiryDate: row.expiryDate,
            days,
          },
        ];
      })
      .toSorted((a, b) => a.days - b.days);
  }

  function counts(): NeedsYouCounts {
    const inviteNeeds = invites.counts().needs_you;
    const verificationNeeds = verifications.counts().needs_you;
    const documentNeeds = documents.counts(workspace.settings().scoreThreshold).under_threshold;
    const states = workspace.dispatcher.status().counts;
    return {
      today: inviteNeeds + verificationNeeds + documentNeeds,
      invites: inviteNeeds,
      verifications: verificationNeeds,
      documents: documentNeeds,
      unsent: unsentStates.reduce((sum, state) => sum + states[state], 0),
    };
  }

  return {
    'today.summary': () =>
      done({
        unclear: unclear(),
        refused: outbox.refused(sectionRows),
        mismatched: mismatched(),
        lowQuality: lowQuality(),
        expiring: expiring(),
        activity: recentActivity(db, 12),
      }),
    'today.counts': () => done(counts()),
    'search.find': ({ text }) => done(search.find(text, 20)),
  };
}
