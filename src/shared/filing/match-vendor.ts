import { foldLetters, foldText } from '../base/fold-text.ts';
import { stateForm } from '../base/states.ts';
import { compareTexts } from '../comparison/compare.ts';
import { readLicenseNumber } from '../comparison/codes.ts';
import { readName } from '../comparison/names.ts';
import { nearlyTheSame } from '../comparison/profile.ts';
import type { ReadPaper, ReadValue } from './propose-paper.ts';

/** A vendor that a paper may belong to, with what this computer knows of it. */
export interface PossibleVendor {
  subject: string;
  name: string;
  /** Its name and, where that is a company's, its contact. */
  names: readonly string[];
  employerIds: readonly string[];
  licenseNumbers: readonly string[];
  state: string | null;
}

type NameFit = 'same' | 'near' | 'part' | 'none';
type NumberFit = 'agrees' | 'contradicts' | 'unknown';

type Fit = ReturnType<typeof toFit>;

const maxOffered = 9;

/**
 * Whose a paper is, by its names and numbers. Sure only for a single vendor that nothing on the paper contradicts.
 * @returns the vendors, best first, and what supports the first one or why a person has to choose: `name and EIN match`
 */
export function matchVendor(paper: ReadPaper, fileName: string, vendors: readonly PossibleVendor[]) {
  const fits = vendors
    .map((vendor) => toFit(paper, fileName, vendor))
    .filter((fit) => getRank(fit) < ranks.length)
    .toSorted((one, other) => getRank(one) - getRank(other) || compareNames(one, other));
  const candidates = fits.slice(0, maxOffered).map(({ vendor: { subject, name } }) => ({ subject, name }));
  const [first, second] = fits;
  if (first === undefined) {
    const [read] = paper.names;
    const evidence = read === undefined ? 'no name read' : `no vendor named “${read.value}”`;
    return { candidates, sure: false, evidence };
  }
  const doubt = findDoubt(first, fits.slice(1), paper);
  if (doubt !== null) return { candidates, sure: false, evidence: doubt };
  const isAlone = second === undefined || getRank(second) > getRank(first);
  return { candidates, sure: isAlone, evidence: isAlone ? explain(first, paper) : explainSeveral(fits) };
}

const compareNames = (one: Fit, other: Fit): number =>
  one.vendor.name < other.vendor.name ? -1 : one.vendor.name > other.vendor.name ? 1 : 0;

/** What a vendor has to have, the best evidence first. */
const ranks: readonly ((fit: Fit) => boolean)[] = [
  ({ number, name }) => number === 'agrees' && name === 'same',
  ({ number, name }) => number === 'agrees' && name !== 'none',
  ({ name }) => name === 'same',
  ({ number }) => number === 'agrees',
  ({ name }) => name === 'near',
  ({ name }) => name === 'part',
];

function getRank(fit: Fit): number {
  const rank = ranks.findIndex((fits) => fits(fit));
  return rank === -1 ? ranks.length : rank;
}

/** Why the first may not be the vendor, in a few words; null where nothing contradicts it. */
function findDoubt(first: Fit, others: readonly Fit[], paper: ReadPaper): string | null {
  if (first.number === 'contradicts') return `${numberName(paper)} differs from the one on file`;
  if (first.isElsewhere) return 'state differs from the profile';
  if (others.some(({ number }) => number === 'agrees')) return explainSeveral([first, ...others]);
  const isNumberSure = (paper.employerId ?? paper.licenseNumber)?.sure === true;
  const agrees = first.number === 'agrees' && isNumberSure;
  if (agrees && first.name === 'same') return null;
  if (others.some(({ name }) => name === 'same')) return explainSeveral([first, ...others]);
  if (agrees && first.name === 'near') return null;
  if (first.name === 'none') return 'name differs, check it';
  if (first.name !== 'same') return 'name nearly matches, check it';
  return first.isNameSure ? null : 'name not read clearly, check it';
}

const numberName = ({ employerId }: ReadPaper): string => (employerId === null ? 'license number' : 'EIN');

function explain({ name, number }: Fit, paper: ReadPaper): string {
  if (number === 'agrees')
    return name === 'same' ? `name and ${numberName(paper)} match` : `${numberName(paper)} matches`;
  return paper.kind === 'certificate' ? 'insured matches' : 'name matches';
}

