import { isolated } from '../base/foreign-text.ts';
import type { DocumentResult, ExtractedData } from '../service/document-result.ts';
import type { Reading } from '../service/reading.ts';
import type { VendorProfile } from '../service/vendor-profile.ts';
import { nearlyTheSame } from './nearness.ts';
import { compareTexts, type Comparison, type TextKind } from './compare.ts';
import { spokenComparison, verdictMessage, type SideLabels } from './spoken.ts';

/** The fields read from a document that the vendor's profile holds as well. */
export type ProfileField = 'nameOfEntityIndividual' | 'addressStreet' | 'addressCityStateZip';

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

/**
 * Compares what was read from a document with the vendor's profile: name with company, street with both street lines, city, state
 * and ZIP code with theirs. A profile without a company is compared by the person's name. Always three rows.
 */
export function compareWithProfile(
  data: ExtractedData | null | undefined,
  profile: VendorProfile | null | undefined,
): ProfileRow[] {
  const held = getHeldTexts(profile);
  return [
    toProfileRow(
      'nameOfEntityIndividual',
      'Name',
      compareRead('name', held.name, data?.nameOfEntityIndividual),
    ),
    toProfileRow('addressStreet', 'Street', compareRead('address', held.street, data?.addressStreet)),
    toProfileRow(
      'addressCityStateZip',
      'City, state, ZIP',
      compareRead('address', held.cityLine, data?.addressCityStateZip),
    ),
  ];
}

/** The fields of a document that contradict the profile: they differ, cannot be compared, or came in a form that is not known. */
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

export interface HeldTexts {
  /** The company, or the person where there is none. */
  name: string | null;
  company: string | null;
  person: string | null;
  street: string | null;
  cityLine: string | null;
  address: string | null;
}

/** The texts of a profile that fields of documents are compared with. */
export function getHeldTexts(profile: VendorProfile | null | undefined): HeldTexts {
  const location = profile?.location;
  const company = filled(profile?.companyName);
  const person = spaced([profile?.firstName, profile?.lastName]);
  const street = withCommas([location?.street, location?.streetAddressLine2]);
  const cityLine = withCommas([location?.cityName, spaced([location?.stateCode, location?.postalCode])]);
  return {
    name: company ?? person,
    company,
    person,
    street,
    cityLine,
    address: withCommas([street, cityLine]),
  };
}

/** Compares what a profile holds with what was read from a document. */
export function compareRead(
  kind: TextKind,
  held: string | null,
  read: string | null | undefined,
): Comparison {
  const compared = compareTexts(held, read, kind);
  // The reading of a bad picture makes slips that nobody writes.
  const misread = compared.verdict === 'differs' && nearlyTheSame(held ?? '', read ?? '');
  return { ...compared, nearly: compared.nearly || misread };
}

/** A field beside the profile's, in the words of the screen. */
export function toProfileRow<Field extends string>(
  field: Field,
  label: string,
  comparison: Comparison,
): ProfileRow<Field> {
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

function spaced(parts: readonly Part[]): string | null {
  return filled(
    parts
      .map(filled)
      .filter((part) => part !== null)
      .map(isolated)
      .join(' '),
  );
}

function withCommas(parts: readonly Part[]): string | null {
  return filled(
    parts
      .map(filled)
      .filter((part) => part !== null)
      .map(isolated)
      .join(', '),
  );
}
