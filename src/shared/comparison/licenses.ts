import { lowerFirst } from '../base/fold-text.ts';
import { pluralize } from '../base/pluralize.ts';
import { dayText, daysUntil, expiryText, gapText, type CalendarDay } from '../base/dates.ts';
import type { LicenseDetails } from '../service/verification.ts';
import { daysBetween, noDateRule, twoWaysMessage, type DateRule } from '../service/service-dates.ts';
import {
  compareTexts,
  type Comparison,
  type TextKind,
  type Verdict,
  spokenComparison,
  verdictMessage,
  type SideLabels,
} from './compare.ts';

const readPlaceIn = (details: LicenseDetails) => details.locationWhereLicenseIsValid;

const fieldRules = [
  { field: 'licenseeName', label: 'Licensee name', kind: 'name', read: (d) => d.licenseeName },
  { field: 'qualifiedParty', label: 'Qualified party', kind: 'name', read: (d) => d.qualifiedParty },
  { field: 'licenseeAddress', label: 'Licensee address', kind: 'address', read: (d) => d.licenseeAddress },
  { field: 'licenseNumber', label: 'License number', kind: 'licenseNumber', read: (d) => d.licenseNumber },
  { field: 'licenseTradeType', label: 'License trade type', kind: 'plain', read: (d) => d.licenseTradeType },
  { field: 'serviceType', label: 'Service type', kind: 'plain', read: (d) => d.serviceType },
  { field: 'effectiveDate', label: 'Effective date', kind: 'date', read: (d) => d.effectiveDate },
  { field: 'expiryDate', label: 'Expiration date', kind: 'date', read: (d) => d.expiryDate },
  { field: 'state', label: 'Valid in: state', kind: 'state', read: (d) => readPlaceIn(d)?.state },
  { field: 'county', label: 'Valid in: county', kind: 'place', read: (d) => readPlaceIn(d)?.county },
  { field: 'city', label: 'Valid in: city', kind: 'place', read: (d) => readPlaceIn(d)?.city },
  { field: 'zipCode', label: 'Valid in: ZIP code', kind: 'zip', read: (d) => readPlaceIn(d)?.zipCode },
  { field: 'verifyingWebsite', label: 'Verifying website', kind: 'url', read: (d) => d.verifyingWebsite },
] as const satisfies readonly {
  field: string;
  label: string;
  kind: TextKind;
  read: (details: LicenseDetails) => string | null | undefined;
}[];
export type LicenseField = (typeof fieldRules)[number]['field'];

export interface ComparisonRow extends Comparison {
  field: LicenseField;
  label: string;
  kind: TextKind;
  words: string;
  spoken: string;
}

const sideLabels: SideLabels = {
  submitted: 'submitted',
  found: 'found',
  verdicts: {
    same: 'Same',
    same_written_differently: 'Same, written differently',
    differs: 'Differs',
    cannot_compare: 'Cannot be compared',
    only_submitted: 'Only submitted',
    only_found: 'Only found',
    neither: 'Not provided, not found',
  },
};

/** Compares submitted license details with those found: always thirteen rows in the same order. */
export function compareLicenses(
  parameters: LicenseDetails | null | undefined,
  response: LicenseDetails | null | undefined,
  rule: DateRule = noDateRule,
): ComparisonRow[] {
  return fieldRules.map(({ field, label, kind, read }) => {
    const comparison = compareTexts(read(parameters ?? {}), read(response ?? {}), kind, rule);
    return {
      field,
      label,
      kind,
      ...comparison,
      words: verdictMessage(comparison, sideLabels),
      spoken: spokenComparison(label, comparison, sideLabels),
    };
  });
}

export const differingCount = (rows: readonly ComparisonRow[]): number => getCount(rows, 'differs');

export const comparedCount = (rows: readonly ComparisonRow[]): number =>
  differingCount(rows) + getCount(rows, 'same') + getCount(rows, 'same_written_differently');

export const differencesFirst = (rows: readonly ComparisonRow[]): ComparisonRow[] => [
  ...rows.filter((row) => row.verdict === 'differs'),
  ...rows.filter((row) => row.verdict === 'cannot_compare'),
  ...rows.filter((row) => row.verdict !== 'differs' && row.verdict !== 'cannot_compare'),
];

const getCount = (rows: readonly ComparisonRow[], verdict: Verdict): number =>
  rows.filter((row) => row.verdict === verdict).length;