const few = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

function explainSeveral(fits: readonly Fit[]): string {
  const [first] = fits;
  const alike = fits.filter(({ name }) => name === first?.name);
  if (alike.length < 2) return 'name and number fit different vendors';
  return `${few[alike.length] ?? 'many'} vendors fit this name`;
}

function toFit(paper: ReadPaper, fileName: string, vendor: PossibleVendor) {
  const byName = paper.names.map((read) => ({ read, fit: fitNames(read.value, vendor.names) }));
  // A person may have several companies.
  const own = paper.names.length > 1 ? vendor.names.slice(0, 1) : vendor.names;
  const best = byName.toSorted((one, other) => nameFits.indexOf(one.fit) - nameFits.indexOf(other.fit))[0];
  const isMentioned = [...paper.mentions, fileName].some((text) =>
    vendor.names.some((name) => mentions(text, name)),
  );
  const byReading = best?.fit ?? 'none';
  return {
    vendor,
    name: byReading === 'none' && isMentioned ? 'part' : byReading,
    isNameSure: paper.names.some((read) => read.sure && fitNames(read.value, own) === 'same'),
    number: fitNumbers(paper, vendor),
    isElsewhere: isElsewhere(paper.place, vendor.state),
  };
}

const nameFits: readonly NameFit[] = ['same', 'near', 'part', 'none'];

function fitNames(read: string, names: readonly string[]): NameFit {
  const fits = names.map((name): NameFit => {
    const { verdict, nearly } = compareTexts(name, read, 'name');
    if (verdict === 'same' || verdict === 'same_written_differently') return 'same';
    const isNear = nearly || nearlyTheSame(name, read) || looksAlike(name, read);
    if (isNear || isSameButForm(name, read)) return 'near';
    return mentions(read, name) || mentions(name, read) ? 'part' : 'none';
  });
  return nameFits.find((fit) => fits.includes(fit)) ?? 'none';
}

/** Letters and figures that a recognizer takes for each other are one. */
const foldLooks = (text: string): string => foldLetters(text).replaceAll('0', 'o').replaceAll(/[1l]/g, 'i');

const looksAlike = (one: string, other: string): boolean => {
  const looks = foldLooks(one);
  return looks !== '' && (looks === foldLooks(other) || nearlyTheSame(looks, foldLooks(other)));
};

const legalForms = new Set(['llc', 'inc', 'corp', 'co', 'ltd', 'lp', 'llp', 'pc', 'pllc']);

const coreWords = (name: string): string[] =>
  readName(name)
    .map(({ form }) => form)
    .filter((form) => form !== 'the' && !legalForms.has(form));

const isSameButForm = (one: string, other: string): boolean => {
  const core = coreWords(one).join(' ');
  return core !== '' && core === coreWords(other).join(' ');
};

/** Whether a text has the words of a name in a row; a single short word is in too many. */
function mentions(text: string, name: string): boolean {
  const words = coreWords(name).join(' ');
  return words.length >= 5 && ` ${coreWords(text).join(' ')} `.includes(` ${words} `);
}

function fitNumbers({ employerId, licenseNumber }: ReadPaper, vendor: PossibleVendor): NumberFit {
  const fits = [
    fitNumber(employerId, vendor.employerIds, (text) => text.replaceAll(/\D/g, '')),
    // A vendor may have several licenses.
    fitNumber(licenseNumber, vendor.licenseNumbers, foldLicense) === 'agrees' ? 'agrees' : 'unknown',
  ] as const;
  return fits.find((fit) => fit !== 'unknown') ?? 'unknown';
}

const foldLicense = (text: string): string => readLicenseNumber(text)[0]?.form ?? foldText(text);

function fitNumber(
  read: ReadValue | null,
  known: readonly string[],
  fold: (text: string) => string,
): NumberFit {
  if (read === null || known.length === 0) return 'unknown';
  return known.some((number) => fold(number) === fold(read.value)) ? 'agrees' : 'contradicts';
}

/** Whether an address such as `Oakland, CA 94607` is in another state. */
function isElsewhere(place: string | null, state: string | null): boolean {
  const [, read] = /\s([A-Za-z]{2})\.?,?\s\d{5}/.exec(place ?? '') ?? [];
  return read !== undefined && state !== null && state.trim() !== '' && stateForm(read) !== stateForm(state);
}
