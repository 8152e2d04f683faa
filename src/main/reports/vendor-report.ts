import { counted } from '#shared/counted.ts';
import { dayWords, readDate } from '#shared/dates.ts';
import type { DocumentRow } from '#shared/ipc/documents.ts';
import type { InviteRow } from '#shared/ipc/invites.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { resultConcern } from '#shared/result-chip.ts';
import { scoreText, scoreWord } from '#shared/score.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { contactName, profileFacts, shortFact } from './profile-facts.ts';
import {
  checkItem,
  checkTitle,
  decisionsOf,
  documentItem,
  documentTitle,
  inviteItem,
  type Decided,
} from './report-items.ts';
import { filled, ours } from './report-lines.ts';
import { reportTimes } from './report-times.ts';
import type { ReportItem, VendorReport } from './report.ts';

/** As many of a kind as the stores give of one vendor. */
const mostOfAKind = 200;

/** Lets other work have its turn between two items: each is read whole and compared. */
const otherWork = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Gathers what this computer knows of a vendor for a report; null where the vendor was never looked up here. Employer
 * IDs are masked. Nothing is asked of the service.
 */
export async function vendorReportOf(workspace: Workspace, vendorId: string): Promise<VendorReport | null> {
  const kept = workspace.vendors.get(vendorId);
  if (kept === null) return null;
  const profile = kept.profile.value;
  const now = workspace.clock.wall();
  const times = reportTimes();
  const invites = workspace.invites.ofVendor(vendorId, profile.email ?? null);
  const checks = workspace.verifications.ofVendor(vendorId);
  const documents = workspace.documents.ofVendor(vendorId);
  const { facts, notGiven } = profileFacts(kept.profile);
  const decided: Decided[] = [];

  const inviteItems = invites.map((row) => inviteItem(workspace, row, times));
  const checkItems: ReportItem[] = [];
  for (const row of checks) {
    await otherWork();
    checkItems.push(checkItem(workspace, row, times));
    decided.push(...decisionsOf(workspace, 'verification', row.entryId, checkTitle(row), times));
  }
  const documentItems: ReportItem[] = [];
  for (const row of documents) {
    await otherWork();
    documentItems.push(documentItem(workspace, row, times));
    decided.push(...decisionsOf(workspace, 'document', row.jobId, documentTitle(row), times));
  }
  decided.sort((left, right) => right.at - left.at);

  const contact = contactName(profile);
  const title = filled(profile.companyName) ?? filled(contact) ?? vendorId;
  return {
    title: shortFact(title, 120),
    subtitle: `Vendor report. Vendor ID ${vendorId}`,
    workspace: workspace.describe().name,
    madeAt: times.withZone(now),
    asOf: `Profile fetched ${times.detail(kept.fetchedAt)}. Everything else is what this computer knew on ${times.withZone(now)}; the service cannot list what others sent.`,
    summary: [
      ours('Invites', inviteSummary(invites, inviteItems)),
      ours('Verifications', checkSummary(workspace, checks)),
      ours('Documents', documentSummary(workspace, documents)),
      ours('Decisions', decided.length === 0 ? 'None on this computer' : counted(decided.length, 'decision')),
    ],
    facts,
    notGiven: notGiven.length === 0 ? null : `Not given: ${notGiven.join(', ')}.`,
    sections: [
      {
        title: 'Invites',
        note: cutNote(invites.length),
        empty: 'No invite went to this vendor from this computer.',
        items: inviteItems,
      },
      {
        title: 'Verifications',
        note: cutNote(checks.length),
        empty: 'No license of this vendor was checked from this computer.',
        items: checkItems,
      },
      {
        title: 'Documents',
        note: cutNote(documents.length),
        empty: 'No document of this vendor was looked up on this computer.',
        items: documentItems,
      },
      {
        title: 'Decision history',
        note: 'Made in Gangway, by the account of the computer; the service does not hold them. Those taken back are left out.',
        empty: 'Nothing was decided on this computer.',
        items: decided.map(({ item }) => item),
      },
    ],
  };
}

function cutNote(count: number): string | null {
  return count < mostOfAKind ? null : `Only the newest ${mostOfAKind} are listed.`;
}

function inviteSummary(rows: readonly InviteRow[], items: readonly ReportItem[]): string {
  const [latest] = items;
  if (latest === undefined) return 'None from this computer';
  return `${counted(rows.length, 'invite')}, the latest: ${latest.state}`;
}

function checkSummary(workspace: Workspace, rows: readonly VerificationRow[]): string {
  if (rows.length === 0) return 'None from this computer';
  const differing = rows.filter((row) => (row.differing ?? 0) > 0);
  const open = differing.filter((row) => row.decision === null).length;
  const differ =
    differing.length === 0
      ? 'none that differs'
      : `${differing.length} with details that differ (${open === 0 ? 'all decided' : `${open} not decided`})`;
  const own = workspace.settings().statusWords;
  const elsewhere = rows.filter((row) => row.answeredId !== null).length;
  const refused = rows.filter(
    (row) => row.answeredId === null && (row.differing ?? 0) === 0 && resultConcern(row, own) !== null,
  ).length;
  const others = [
    ...(refused === 0 ? [] : [`, ${refused} not verified or without a match`]),
    ...(elsewhere === 0 ? [] : [`, ${elsewhere} answered with another ID`]),
  ].join('');
  const next = rows
    .filter((row) => row.state === 'accepted')
    .flatMap((row) => {
      const day = readDate(row.expiresOn)?.day;
      return day === undefined ? [] : [day];
    })
    .toSorted((a, b) => a.year - b.year || a.month - b.month || a.day - b.day)[0];
  const expiry = next === undefined ? '' : `; the first to expire on ${dayWords(next)}`;
  return `${counted(rows.length, 'verification')}, ${differ}${others}${expiry}`;
}

function documentSummary(workspace: Workspace, rows: readonly DocumentRow[]): string {
  if (rows.length === 0) return 'None looked up on this computer';
  const { scoreThreshold } = workspace.settings();
  const scores = rows.flatMap((row) => (row.score === null ? [] : [row.score]));
  const open = rows.filter((row) => row.decision === null || row.decision.choice === 'skip').length;
  const lowest = Math.min(...scores);
  const worst =
    scores.length === 0
      ? 'no score is in'
      : `lowest score ${scoreText(lowest)} (${scoreWord(lowest, scoreThreshold).word})`;
  return `${counted(rows.length, 'document')}, ${worst}, ${open === 0 ? 'all decided' : `${open} not decided`}`;
}
