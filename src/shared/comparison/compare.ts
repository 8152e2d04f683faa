import { dayText, isoDay, type CalendarDay } from '../base/dates.ts';
import { bare, mayMean, meanTheSame } from '../base/meant-days.ts';
import { noDateRule, readServiceDate, type DateRule } from '../service/service-dates.ts';
import { ownMember } from '../base/own-member.ts';
import { isTurnedAddress, readAddress, readZip } from './addresses.ts';
import { readLicenseNumber, readPlace, readPlainText, readUrl } from './codes.ts';
import { differingRuns, differingSegments, type ReadText, type Run, type Segment } from './differences.ts';
import { lastNameFirst, nearlyOneName, readName } from './names.ts';
import { readState } from '../base/states.ts';
import { joinedAsIn, type WordReader } from '../base/words.ts';

/** `cannot_compare`: an ambiguous or unreadable date is involved. `neither`: both are empty. */
export type Verdict =
  | 'same'
  | 'same_written_differently'
  | 'differs'
  | 'cannot_compare'
  | 'only_submitted'
  | 'only_found'
  | 'neither';

export interface Side {
  raw: string | null;
  /** A date that could be read as `Mar 31, 2027`, anything else as received. Null where there is nothing. */
  text: string | null;
  segments: Segment[];
  /** The words that differ, for screen readers; null where the whole text is to be read. */
  differing: string | null;
  day: CalendarDay | null;
  unreadable: boolean;
  mayBe: CalendarDay[];
}

/** Maximum length compared word by word, in UTF-16 code units (docs/decisions/text-from-elsewhere.md). */
const maxCompared = 500;

export interface Comparison {
  verdict: Verdict;
  /** Whether they differ, but may be two ways to write the same. */
  nearly: boolean;
  /** Whether one meaning of an ambiguous date is the same day. */
  maybe: boolean;
  submitted: Side;
  found: Side;
}

const readers = {
  name: readName,
  address: readAddress,
  licenseNumber: readLicenseNumber,
  url: readUrl,
  state: readState,
  zip: readZip,
  place: readPlace,
  plain: readPlainText,
} satisfies Record<string, WordReader>;
export type TextKind = keyof typeof readers | 'date';

/** Compares two texts as a person would, by their kind: capitals, punctuation and common abbreviations do not count. */
export function compareTexts(
  submitted: string | null | undefined,
  found: string | null | undefined,
  kind: TextKind,
  rule: DateRule = noDateRule,
): Comparison {
  const judged = judge(submitted, found, kind, rule);
  const nearly =
    judged.verdict === 'differs' &&
    kind === 'name' &&
    !isLong(judged.submitted) &&
    !isLong(judged.found) &&
    nearlyOneName(judged.submitted.text ?? '', judged.found.text ?? '');
  const maybe = judged.verdict === 'cannot_compare' && shareDay(judged.submitted, judged.found);
  return { ...judged, nearly, maybe };
}

type Sides = Pick<Comparison, 'submitted' | 'found'>;
type Judged = Sides & Pick<Comparison, 'verdict'>;

function judge(
  submitted: string | null | undefined,
  found: string | null | undefined,
  kind: TextKind,
  rule: DateRule,
): Judged {
  const sides = { submitted: getSide(submitted, kind, rule), found: getSide(found, kind, rule) };
  const [left, right] = [sides.submitted.text, sides.found.text];
  if (left === null && right === null) return { verdict: 'neither', ...sides };
  if (left === null) return { verdict: 'only_found', ...sides };
  if (right === null) return { verdict: 'only_submitted', ...sides };
  if (isLong(sides.submitted) || isLong(sides.found)) return compareLong(sides, kind);
  if (kind === 'date') return compareDates(sides);
  if (visible(left) === visible(right)) return { verdict: 'same', ...sides };
  return compareWords(sides, left, right, kind);
}

