import { randomUUID } from 'node:crypto';
import type { VerificationDetail, VerificationRow } from '#shared/ipc/verifications.ts';
import { dayMs, localDay } from '#shared/base/dates.ts';
import { findUnacceptable, toVerdict } from '#shared/verdict/license-verdict.ts';
import { submittedLicenseDetails, verificationResult } from '#shared/service/verification.ts';
import { verificationToSend } from '#shared/service/service-dates.ts';
import { expiryRange } from '../store/expiry.ts';
import { describeVerification } from '../store/verifications.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { done, gone, orGone, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import { refuseCorrection, sendNotBefore, stripEmpty, emitQueued, checkNow } from './queueing.ts';
import { licenseLookupKey, mayBeSameState } from '../store/known-licenses.ts';
import { daysOfPart, everyDay, expiryParts } from '../exports/expiry-parts.ts';

const noDecision = refuse('too_late', 'There’s no decision on this verification to undo.');

export function verificationHandlers(workspace: Workspace): Handlers<CallsOf<'verifications'>> {
  const { verifications, entries, readings, decisions, drafts, clock, entryDetails } = workspace;

  async function getDetail(entryId: string): Promise<VerificationDetail | null> {
    const row = verifications.get(entryId);
    if (row === null) return null;
    const { type, data, dateForm } = entryDetails.verification(entryId);
    const latest = readings.latestBody('verification', entryId);
    return {
      ...row,
      submitted: { type, data },
      dateForm,
      idempotencyKey: entryDetails.request(entryId).idempotencyKey,
      ...entryDetails.links(entryId),
      newer: row.replaced ? verifications.getNewer(entryId) : null,
      answer: entryDetails.answer(entryId),
      result: await workspace.readAnswer('verification', verificationResult, latest),
      resultBody: latest?.body ?? null,
      checks: readings.of('verification', entryId),
      history: entries.history(entryId),
      decisions: decisions.of('verification', entryId),
    };
  }

  const detailOrGone = async (entryId: string) => orGone(await getDetail(entryId));

  return {
    'verifications.enqueue': ({ type, data: typed, vendorId, ...of }) => {
      const { replaces, edits, draft } = of;
      const data = submittedLicenseDetails.parse(stripEmpty(typed));
      if (Object.keys(data).length === 0) return refuse('bad_input', 'Enter at least the license number.');
      if (replaces !== null && verifications.get(replaces) === null) return gone;
      const id = randomUUID();
      const request = { type, data };
      const { dateForm } = workspace.settings();
      const { title, subtitle } = describeVerification(request, vendorId);
      const row = entries.enqueue(
        {
          id,
          kind: 'verification',
          body: JSON.stringify(verificationToSend(request, dateForm)),
          dateForm,
          notBefore: sendNotBefore(workspace, 1),
          title,
          subtitle,
          replaces,
          edits,
        },
        clock.wall(),
        () => {
          verifications.insert(id, request, vendorId);
          if (draft !== undefined) drafts.remove({ kind: 'verification', key: draft });
          return verifications.get(id);
        },
      );
      if (typeof row === 'string') return refuseCorrection(row);
      emitQueued(workspace, 'verification', id, of);
      return orGone(row);
    },
    'verifications.duplicates': (license) => done(earlierChecks(workspace, license)),
    'verifications.page': ({ expiresWithinDays: days, ...request }) =>
      done(
        verifications.page({
          ...request,
          expires: days === null ? null : expiryRange(days, clock.wall()),
          now: clock.wall(),
        }),
      ),
    'verifications.counts': () => done(verifications.counts()),
    'verifications.get': ({ entryId }) => detailOrGone(entryId),
    'verifications.checkNow': async ({ entryId }) => {
      const row = verifications.get(entryId);
      if (row === null) return gone;
      if (row.requestId === null)
        return refuse('too_late', 'The service has not given a request number yet.');
      return (await checkNow(workspace, 'verification', entryId)) ?? detailOrGone(entryId);
    },
    'verifications.decide': async ({ entryId, choice, note }) => {
      const row = verifications.get(entryId);
      if (row === null) return gone;
      const today = localDay(new Date(clock.wall()));
      const verdict = toVerdict(row, workspace.settings(), today);
      const against = choice !== 'accept_differences' || verdict === null ? null : findUnacceptable(verdict);
      if (against != null) {
        return refuse(
          'bad_input',
          `${against.headline}. This can’t be accepted. Ask the vendor, submit the renewed license, or waive the requirement.`,
        );
      }
      if (choice === 'accept_differences' && verdict?.noteNeeded === true && note.trim() === '') {
        return refuse('bad_input', `${verdict.headline}. Add a note that says why you accept it.`);
      }
      if (choice === 'undo') {
        if (!decisions.undoLatest('verification', entryId, clock.wall())) return noDecision;
      } else decisions.add('verification', entryId, choice, note, clock.wall());
      workspace.emit('entries.changed', { ids: [entryId] });
      return detailOrGone(entryId);
    },
    'verifications.types': () => {
      const usual = workspace.settings().defaultVerificationType;
      return done([usual, ...verifications.types().filter((type) => type !== usual)]);
    },
  };
}

