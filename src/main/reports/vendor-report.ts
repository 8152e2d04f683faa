import { setImmediate as nextTurn } from 'node:timers/promises';
import { lowerFirst } from '#shared/base/fold-text.ts';
import { pluralize } from '#shared/base/pluralize.ts';
import { dayText, daysUntil, readDate } from '#shared/base/dates.ts';
import type { DocumentRow } from '#shared/ipc/documents.ts';
import type { InviteRow } from '#shared/ipc/invites.ts';
import { listJobSites } from '#shared/onboarding/profile-names.ts';
import { scoreText, scoreWord } from '#shared/service/score.ts';
import type { Reading } from '#shared/service/reading.ts';
import type { VendorProfile } from '#shared/service/vendor-profile.ts';
import type { PartialFile } from '../exports/exports.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { listFiled } from './filed-items.ts';
import { contactName, profileFacts, shortFact } from './profile-facts.ts';
import { exportOfReport } from './report-file.ts';
import type { ReportParts } from './report-parts.ts';
import {
  checkItem,
  checkTitle,
  getDecisions,
  documentItem,
  documentTitle,
  inviteItem,
  type Decided,
} from './report-items.ts';
import {
  judgedLicenses,
  missingLines,
  vendorVerdict,
  type JudgedLicense,
  onboardingVerdict,
  requirementItems,
} from './report-verdict.ts';
import { reportTimes, filled, ours, type ReportItem, type VendorReport } from './report.ts';

/** The stores' limit for one vendor. */
const maxOfAKind = 200;

/**
 * Gathers what this computer knows of a vendor; null if it was never looked up. Employer IDs are masked.
 * @param withFiles whether the files of its documents are attached, unmasked
 */
export async function buildVendorReport(
  workspace: Workspace,
  vendorId: string,
  withFiles = false,
): Promise<VendorReport | null> {
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
  const replacedItems: ReportItem[] = [];
  for (const row of checks) {
    await nextTurn();
    (row.replaced ? replacedItems : checkItems).push(checkItem(workspace, row, times));
    decided.push(...getDecisions(workspace, 'verification', row.entryId, checkTitle(row), times));
  }
  const documentItems: ReportItem[] = [];
  for (const row of documents) {
    await nextTurn();
    documentItems.push(documentItem(workspace, row, times));
    decided.push(...getDecisions(workspace, 'document', row.jobId, documentTitle(row), times));
  }
  decided.sort((left, right) => right.at - left.at);

  const judged = judgedLicenses(
    workspace,
    checks.filter(({ replaced }) => !replaced),
    checkItems,
  );
  const standing = workspace.onboarding.judge([vendorId], null).get(vendorId);
  const requirements = requirementItems(standing?.judgements ?? [], times);
  const contact = contactName(profile);
  const onFile = listFiled(workspace, vendorId, times, withFiles);
  const title = filled(profile.companyName) ?? filled(contact) ?? vendorId;
  return {
    title: shortFact(title, 120),
    subtitle: [
      `Vendor report for ${workspace.describe().name}`,
      ...(contact === '' ? [] : [`Contact: ${shortFact(contact, 120)}`]),
      `Vendor ID ${vendorId}`,
    ].join('. '),
    workspace: workspace.describe().name,
    madeAt: times.withZone(now),
    asOf: `Profile fetched ${times.detail(kept.fetchedAt)}. Everything else is from this computer as of ${times.withZone(now)}; the service can’t list what others sent.`,
    verdict: onboardingVerdict(
      standing,
      judgeSites(workspace, vendorId, kept.profile),
      vendorVerdict(judged),
    ),
    missing: missingLines(judged, documents, workspace.settings().scoreThreshold, notGiven),
    summary: [
      ours('Invites', inviteSummary(invites, inviteItems)),
      ours('Verifications', checkSummary(judged, replacedItems.length)),
      ours('Documents', documentSummary(workspace, documents)),
      ours(
        'Decisions',
        decided.length === 0 ? 'None on this computer' : pluralize(decided.length, 'decision'),
      ),
    ].flat(),
    facts,
    notGiven: notGiven.length === 0 ? null : `Not provided: ${notGiven.join(', ')}.`,
    sections: [
      {
        title: 'Requirements',
        note: 'What this vendor needs at all of its job sites, as of today.',
        items: requirements,
      },
      { title: 'Documents on file', note: cutNote(onFile.items.length), items: onFile.items },
      {
        title: 'Invites',
        note: cutNote(invites.length),
        empty: 'No invites sent to this vendor from this computer.',
        items: inviteItems,
      },
      {
        title: 'Verifications',
        note: cutNote(checks.length),
        empty: 'No license of this vendor was verified from this computer.',
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
        note: 'Made in Gangway on this computer; the service doesn’t have them. Undone decisions are left out.',
        empty: 'Nothing was decided on this computer.',
        items: decided.map(({ item }) => item),
      },
      {
        title: 'Appendix: replaced verifications',
        note: 'Corrected or verified again since. Not counted above.',
        items: replacedItems,
      },
    ].filter(({ items, empty }) => items.length > 0 || empty !== undefined),
    attachments: onFile.attachments,
  };
}

