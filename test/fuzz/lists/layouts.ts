import type { ListKind } from '#shared/imports/import-fields.ts';
import type { Random } from '#test/chaos/random.ts';
import type { Truth } from './truth.ts';

/** A column as a program or a person writes it. */
export interface Column {
  heading: string;
  /** The field whose truth stands in it; null for what no field is filled with. */
  field: string | null;
  /** What stands in it in place of a field. */
  other?: (random: Random, row: Truth) => string;
}

/** How a list is laid out: its columns, and what stands above them. */
export interface Layout {
  columns: Column[];
  above: string[][];
  /** Headings of groups, in the row right above. */
  groups: string[] | null;
}

const own = () => 'pm@ourcompany.example';
const nothing = () => '';
const field = (heading: string, name: string): Column => ({ heading, field: name });
const other = (heading: string, text: (random: Random, row: Truth) => string): Column => ({
  heading,
  field: null,
  other: text,
});
const notes = other('Notes', (random) =>
  random.pick(['', 'call back', 'W-9 in', 'line one\nline two, with comma', '6" pipe', 'renewed; see file']),
);
const balance = other('Balance', (random) => `${random.between(0, 9)}.00`);

const vendorLayouts: readonly [Column[], ...Column[][]] = [
  [
    field('Company', 'companyName'),
    field('First Name', 'firstName'),
    field('Last Name', 'lastName'),
    field('Email', 'email'),
    field('Phone', 'phoneNumber'),
    notes,
  ],
  // QuickBooks Desktop
  [
    other('Active Status', () => 'Active'),
    other('Vendor', (_random, row) => row['companyName'] ?? ''),
    balance,
    field('Company', 'companyName'),
    other('Mr./Ms./...', () => 'Ms.'),
    field('First Name', 'firstName'),
    other('M.I.', nothing),
    field('Last Name', 'lastName'),
    field('Main Phone', 'phoneNumber'),
    field('Main Email', 'email'),
    other('CC Email', own),
  ],
  // Google
  [
    field('First Name', 'firstName'),
    field('Last Name', 'lastName'),
    field('Organization Name', 'companyName'),
    field('Organization Title', 'jobTitle'),
    other('E-mail 1 - Label', () => 'Work'),
    field('E-mail 1 - Value', 'email'),
    other('E-mail 2 - Value', (random) => `home${random.between(1, 99)}@mail.example`),
    field('Phone 1 - Value', 'phoneNumber'),
  ],
  // A CRM
  [
    other('Id', (random) => String(random.between(10_000, 99_999))),
    other('Company ID', (random) => String(random.between(1000, 9999))),
    field('Company', 'companyName'),
    field('First name', 'firstName'),
    field('Surname', 'lastName'),
    field('Job title', 'jobTitle'),
    other('Owner email', own),
    field('E-mail address', 'email'),
    other('Status', () => 'Active'),
    field('Vendor No.', 'vendorId'),
  ],
  // Procore
  [
    field('Company', 'companyName'),
    field('First Name', 'firstName'),
    field('Last Name', 'lastName'),
    field('Job Title', 'jobTitle'),
    other('City', () => 'Mesa'),
    field('Business Phone', 'phoneNumber'),
    other('Fax', nothing),
    field('Email Address', 'email'),
    other('Is Active', () => 'TRUE'),
    other('Trades', () => 'Roofing'),
  ],
  [field('Email', 'email')],
];

const licenseLayouts: readonly [Column[], ...Column[][]] = [
  [
    field('License Number', 'licenseNumber'),
    field('Company', 'licenseeName'),
    field('State', 'state'),
    field('Zip', 'zipCode'),
    field('Expiration Date', 'expiryDate'),
    notes,
  ],
  [
    field('License #', 'licenseNumber'),
    field('Trade', 'licenseTradeType'),
    field('Business name', 'licenseeName'),
    field('License state', 'state'),
    field('Expires', 'expiryDate'),
  ],
  // The contractors' board of California: the place is that of the mailing address.
  [
    field('LicenseNo', 'licenseNumber'),
    field('BusinessName', 'licenseeName'),
    other('City', () => 'MESA'),
    other('State', () => 'AZ'),
    other('ZIPCode', () => '85201'),
    other('MailingAddress', () => ''),
    field('ExpirationDate', 'expiryDate'),
    other('PrimaryStatus', () => 'CLEAR'),
  ],
];

/** Draws how a list is laid out. */
export function drawLayout(random: Random, list: ListKind): Layout {
  const columns = random.pick(list === 'invites' ? vendorLayouts : licenseLayouts);
  const titles = Array.from({ length: random.pick([0, 0, 0, 1, 2, 12]) }, (_none, at) => [
    `Report line ${at + 1}`,
  ]);
  const grouped = list === 'invites' && columns === vendorLayouts[0] && random.chance(0.2);
  return {
    columns: [...columns],
    above: titles,
    groups: grouped ? ['Vendor', 'Contact', '', '', '', ''] : null,
  };
}
