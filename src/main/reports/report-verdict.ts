import { counted } from '#shared/base/counted.ts';
import { localDay } from '#shared/base/dates.ts';
import type { DocumentRow } from '#shared/ipc/documents.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { verdictExplanation, toVerdict, type LicenseVerdict } from '#shared/verdict/license-verdict.ts';
import { scoreText, scoreWord } from '#shared/service/score.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { decisionLabel } from '../exports/decision-label.ts';
import { checkTitle } from './report-items.ts';
import { shortFact } from './profile-facts.ts';
import { filled, ours } from './report-lines.ts';
import type { ReportItem, ReportLine } from './report.ts';

export interface JudgedLicense {
  row: VerificationRow;
  verdict: LicenseVerdict | null;
  /** Where it stands, in a word or two. */
  word: string;
}

/** @param items the items of the same verifications, in the same order */
export function judgedLicenses(
  workspace: Workspace,
  rows: readonly VerificationRow[],
  items: readonly ReportItem[],
): JudgedLicense[] {
  const today = localDay(new Date(workspace.clock.wall()));
  const rules = workspace.settings();
  return rows.map((row, index) => {
    const verdict = toVerdict(row, rules, today);
    const word =
      verdict?.kind === 'differs' ? 'With details that differ' : (verdict?.word ?? items[index]?.state);
    return { row, verdict, word: word ?? '' };
  });
}

/** A word inside a sentence. */
export function lowered(word: string): string {
  return word.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}

/** So many licenses are named in the verdict; the list below names all. */
const maxNamed = 8;

function isGood({ verdict }: JudgedLicense): boolean {
  return verdict !== null && verdict.tone === 'pos';
}

function asksNow({ row, verdict }: JudgedLicense): boolean {
  return verdict !== null && verdict.needsPerson && row.decision === null;
}

function isDecided({ row, verdict }: JudgedLicense): boolean {
  return verdict !== null && verdict.needsPerson && row.decision !== null;
}

function isOpen(one: JudgedLicense): boolean {
  return !isGood(one) && !asksNow(one) && !isDecided(one);
}

/** The verdict on all licenses of a vendor, those that need a person first. */
export function vendorVerdict(judged: readonly JudgedLicense[]): ReportItem {
  const groups = [
    { of: judged.filter(asksNow), words: 'to decide', tone: 'neg' },
    { of: judged.filter(isOpen), words: 'without a clear answer', tone: 'cau' },
    { of: judged.filter(isDecided), words: 'decided by a person', tone: 'neu' },
    { of: judged.filter(isGood), words: 'in order', tone: 'pos' },
  ] as const;
  const filledGroups = groups.filter(({ of }) => of.length > 0);
  const [worst] = filledGroups;
  const title =
    worst === undefined
      ? 'No license of this vendor was verified from this computer'
      : `${counted(judged.length, 'license')}: ${filledGroups.map(({ of, words }) => `${of.length} ${words}`).join(', ')}`;
  const named = groups.flatMap(({ of }) => of);
  const more = named.length - maxNamed;
  return {
    title,
    state: '',
    tone: worst?.tone ?? 'neu',
    lines: [
      ...named.slice(0, maxNamed).map((one) => ours(shortFact(checkTitle(one.row), 60), licenseText(one))),
      ...(more > 0 ? [ours('', `and ${counted(more, 'more license')} in the list below`)] : []),
    ],
  };
}

function licenseText({ row, verdict, word }: JudgedLicense): string {
  if (verdict === null) return `${word}.`;
  const decided = row.decision === null ? '' : ` ${decisionLabel(row.decision.choice)}.`;
  const why = verdictExplanation(verdict, null);
  return `${verdict.headline}.${why === '' ? '' : ` ${why}`}${verdict.needsPerson ? decided : ''}`;
}

function named(judged: readonly JudgedLicense[], words: (one: JudgedLicense) => string): string {
  const more = judged.length - maxNamed;
  const names = judged.slice(0, maxNamed).map(words).join('; ');
  return more > 0 ? `${names}; and ${more} more` : names;
}

/** What of a profile nobody can do without. */
const essentials: ReadonlySet<string> = new Set(['Contact', 'Email', 'Phone', 'Address', 'Services']);

/** What is missing before the vendor can be relied on. */
export function missingLines(
  judged: readonly JudgedLicense[],
  documents: readonly DocumentRow[],
  threshold: number,
  notGiven: readonly string[],
): ReportLine[] {
  const open = judged.filter(isOpen);
  const asking = judged.filter(asksNow);
  const weak = documents.filter(
    ({ score, decision }) =>
      score !== null && score < threshold && (decision === null || decision.choice === 'skip'),
  );
  const unknown = notGiven.filter((label) => essentials.has(label));
  const waiting = documents.filter(({ ready }) => !ready);
  return [
    ...(judged.length === 0 ? [ours('Licenses', 'None verified from this computer')] : []),
    ...(asking.length === 0
      ? []
      : [
          ours(
            'Licenses',
            `A decision on ${asking.map(({ row }) => shortFact(checkTitle(row), 60)).join('; ')}`,
          ),
        ]),
    ...(open.length === 0
      ? []
      : [
          ours(
            'Licenses',
            `A clear answer on ${named(open, ({ row, word }) => `${shortFact(checkTitle(row), 60)} (${lowered(word)})`)}`,
          ),
        ]),
    ...(documents.length === 0 ? [ours('Documents', 'None looked up on this computer')] : []),
    ...(weak.length === 0
      ? []
      : [
          ours(
            'Documents',
            `A better copy of ${weak
              .map(
                ({ title, documentType, score }) =>
                  `${shortFact(filled(documentType) ?? filled(title) ?? 'a document', 60)} (${scoreWord(score ?? 0, threshold).word.toLowerCase()}, ${scoreText(score ?? 0)} of 100)`,
              )
              .join('; ')}`,
          ),
        ]),
    ...(waiting.length === 0
      ? []
      : [ours('Documents', `The result of ${counted(waiting.length, 'document')}`)]),
    ...(unknown.length === 0 ? [] : [ours('Profile', unknown.join(', '))]),
  ];
}