const judgeSites = ({ onboarding }: Workspace, vendorId: string, profile: Reading<VendorProfile>) =>
  listJobSites(profile).names.flatMap((site) => {
    const now = onboarding.judge([vendorId], site).get(vendorId);
    return now === undefined ? [] : [{ site, now }];
  });

const cutNote = (count: number): string | null =>
  count < maxOfAKind ? null : `Only the newest ${maxOfAKind} are listed.`;

function inviteSummary(rows: readonly InviteRow[], items: readonly ReportItem[]): string {
  const [latest] = items;
  if (latest === undefined) return 'None from this computer';
  return `${pluralize(rows.length, 'invite')}, the latest: ${latest.state}`;
}

function checkSummary(judged: readonly JudgedLicense[], replaced: number): string {
  const before = replaced === 0 ? '' : `; ${pluralize(replaced, 'earlier one')} replaced since`;
  if (judged.length === 0) return 'None from this computer';
  const words = new Map<string, number>();
  for (const { word } of judged) words.set(word, (words.get(word) ?? 0) + 1);
  const states = [...words].map(([word, number]) => `${number} ${lowerFirst(word)}`).join(', ');
  const next = judged
    .filter(({ row }) => row.state === 'accepted')
    .flatMap(({ row }) => readDate(row.expiresOn)?.day ?? [])
    .toSorted((one, other) => daysUntil(one, other))[0];
  const expiry = next === undefined ? '' : `; first expires ${dayText(next)}`;
  return `${pluralize(judged.length, 'license')}: ${states}${expiry}${before}`;
}

function documentSummary(workspace: Workspace, rows: readonly DocumentRow[]): string {
  if (rows.length === 0) return 'None looked up on this computer';
  const { scoreThreshold } = workspace.settings();
  const scores = rows.flatMap((row) => (row.score === null ? [] : [row.score]));
  const open = rows.filter((row) => row.decision === null || row.decision.choice === 'skip').length;
  const lowest = Math.min(...scores);
  const worst =
    scores.length === 0
      ? 'no score yet'
      : `lowest score ${scoreText(lowest)} (${scoreWord(lowest, scoreThreshold).word})`;
  return `${pluralize(rows.length, 'document')}, ${worst}, ${open === 0 ? 'all decided' : `${open} not decided`}`;
}

/** The report on a vendor as a PDF; null for a vendor that was never looked up here. */
export async function exportOfVendor(
  workspace: Workspace,
  vendorId: string,
  parts: ReportParts,
  withFiles: boolean,
): Promise<PartialFile | null> {
  const report = await buildVendorReport(workspace, vendorId, withFiles);
  return report === null ? null : exportOfReport(report, [report.title], workspace.clock.wall(), parts);
}