const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (whole, ...parts: string[]) => {
      const [decimal, hex, name] = parts;
      if (name !== undefined) return ownMember(namedEntities, name.toLowerCase()) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

function getSide(received: string | null | undefined, kind: TextKind, rule: DateRule): Side {
  const raw = withoutEntities(received ?? '').trim();
  const plain = { differing: null, day: null, unreadable: false, mayBe: [] };
  if (raw === '') return { ...plain, raw: null, text: null, segments: [] };
  const written = { ...plain, raw, text: raw, segments: [{ text: raw, differs: false }] };
  if (kind !== 'date') return written;
  const date = readServiceDate(raw, rule);
  if (date.kind !== 'read')
    return { ...written, unreadable: true, mayBe: date.kind === 'two_ways' ? date.days : [] };
  const text = dayText(date.reading.day);
  return { ...written, text, segments: [{ text, differs: false }], day: date.reading.day };
}

function shareDay(one: Side, other: Side): boolean {
  const days = (side: Side) => (side.day === null ? side.mayBe : [side.day]).map(isoDay);
  return days(one).some((day) => days(other).includes(day));
}

/** A text as it looks: the number and kind of spaces and the encoding of accents are invisible. */
const visible = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ');

function compareDates(sides: Sides): Judged {
  const { submitted, found } = sides;
  if (submitted.text === found.text) return { verdict: 'same', ...sides };
  if (submitted.day !== null && found.day !== null) return differWholly(sides);
  return { verdict: mayBeOneDate(sides) ? 'same_written_differently' : 'cannot_compare', ...sides };
}

function mayBeOneDate({ submitted, found }: Sides): boolean {
  const [left, right] = [submitted.raw ?? '', found.raw ?? ''];
  if (submitted.mayBe.length > 0 || found.mayBe.length > 0) return bare(left) === bare(right);
  if (submitted.day !== null) return mayMean(right, submitted.day);
  return found.day === null ? meanTheSame(left, right) : mayMean(left, found.day);
}

const isLong = ({ text }: Side): boolean => (text ?? '').length > maxCompared;

function compareLong(sides: Sides, kind: TextKind): Judged {
  if (sides.submitted.text === sides.found.text) return { verdict: 'same', ...sides };
  return kind === 'date' ? { verdict: 'cannot_compare', ...sides } : differWholly(sides);
}

function differWholly({ submitted, found }: Sides): Judged {
  const marked = (side: Side): Side => ({
    ...side,
    segments: side.segments.map((segment) => ({ ...segment, differs: true })),
  });
  return { verdict: 'differs', submitted: marked(submitted), found: marked(found) };
}

function compareWords(sides: Sides, left: string, right: string, kind: keyof typeof readers): Judged {
  const [leftRead, rightRead] = [readers[kind](left), readers[kind](right)];
  // Texts without a single word only look different.
  if (leftRead.length === 0 || rightRead.length === 0) return differWholly(sides);
  const own = { text: left, words: joinedAsIn(leftRead, rightRead) };
  const other = { text: right, words: joinedAsIn(rightRead, leftRead) };
  const runs = differingRuns(own.words, other.words);
  const turned =
    (kind === 'name' && isTurnedName(left, right)) || (kind === 'address' && isTurnedAddress(left, right));
  if (runs.length === 0 || turned) return { verdict: 'same_written_differently', ...sides };
  const [leftSegments, rightSegments] = differingSegments(own, other, runs);
  const [leftSpoken, rightSpoken] = spokenParts(own, other, runs);
  return {
    verdict: 'differs',
    submitted: { ...sides.submitted, segments: leftSegments, differing: leftSpoken },
    found: { ...sides.found, segments: rightSegments, differing: rightSpoken },
  };
}

function isTurnedName(left: string, right: string): boolean {
  const turnedLeft = lastNameFirst(left);
  const turnedRight = lastNameFirst(right);
  return (
    (turnedLeft !== null && differingRuns(turnedLeft, readName(right)).length === 0) ||
    (turnedRight !== null && differingRuns(readName(left), turnedRight).length === 0)
  );
}

/** The words that differ, where both sides have some in one single place; else null, as only the whole texts make sense by ear. */
function spokenParts(own: ReadText, other: ReadText, [run, second]: readonly Run[]) {
  const part = ({ text, words }: ReadText, { from, to }: Run['left']) =>
    from === to ? null : text.slice(words[from]?.start, words[to - 1]?.end);
  const [left, right] =
    run === undefined || second !== undefined ? [] : [part(own, run.left), part(other, run.right)];
  return left == null || right == null ? ([null, null] as const) : ([left, right] as const);
}

export interface SideLabels {
  submitted: string;
  found: string;
  verdicts: Record<Verdict, string>;
}

export function verdictMessage({ verdict, nearly, maybe }: Comparison, words: SideLabels): string {
  if (maybe) return `${words.verdicts[verdict]}, may be the same day`;
  return nearly ? `${words.verdicts[verdict]}, nearly the same` : words.verdicts[verdict];
}

/** A comparison for screen readers: `Licensee name, differs, submitted LLC, found Inc.` */
export function spokenComparison(label: string, comparison: Comparison, words: SideLabels): string {
  const [submitted, found] = [comparison.submitted, comparison.found].map(
    ({ differing, text }) => (comparison.verdict === 'differs' ? differing : null) ?? text ?? '',
  );
  const both = [`${words.submitted} ${submitted}`, `${words.found} ${found}`];
  const said: Record<Verdict, (string | undefined)[]> = {
    neither: [],
    same: [submitted],
    only_submitted: [submitted],
    only_found: [found],
    same_written_differently: both,
    cannot_compare: both,
    differs: both,
  };
  return [label, verdictMessage(comparison, words).toLowerCase(), ...said[comparison.verdict]].join(', ');
}
