import type { ListKind } from '#shared/imports/import-fields.ts';
import type { Random } from '#test/chaos/random.ts';

/** What a row means, by field: what has to be sent where the row is ready. Days are ISO 8601. */
export type Truth = Readonly<Record<string, string>>;

const firstNames = [
  'Ada',
  'Bo',
  'José',
  'Zoë',
  'Mary Ann',
  'Jürgen',
  'Siobhán',
  'Li',
  'Ngozi',
  'Søren',
] as const;
const lastNames = [
  'Marsh',
  'Linden',
  'Peña',
  'Müller',
  'de la Cruz',
  "O'Neil",
  'Reed',
  'van Dyk',
  'Fox',
] as const;
const words = [
  'Larkspur',
  'Tern',
  'Plover',
  'Heron',
  'Wren',
  'Alder',
  'Peña',
  'Müller',
  'Quay 9',
  '3rd Street',
] as const;
const trades = [
  'Roofing',
  'Electric',
  'Plumbing & Drain',
  'HVAC',
  'Paving, Inc.',
  'Glass LLC',
  '"Best" Doors',
  'Café',
] as const;
const titles = ['Owner', 'Project manager', 'Office manager', 'Estimator'] as const;
const states = ['CA', 'AZ', 'NV', 'OR', 'TX', 'FL', 'WA'] as const;
const licenseTypes = ['C-36', 'B', 'Electrical', 'General contractor'] as const;

const digits = (random: Random, count: number) =>
  Array.from({ length: count }, () => String(random.between(0, 9))).join('');

function drawVendor(random: Random, number: number): Truth {
  const company = `${random.pick(words)} ${random.pick(trades)}`;
  return {
    email: `v${number}.${random.pick(['office', 'ann', 'info'])}@vendor${number}.example`,
    firstName: random.pick(firstNames),
    lastName: random.pick(lastNames),
    companyName: `${company} ${number}`,
    phoneNumber: random.pick([
      `(415) 555-${digits(random, 4)}`,
      `415-555-${digits(random, 4)}`,
      `+1 415 555 ${digits(random, 4)}`,
    ]),
    jobTitle: random.pick(titles),
    vendorId: random.pick([`V-${number}`, `000${1000 + number}`, `A${digits(random, 5)}-${number}`]),
  };
}

function drawLicense(random: Random, number: number): Truth {
  const month = String(random.between(1, 12)).padStart(2, '0');
  const day = String(random.between(1, 28)).padStart(2, '0');
  return {
    licenseNumber: random.pick([
      `00${10_000 + number}`,
      `C-${20_000 + number}`,
      String(1_000_000 + number),
      `ROC${300_000 + number}`,
    ]),
    licenseeName: `${random.pick(words)} ${random.pick(trades)} ${number}`,
    state: random.pick(states),
    expiryDate: `${random.between(2027, 2031)}-${month}-${day}`,
    licenseTradeType: random.pick(licenseTypes),
    zipCode: `9${digits(random, 4)}`,
  };
}

/** The rows of a list, each of another vendor or license. */
export function drawTruth(random: Random, list: ListKind): Truth[] {
  const draw = list === 'invites' ? drawVendor : drawLicense;
  return Array.from({ length: random.between(4, 24) }, (_none, at) => draw(random, at + 1));
}
