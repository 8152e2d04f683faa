import { lowerFirst } from '#shared/base/fold-text.ts';
import { pluralize } from '#shared/base/pluralize.ts';
import { localDay, toCalendarDay, toDayNumber, dayText } from '#shared/base/dates.ts';
import type { DocumentRow } from '#shared/ipc/documents.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { verdictExplanation, toVerdict, type LicenseVerdict } from '#shared/verdict/license-verdict.ts';
import { scoreText, scoreWord } from '#shared/service/score.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { decisionLabel } from '#shared/verdict/decision-label.ts';
import { checkTitle } from './report-items.ts';
import { shortFact } from './profile-facts.ts';
import { filled, ours, type ReportItem, type ReportLine, type ReportTimes } from './report.ts';
import { answerLine } from '#shared/onboarding/answer.ts';
import { findEnd, type Judgement } from '#shared/onboarding/judge-vendor.ts';
import { stateChips, statusChips, worstFirst } from '#shared/onboarding/labels.ts';
import type { JudgedNow } from '../workspace/onboarding.ts';

export interface JudgedLicense {
  row: VerificationRow;
  verdict: LicenseVerdict | null;
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

/** How many licenses the verdict names; the list below names all. */
const maxNamed = 8;

type Group = 'ask' | 'open' | 'decided' | 'good';

/** A license that needs a person, has no clear answer, was decided, or is in order. */
function getGroup({ row, verdict }: JudgedLicense): Group {
  if (verdict?.tone === 'pos') return 'good';
  if (verdict?.needsPerson !== true) return 'open';
  return row.decision === null ? 'ask' : 'decided';
}

const inGroup = (judged: readonly JudgedLicense[], group: Group): JudgedLicense[] =>
  judged.filter((one) => getGroup(one) === group);

/** The verdict on all licenses of a vendor, those that need a person first. */
export function vendorVerdict(judged: readonly JudgedLicense[]): ReportItem {
  const groups = [
    { of: inGroup(judged, 'ask'), words: 'to decide', tone: 'neg' },
    { of: inGroup(judged, 'open'), words: 'without a clear answer', tone: 'cau' },
    { of: inGroup(judged, 'decided'), words: 'decided by a person', tone: 'neu' },
    { of: inGroup(judged, 'good'), words: 'in order', tone: 'pos' },
  ] as const;
  const filledGroups = groups.filter(({ of }) => of.length > 0);
  const [worst] = filledGroups;
  const title =
    worst === undefined
      ? 'No license of this vendor was verified from this computer'
      : `${pluralize(judged.length, 'license')}: ${filledGroups.map(({ of, words }) => `${of.length} ${words}`).join(', ')}`;
  const named = groups.flatMap(({ of }) => of);
  const more = named.length - maxNamed;
  return {
    title,
    state: '',
    tone: worst?.tone ?? 'neu',
    lines: [
      ...named.slice(0, maxNamed).map((one) => ours(shortFact(checkTitle(one.row), 60), licenseText(one))),
      ours('', more > 0 ? `and ${pluralize(more, 'more license')} in the list below` : null),
    ].flat(),
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

const essentials: ReadonlySet<string> = new Set(['Contact', 'Email', 'Phone', 'Address', 'Services']);

export function missingLines(
  judged: readonly JudgedLicense[],
  documents: readonly DocumentRow[],
  threshold: number,
  notGiven: readonly string[],
): ReportLine[] {
  const asking = inGroup(judged, 'ask').map(({ row }) => shortFact(checkTitle(row), 60));
  const open = named(
    inGroup(judged, 'open'),
    ({ row, word }) => `${shortFact(checkTitle(row), 60)} (${lowerFirst(word)})`,
  );
  const weak = documents.flatMap(({ title, documentType, score, decision }) => {
    if (score === null || score >= threshold || (decision !== null && decision.choice !== 'skip')) return [];
    const name = shortFact(filled(documentType) ?? filled(title) ?? 'a document', 60);
    return `${name} (${scoreWord(score, threshold).word.toLowerCase()}, ${scoreText(score)} of 100)`;
  });
  const unknown = notGiven.filter((label) => essentials.has(label));
  const waiting = documents.filter(({ ready }) => !ready).length;
  const withBegin = (begin: string, words: string) => (words === '' ? null : `${begin}${words}`);
  return [
    ours('Licenses', judged.length === 0 ? 'None verified from this computer' : null),
    ours('Licenses', withBegin('A decision on ', asking.join('; '))),
    ours('Licenses', withBegin('A clear answer on ', open)),
    ours('Documents', documents.length === 0 ? 'None looked up on this computer' : null),
    ours('Documents', withBegin('A better copy of ', weak.join('; '))),
    ours('Documents', waiting === 0 ? null : `The result of ${pluralize(waiting, 'document')}`),
    ours('Profile', withBegin('', unknown.join(', '))),
  ].flat();
}

/** Each requirement of a vendor with its state, reason and evidence, worst first. */
export function requirementItems(judgements: readonly Judgement[], times: ReportTimes): ReportItem[] {
  return worstFirst(judgements).map((judgement) => {
    const { requirement, setName, state, reason, asOf, stale, waiver } = judgement;
    const end = findEnd(judgement);
    const { word, tone } = stateChips[state];
    const old = stale ? ', older than the rule allows' : '';
    // The reason already says so where the waiver is needed.
    const unneeded = state === 'waived' ? null : waiver;
    return {
      title: requirement.name,
      state: word,
      tone,
      lines: [
        ours('Why', reason),
        ours('Rule', setName),
        ours('As of', asOf === null ? null : `${times.detail(asOf)}${old}`),
        ours('Until', end === null ? null : dayText(toCalendarDay(end))),
        ours('Waiver', unneeded && `Until ${endText(unneeded.until)}: ${unneeded.reason}`),
      ].flat(),
    };
  });
}

const maxSites = 12;

/** Whether the vendor may work, at each of its job sites, then its licenses; licenses alone without requirements. */
export function onboardingVerdict(
  now: JudgedNow | undefined,
  sites: readonly { site: string; now: JudgedNow }[],
  licenses: ReportItem,
): ReportItem {
  if (now === undefined || now.status === null) return licenses;
  const { word, why } = now.answer;
  const more = sites.length - maxSites;
  return {
    title: word,
    state: '',
    tone: statusChips[now.status].tone,
    lines: [
      ours('Why', why),
      ...sites.slice(0, maxSites).map((one) => ours(`At ${shortFact(one.site, 60)}`, withEnd(one.now))),
      ours('', more > 0 ? `and ${pluralize(more, 'more job site')}` : null),
      ours('Next expiration', now.nextEnd && endText(now.nextEnd)),
      ours('Licenses', `${licenses.title}.`),
      licenses.lines,
    ].flat(),
  };
}

const endText = (end: string) => dayText(toCalendarDay(toDayNumber(end)));

/** The answer with its latest possible end; an expiring answer has the day itself. */
function withEnd({ answer, nextEnd }: JudgedNow): string {
  const line = answerLine(answer);
  return answer.status !== 'ready' || nextEnd === null
    ? line
    : `${line}, until ${endText(nextEnd)} at the latest`;
}
