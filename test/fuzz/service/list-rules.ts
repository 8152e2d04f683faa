import {
  groupStates,
  needsPersonStates,
  outboxGroup,
  unsentStates,
  type EntryState,
} from '#shared/outbox/outbox.ts';
import { documentGroup } from '#shared/ipc/documents.ts';
import { inviteTab } from '#shared/ipc/invites.ts';
import { verificationTab } from '#shared/ipc/verifications.ts';
import type { App } from './app.ts';
import type { Handed } from './ledger.ts';
import { allRows } from './view.ts';

/** Something that the lists and their numbers say, and that does not fit together: the rule's name and what was seen. */
export interface ListFinding {
  rule: string;
  seen: string;
}

const limit = 200;

/**
 * Compares all numbers with the rows that they count, and the lists with each other. `handed` is all that was enqueued in
 * the workspace.
 */
export async function listFindings(app: App, handed: readonly Handed[]): Promise<ListFinding[]> {
  const found: ListFinding[] = [];
  const expectSame = (rule: string, what: string, one: unknown, other: unknown) => {
    if (one !== other) found.push({ rule, seen: `${what}: ${String(one)} and ${String(other)}` });
  };
  const states = new Map<string, EntryState>();
  const status = await app.ask('outbox.status', null);
  for (const group of outboxGroup.options) {
    const { rows, total } = await allRows((after) => app.ask('outbox.page', { group, after, limit }));
    expectSame('a number is not that of its rows', `Outbox, ${group}`, total, rows.length);
    for (const row of rows) {
      if (states.has(row.entryId)) found.push({ rule: 'an entry stands in two groups', seen: row.entryId });
      states.set(row.entryId, row.state);
      if (!groupStates[group].includes(row.state)) {
        found.push({
          rule: 'an entry stands in a group that is not its own',
          seen: `${row.state} in ${group}`,
        });
      }
    }
  }
  for (const { entryId } of handed) {
    if (!states.has(entryId)) found.push({ rule: 'an entry stands in no group', seen: entryId });
  }
  const count = (wanted: readonly EntryState[]) =>
    [...states.values()].filter((state) => wanted.includes(state)).length;
  for (const [state, number] of Object.entries(status.counts)) {
    const rows = [...states.values()].filter((one) => one === state).length;
    expectSame('a number is not that of its rows', `status, ${state}`, number, rows);
  }

  const inviteCounts = await app.ask('invites.counts', null);
  for (const tab of inviteTab.options) {
    const { rows, total } = await allRows((after) => app.ask('invites.page', { tab, after, limit }));
    expectSame('a number is not that of its rows', `invites, ${tab}, page`, total, rows.length);
    expectSame('a number is not that of its rows', `invites, ${tab}, tab`, inviteCounts[tab], rows.length);
    for (const row of rows) {
      expectSame(
        'two lists say different things of one entry',
        `invite in ${tab}`,
        row.state,
        states.get(row.entryId),
      );
    }
  }
  const checkCounts = await app.ask('verifications.counts', null);
  for (const tab of verificationTab.options) {
    const { rows, total } = await allRows((after) => app.ask('verifications.page', { tab, after, limit }));
    expectSame('a number is not that of its rows', `verifications, ${tab}, page`, total, rows.length);
    expectSame(
      'a number is not that of its rows',
      `verifications, ${tab}, tab`,
      checkCounts[tab],
      rows.length,
    );
    for (const row of rows) {
      expectSame(
        'two lists say different things of one entry',
        `verification in ${tab}`,
        row.state,
        states.get(row.entryId),
      );
    }
  }
  const documentCounts = await app.ask('documents.counts', {});
  for (const group of documentGroup.options) {
    const { rows, total } = await allRows((after) => app.ask('documents.page', { group, after, limit }));
    expectSame('a number is not that of its rows', `documents, ${group}, page`, total, rows.length);
    expectSame(
      'a number is not that of its rows',
      `documents, ${group}, tab`,
      documentCounts[group],
      rows.length,
    );
  }
  const job = await app.ask('lookups.latest', null);
  if (job !== null) {
    const { rows, total } = await allRows((after) => app.ask('lookups.page', { id: job.id, after, limit }));
    expectSame('a number is not that of its rows', 'look-up', total, rows.length);
    for (const [outcome, number] of Object.entries(job.counts)) {
      const same = rows.filter((row) => row.outcome === outcome).length;
      expectSame('a number is not that of its rows', `look-up, ${outcome}`, number, same);
    }
  }

  const today = await app.ask('today.summary', null);
  const counts = await app.ask('today.counts', null);
  expectSame('Today leaves something out', 'unsent', counts.unsent, count(unsentStates));
  expectSame(
    'Today leaves something out',
    'all',
    counts.today,
    counts.invites +
      counts.verifications +
      counts.documents +
      today.stopped.total +
      today.endsSoon.total +
      today.asked.total,
  );
  const doubtOrRefused = count(needsPersonStates);
  const sections = today.unclear.total + today.refused.total;
  expectSame('Today leaves something out', 'what is in doubt or refused', sections, doubtOrRefused);
  expectSame(
    'Today leaves something out',
    'results to decide',
    today.mismatched.total,
    checkCounts.to_decide,
  );
  expectSame(
    'Today leaves something out',
    'documents',
    today.lowQuality.total,
    documentCounts.under_threshold,
  );
  const days = today.expiring.perDay.reduce((sum, number) => sum + number, 0);
  expectSame('a number is not that of its rows', 'licenses that run out', today.expiring.total, days);
  const months = await app.ask('expiry.months', null);
  const expiring = await allRows((after) => app.ask('expiry.page', { after, limit }));
  const counted = months.overdue + months.later + months.months.reduce((sum, month) => sum + month.count, 0);
  expectSame('a number is not that of its rows', 'expiry', counted, expiring.rows.length);
  for (const row of expiring.rows) {
    if (row.expiresOn === null) found.push({ rule: 'an expiry is listed without a day', seen: row.entryId });
  }
  return found;
}
