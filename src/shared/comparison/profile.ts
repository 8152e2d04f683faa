import { isolated } from '../foreign-text.ts';
import type { ExtractedData } from '../service/document-result.ts';
import type { VendorProfile } from '../service/vendor-profile.ts';
import { nearlyTheSame } from './nearness.ts';
import { compareTexts, type Comparison, type TextKind } from './compare.ts';
import { spokenComparison, verdictMessage, type SideLabels } from './spoken.ts';

/** The fields read from a document that the vendor's profile holds as well. */
export type ProfileField = 'nameOfEntityIndividual' | 'addressStreet' | 'addressCityStateZip';

/** A field read from a document beside the profile's. */
export interface ProfileRow {
  field: ProfileField;
  label: string;
  /** `submitted` is what the profile holds, `found` is what was read from the document. */
  comparison: Comparison;
  /** What the row says, `Same as profile`. */
  words: string;
  /** The whole row for those who listen. */
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
  const location = profile?.location;
  const person = spaced([profile?.firstName, profile?.lastName]);
  const cityAndState = [location?.cityName, spaced([location?.stateCode, location?.postalCode])];
  return [
    row(
      'nameOfEntityIndividual',
      'Name',
      'name',
      filled(profile?.companyName) ?? person,
      data?.nameOfEntityIndividual,
    ),
    row(
      'addressStreet',
      'Street',
      'address',
      withCommas([location?.street, location?.streetAddressLine2]),
      data?.addressStreet,
    ),
    row(
      'addressCityStateZip',
      'City, state, ZIP',
      'address',
      withCommas(cityAndState),
      data?.addressCityStateZip,
    ),
  ];
}

function row(
  field: ProfileField,
  label: string,
  kind: TextKind,
  held: string | null,
  read: string | null | undefined,
): ProfileRow {
  const compared = compareTexts(held, read, kind);
  // The reading of a bad picture makes slips that nobody writes.
  const misread = compared.verdict === 'differs' && nearlyTheSame(held ?? '', read ?? '');
  const comparison = { ...compared, nearly: compared.nearly || misread };
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