const recentMs = 7 * dayMs;

/** Earlier checks of a license that suggest a duplicate: pending, or checked or refused within seven days. Newest first. */
function earlierChecks(
  workspace: Workspace,
  { licenseNumber, state }: { licenseNumber: string; state: string },
): VerificationRow[] {
  const key = licenseLookupKey(licenseNumber.trim(), '');
  if (key === null) return [];
  const since = workspace.clock.wall() - recentMs;
  return workspace.verifications
    .ofLicense(key)
    .filter((row) => row.licenseNumber !== null && counts(workspace, row, since))
    .filter(({ entryId }) => mayBeSameState(state, getEntryState(workspace, entryId)));
}

function getEntryState(workspace: Workspace, entryId: string): string {
  const { data } = workspace.entryDetails.verification(entryId);
  return data.locationWhereLicenseIsValid?.state ?? '';
}

function counts(workspace: Workspace, row: VerificationRow, since: number): boolean {
  switch (row.state) {
    case 'queued':
    case 'sending':
    case 'waiting':
    case 'in_doubt':
      return true;
    case 'accepted':
      return row.watch?.kind === 'watching' || (row.watch?.lastAt ?? row.sentAt ?? row.changedAt) >= since;
    case 'rejected':
    case 'dead':
      return row.changedAt >= since && workspace.entryDetails.links(row.entryId).replacedBy === null;
    case 'cancelled':
      return false;
  }
}

export function expiryHandlers(workspace: Workspace): Handlers<CallsOf<'expiry'>> {
  const { expiry, verifications, clock } = workspace;
  const today = () => localDay(new Date(clock.wall()));

  return {
    'expiry.months': async () => {
      const byDay = await expiry.countByDay(everyDay);
      const parts = expiryParts(today()).map(({ part, days }) => {
        const counts = [...byDay].filter(([day]) => day >= days.from && day <= days.to);
        return { month: part, count: counts.reduce((sum, [, number]) => sum + number, 0) };
      });
      const [overdue, ...rest] = parts;
      const unclear = expiry.countUnclear();
      const dated = parts.reduce((sum, { count }) => sum + count, 0);
      return done({
        overdue: overdue?.count ?? 0,
        months: rest.slice(0, -1),
        later: rest.at(-1)?.count ?? 0,
        leftOut: Math.max(expiry.standing() - dated - unclear, 0),
        unclear,
      });
    },
    'expiry.page': async ({ part, after, limit }) => {
      const getRows = (entries: readonly { entryId: string }[]) =>
        entries.flatMap(({ entryId }) => verifications.get(entryId) ?? []);
      if (part === 'two_ways') {
        const page = expiry.unclear(after, limit);
        return done({ rows: getRows(page.rows), next: page.next, total: expiry.countUnclear() });
      }
      const days = daysOfPart(part, today());
      if (days === null) return done({ rows: [], next: null, total: 0 });
      const page = expiry.page(days, after, limit);
      return done({ rows: getRows(page.rows), next: page.next, total: await expiry.count(days) });
    },
  };
}
