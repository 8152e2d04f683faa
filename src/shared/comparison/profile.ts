import { isolated } from '../base/foreign-text.ts';
import type { DocumentResult, ExtractedData } from '../service/document-result.ts';
import type { Reading } from '../service/reading.ts';
import type { VendorProfile } from '../service/vendor-profile.ts';
import {
  compareTexts,
  type Comparison,
  type TextKind,
  spokenComparison,
  verdictMessage,
  type SideLabels,
} from './compare.ts';
import { foldLetters } from '../base/fold-text.ts';
import type { FieldOnPage } from '../ocr/labeled-fields.ts';
import { pageFields, type PageField } from '../ocr/page-kind.ts';

const profileFields = ['nameOfEntityIndividual', 'addressStreet', 'addressCityStateZip'] as const;
type ProfileField = (typeof profileFields)[number];

export interface ProfileRow<Field extends string = ProfileField> {
  field: Field;
  label: string;
  comparison: Comparison;
  words: string;
  spoken: string;
}

const sideLabels: SideLabels = {
  submitted: 'profile',
  found: 'document',
  verdicts: {
    same: 'Same as profile',
    same_written_differently: 'Same, written differently',
    differs: 'Differs',
    cannot_compare: 'Cannot be compared',
    only_submitted: 'Not read from the document',
    only_found: 'Not in the profile',
    neither: 'In neither',
  },
};

export function compareWithProfile(
  data: ExtractedData | null | undefined,
  profile: VendorProfile | null | undefined,
): ProfileRow[] {
  const texts = getHeldTexts(profile);
  return profileFields.map((field) => {
    const { held, kind } = heldFields[field];
    return toProfileRow(field, compareRead(kind, texts[held], data?.[field]));
  });
}

/** The fields that contradict the profile: they differ, cannot be compared, or have an unknown form. */
export function contradictingFields(
  { value, validationIssues }: Pick<Reading<DocumentResult>, 'value' | 'validationIssues'>,
  profile: VendorProfile,
): ProfileField[] {
  const strange = new Set(
    validationIssues
      .filter(({ path, raw }) => path[0] === 'data' && typeof raw !== 'number')
      .map(({ path }) => path[1]),
  );
  return compareWithProfile(value.data, profile)
    .filter(
      ({ field, comparison: { verdict, submitted } }) =>
        verdict === 'differs' ||
        verdict === 'cannot_compare' ||
        (strange.has(field) && submitted.text !== null),
    )
    .map(({ field }) => field);
}

type HeldText = keyof ReturnType<typeof getHeldTexts>;
type HeldField = { held: HeldText; maybe?: HeldText; kind: TextKind };

function getHeldTexts(profile: VendorProfile | null | undefined) {
  const location = profile?.location;
  const company = filled(profile?.companyName);
  const person = joinParts([profile?.firstName, profile?.lastName], ' ');
  const street = joinParts([location?.street, location?.streetAddressLine2], ', ');
  const stateLine = joinParts([location?.stateCode, location?.postalCode], ' ');
  const cityLine = joinParts([location?.cityName, stateLine], ', ');
  const address = joinParts([street, cityLine], ', ');
  return { name: company ?? person, company, person, street, cityLine, address };
}

function compareRead(kind: TextKind, held: string | null, read: string | null | undefined): Comparison {
  const compared = compareTexts(held, read, kind);
  // Reading a bad picture makes mistakes that nobody writes.
  const misread = compared.verdict === 'differs' && nearlyTheSame(held ?? '', read ?? '');
  return { ...compared, nearly: compared.nearly || misread };
}

function toProfileRow<Field extends PageField>(field: Field, comparison: Comparison) {
  const { label } = pageFields[field];
  return {
    field,
    label,
    comparison,
    words: verdictMessage(comparison, sideLabels),
    spoken: spokenComparison(label, comparison, sideLabels),
  };
}

type Part = string | null | undefined;

function filled(text: Part): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

function joinParts(parts: readonly Part[], separator: string): string | null {
  const present = parts.map(filled).filter((part) => part !== null);
  return filled(present.map(isolated).join(separator));
}

/** Shorter texts are too short to tell a typo from another word. */
const shortest = 5;
/** Longer texts are not compared for typos; the time grows with the product of their lengths. */
const longest = 300;
const lettersToASlip = 10;

/** Whether two differing texts may be a typo of each other: same digits, and at most one letter in ten edited. */
export function nearlyTheSame(left: string, right: string): boolean {
  if (Math.max(left.length, right.length) > longest) return false;
  if (figures(left) !== figures(right)) return false;
  const [a, b] = [foldLetters(left), foldLetters(right)];
  const length = Math.min(a.length, b.length);
  if (length < shortest || a === b) return false;
  const slips = Math.max(1, Math.floor(length / lettersToASlip));
  return Math.abs(a.length - b.length) <= slips && distance(a, b) <= slips;
}

const figures = (text: string): string => text.replace(/\D/g, '');

/** The number of letters to insert, delete, change or swap with a neighbor (Damerau-Levenshtein). */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_unused, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const changed = a[row - 1] === b[column - 1] ? 0 : 1;
      let least = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + changed,
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      line.push(least);
    }
    before = above;
    above = line;
  }
  return above[b.length] ?? 0;
}

/** The profile text that equals a page's field, and one that may: a sole proprietor's form names the person. */
const heldFields: Readonly<Record<ProfileField, HeldField> & Partial<Record<PageField, HeldField>>> = {
  nameOfEntityIndividual: { held: 'name', maybe: 'person', kind: 'name' },
  businessName: { held: 'company', kind: 'name' },
  licenseeName: { held: 'name', maybe: 'person', kind: 'name' },
  insured: { held: 'name', kind: 'name' },
  addressStreet: { held: 'street', kind: 'address' },
  addressCityStateZip: { held: 'cityLine', kind: 'address' },
  licenseeAddress: { held: 'address', maybe: 'street', kind: 'address' },
};

/** Compares a field read on this computer with the profile; an unsure one is never the same. Null if not in the profile. */
export function comparePageField(
  { field, value, sure }: Pick<FieldOnPage<PageField>, 'field' | 'value' | 'sure'>,
  profile: VendorProfile,
): ProfileRow<PageField> | null {
  const rule = heldFields[field];
  if (rule === undefined) return null;
  const held = getHeldTexts(profile);
  const compared = compareRead(rule.kind, held[rule.held], value);
  if (isSame(compared)) return toProfileRow(field, sure ? compared : cannotSay(compared));
  const other = rule.maybe === undefined ? null : compareRead(rule.kind, held[rule.maybe], value);
  return toProfileRow(field, other !== null && isSame(other) ? cannotSay(other) : compared);
}

const isSame = ({ verdict }: Comparison): boolean =>
  verdict === 'same' || verdict === 'same_written_differently';

const cannotSay = (compared: Comparison): Comparison => ({ ...compared, verdict: 'cannot_compare' });