/** What the comparison shows beyond the count, in sentences. The verdict (license-verdict.ts) says what it means. */
export function comparisonMessage(rows: readonly ComparisonRow[]): string {
  if (!rows.some((row) => row.found.text !== null))
    return 'There is nothing to compare with what was submitted.';
  const unclear = getCount(rows, 'cannot_compare');
  if (differingCount(rows) > 0) {
    const also = unclear === 0 ? '' : ` ${unclearMessage(unclear)}.`;
    return `${whatDiffers(rows)}${also} Correct what was submitted, or ask the vendor.`;
  }
  const oneSided = oneSidedMessage(getCount(rows, 'only_submitted'), getCount(rows, 'only_found'));
  if (unclear === 0) return oneSided === '' ? 'Every detail is the same.' : oneSided;
  return oneSided === '' ? `${unclearMessage(unclear)}.` : `${unclearMessage(unclear)}, and ${oneSided}`;
}

const unclearMessage = (count: number): string =>
  pluralize(count, 'date cannot be compared', 'dates cannot be compared');

function oneSidedMessage(onlySubmitted: number, onlyFound: number): string {
  if (onlySubmitted === 0 && onlyFound > 0)
    return `${pluralize(onlyFound, 'detail was', 'details were')} not submitted.`;
  const parts = [
    onlySubmitted > 0 ? pluralize(onlySubmitted, 'detail was not found', 'details were not found') : [],
    onlyFound > 0 ? pluralize(onlyFound, 'was not submitted', 'were not submitted') : [],
  ].flat();
  return parts.length === 0 ? '' : `${parts.join(' and ')}.`;
}

function whatDiffers(rows: readonly ComparisonRow[]): string {
  const differing = rows.filter((row) => row.verdict === 'differs');
  const number = rows.find((row) => row.field === 'licenseNumber');
  if (number?.verdict === 'differs')
    return 'The license number itself differs, so this may be another license.';
  const expiry = differing.find((row) => row.field === 'expiryDate');
  const expiryPart = expiry === undefined ? null : expiryDirection(expiry);
  const name = differing.find((row) => row.field === 'licenseeName');
  const sameNumber = number?.verdict === 'same' || number?.verdict === 'same_written_differently';
  if (sameNumber && (name !== undefined || expiryPart !== null)) {
    const nameWords = name?.nearly === true ? 'under nearly the same name' : 'under a different name';
    const parts = [...(name === undefined ? [] : [nameWords]), ...(expiryPart === null ? [] : [expiryPart])];
    return `The board has this number ${parts.join(', ')}.`;
  }
  const labels = differing.map((row) => row.label.replace(/^Valid in: /, '')).map(lowerFirst);
  return `Not the same: ${labels.join(', ')}.`;
}

function expiryDirection(row: ComparisonRow): string | null {
  if (row.submitted.day === null || row.found.day === null) return null;
  return daysUntil(row.found.day, row.submitted.day) < 0
    ? 'with an earlier expiration'
    : 'with a later expiration';
}

/** The line under a found date: the gap to the submitted one, or how long the license is valid; null for none. */
export function dateNote(row: ComparisonRow, today: CalendarDay, rule: DateRule = noDateRule): string | null {
  const { submitted, found } = row;
  if (row.kind !== 'date' || found.raw === null) return null;
  const isExpiry = row.field === 'expiryDate';
  const twoWays = found.mayBe.length > 0;
  const counts = found.day;
  const between = daysBetween(found.raw, rule);
  const notes = [
    ...(row.verdict === 'differs' && submitted.day !== null && found.day !== null
      ? [gapText(submitted.day, found.day)]
      : []),
    ...(twoWays ? [`${twoWaysMessage(found.mayBe)}${isExpiry ? ', so it isn’t counted' : ''}`] : []),
    ...(between === null ? [] : [`between ${dayText(between.first)} and ${dayText(between.last)}`]),
    ...(!twoWays && between === null && found.day === null && row.verdict !== 'same_written_differently'
      ? [`Gangway cannot read this date${isExpiry ? ', so it isn’t counted' : ''}`]
      : []),
    ...(isExpiry && counts !== null ? [expiryText(counts, today)] : []),
  ];
  if (notes.length === 0) return null;
  return notes.map((note) => `${note.slice(0, 1).toUpperCase()}${note.slice(1)}.`).join(' ');
}
