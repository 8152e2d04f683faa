import type { PageTruth } from '#test/papers/page-truth.ts';
import { cityLine, dayStyles, escapeHtml, isoDay, openDraw, type Draw } from './draw.ts';
import { letter, type Sheet } from './sheet.ts';

/** Who filled a W-9 in, and with what. */
export interface W9Facts {
  name: string;
  business: string | null;
  taxClass: number;
  /** The letter behind "Limited liability company". */
  classLetter: string;
  street: string;
  city: string;
  ein: string | null;
  ssn: string;
  requester: boolean;
}

/** The boxes of line 3 in their order, and how the app calls each. */
export const taxClasses: readonly (readonly string[])[] = [
  ['Individual/sole proprietor', 'Individual/sole proprietor or single-member LLC'],
  ['C corporation'],
  ['S corporation'],
  ['Partnership'],
  ['Trust/estate'],
  ['LLC', 'Limited liability company'],
];

export function drawW9(draw: Draw): W9Facts {
  const address = draw.address(draw.pick(['CA', 'TX', 'FL', 'WA', 'NV', 'AZ', 'OR', 'NY', 'CO', 'GA']));
  const isPerson = draw.random() < 0.3;
  const hasSsn = isPerson && draw.random() < 0.6;
  return {
    name: isPerson ? draw.person() : draw.company(),
    business: isPerson && draw.random() < 0.6 ? draw.company() : null,
    taxClass: isPerson ? 0 : draw.pick([1, 2, 3, 5]),
    classLetter: draw.pick(['C', 'S', 'P']),
    street: address.street,
    city: draw.pick([
      cityLine(address),
      cityLine(address),
      `${address.city} ${address.state} ${address.zip}`,
    ]),
    ein: hasSsn ? null : draw.code('29-9999999').replace(/^2/, draw.pick(['2', '3', '4', '8'])),
    ssn: draw.code('900-99-9999'),
    requester: draw.random() < 0.4,
  };
}

export const requester = 'Bayline Property Group, 77 Ferry Plaza, Alameda, CA 94501';

export function w9Truth(facts: W9Facts, signed: string | null = null): PageTruth {
  const { name, business, taxClass, street, city, ein } = facts;
  return {
    nameOfEntityIndividual: [name],
    ...(business === null ? {} : { businessName: [business] }),
    federalTaxClassification: taxClasses[taxClass] ?? [],
    addressStreet: [street],
    addressCityStateZip: [city, city.replace(/,? (?=[A-Z]{2} \d)/, ', ')],
    ...(ein === null ? {} : { employerIdentificationNumber: [ein] }),
    ...(signed === null ? {} : { dateSigned: [signed] }),
  };
}

export const noteFor = ({ ein }: W9Facts) => (ein === null ? 'social_security_number' : undefined);

interface Revision {
  rev: string;
  name: string;
  business: string;
  classes: string;
  boxes: readonly string[];
  llc: string;
  street: string;
  city: string;
  account: string;
}

const older = {
  street: 'Address (number, street, and apt. or suite no.)',
  city: 'City, state, and ZIP code',
  account: 'List account number(s) here (optional)',
} as const;
const newer = {
  street: '5 Address (number, street, and apt. or suite no.)',
  city: '6 City, state, and ZIP code',
  account: '7 List account number(s) here (optional)',
} as const;
const five = [
  'Individual/sole proprietor',
  'C Corporation',
  'S Corporation',
  'Partnership',
  'Trust/estate',
] as const;
const singleMember = ['Individual/sole proprietor or single-member LLC', ...five.slice(1)] as const;

/** The words of the revisions that the tax office has published. */
const revisions: Readonly<Record<string, Revision>> = {
  2007: {
    ...older,
    rev: 'October 2007',
    name: 'Name (as shown on your income tax return)',
    business: 'Business name, if different from above',
    classes: 'Check appropriate box:',
    boxes: ['Individual/Sole proprietor', 'C Corporation', 'S Corporation', 'Partnership', 'Trust/estate'],
    llc: 'Limited liability company. Enter the tax classification (D=disregarded entity, C=corporation, P=partnership)',
  },
  2011: {
    ...older,
    rev: 'January 2011',
    name: 'Name (as shown on your income tax return)',
    business: 'Business name/disregarded entity name, if different from above',
    classes: 'Check appropriate box for federal tax classification (required):',
    boxes: five,
    llc: 'Limited liability company. Enter the tax classification (C=C corporation, S=S corporation, P=partnership)',
  },
  2013: {
    ...older,
    rev: 'August 2013',
    name: 'Name (as shown on your income tax return)',
    business: 'Business name/disregarded entity name, if different from above',
    classes: 'Check appropriate box for federal tax classification:',
    boxes: five,
    llc: 'Limited liability company. Enter the tax classification (C=C corporation, S=S corporation, P=partnership)',
  },
  2014: {
    ...newer,
    rev: 'December 2014',
    name: '1 Name (as shown on your income tax return). Name is required on this line; do not leave this line blank.',
    business: '2 Business name/disregarded entity name, if different from above',
    classes:
      '3 Check appropriate box for federal tax classification; check only one of the following seven boxes:',
    boxes: singleMember,
    llc: 'Limited liability company. Enter the tax classification (C=C corporation, S=S corporation, P=partnership)',
  },
  2017: {
    ...newer,
    rev: 'November 2017',
    name: '1 Name (as shown on your income tax return). Name is required on this line; do not leave this line blank.',
    business: '2 Business name/disregarded entity name, if different from above',
    classes:
      '3 Check appropriate box for federal tax classification of the person whose name is entered on line 1. Check only one of the following seven boxes.',
    boxes: singleMember,
    llc: 'Limited liability company. Enter the tax classification (C=C corporation, S=S corporation, P=Partnership)',
  },
  2018: {
    ...newer,
    street: '5 Address (number, street, and apt. or suite no.) See instructions.',
    rev: 'October 2018',
    name: '1 Name (as shown on your income tax return). Name is required on this line; do not leave this line blank.',
    business: '2 Business name/disregarded entity name, if different from above',
    classes:
      '3 Check appropriate box for federal tax classification of the person whose name is entered on line 1. Check only one of the following seven boxes.',
    boxes: singleMember,
    llc: 'Limited liability company. Enter the tax classification (C=C corporation, S=S corporation, P=Partnership)',
  },
  2024: {
    ...newer,
    street: '5 Address (number, street, and apt. or suite no.). See instructions.',
    rev: 'March 2024',
    name: '1 Name of entity/individual. An entry is required. (For a sole proprietor or disregarded entity, enter the owner’s name on line 1, and enter the business/disregarded entity’s name on line 2.)',
    business: '2 Business name/disregarded entity name, if different from above.',
    classes:
      '3a Check the appropriate box for federal tax classification of the entity/individual whose name is entered on line 1. Check only one of the following seven boxes.',
    boxes: ['Individual/sole proprietor', 'C corporation', 'S corporation', 'Partnership', 'Trust/estate'],
    llc: 'LLC. Enter the tax classification (C = C corporation, S = S corporation, P = Partnership)',
  },
};
export const w9Revisions = Object.keys(revisions);

/** What the entries are written with. */
const pens = {
  typed: `font-family:'Courier New',monospace;font-size:14px`,
  printed: `font-family:'Shipped Inter';font-size:13px`,
  filled: `font-family:'Shipped Sans';font-size:14px;color:#000080`,
  hand: `font-family:'Z003','URW Chancery L','Comic Sans MS',cursive;font-size:21px;color:#16337a;font-style:italic`,
} as const;
export type Pen = keyof typeof pens;

const marks = [
  'X',
  '✓',
  '✔',
  '<svg width="11" height="11" style="position:absolute;left:0;top:0"><path d="M1 1L10 10M10 1L1 10" stroke="#111" stroke-width="1.6"/></svg>',
] as const;

/** A form that looks like a revision of the W-9, filled in; without facts it is blank. */
export function layW9(year: string, pen: Pen, seed: number, isBlank = false): Sheet {
  const revision = revisions[year];
  if (revision === undefined) throw new Error(`There is no revision of ${year}.`);
  const draw = openDraw(seed);
  const facts = drawW9(draw);
  const signed = draw.day(2025, 2026);
  const entry = (text: string | null) =>
    `<div class="entry">${isBlank || text === null ? '&nbsp;' : write(text, pen, draw)}</div>`;
  const line = (label: string, text: string | null) =>
    `<div class="line"><small>${label}</small>${entry(text)}</div>`;
  const mark = draw.pick(marks);
  const box = (label: string, index: number) =>
    `<span class="choice"><i class="tick">${!isBlank && facts.taxClass === index ? mark : ''}</i> ${label}</span>`;
  const shownDay = dayStyles[draw.pick(['figures', 'short', 'abbreviated'] as const)](signed);
  const html = `<style>
    .w9 { padding: 40px 44px; font: 10.5px 'Shipped Sans', Arial, sans-serif; width: 816px }
    .w9 small { font-size: 9px; display: block } .line { border-bottom: 1px solid #222; min-height: 34px; padding-top: 2px }
    .entry { ${pens[pen]}; min-height: 17px; line-height: 19px; white-space: nowrap } .choice { margin-right: 16px; white-space: nowrap }
    .tick { position: relative; display: inline-block; width: 11px; height: 11px; border: 1px solid #222; font: 10px/10px sans-serif; text-align: center }
    .digits span { display: inline-block; border: 1px solid #222; width: 19px; height: 26px; line-height: 25px; text-align: center; ${pens[pen]} }
    .side { position: absolute; left: 20px; top: 190px; height: 330px; writing-mode: vertical-rl; transform: rotate(180deg); font-size: 10px; text-align: center }
    .two { display: flex } .two > div:first-child { width: 62%; border-right: 1px solid #222 } .two > div:last-child { padding-left: 6px; flex: 1 }</style>
    <div class="w9"><div class="side"><b>Print or type</b><br>See <b>Specific Instructions</b> on page 2.</div>
    <div style="display:flex;border-bottom:2px solid #111;padding-bottom:4px"><div style="width:150px">Form <b style="font-size:26px">W-9</b><br>(Rev. ${revision.rev})<br>Department of the Treasury<br>Internal Revenue Service</div>
    <div style="flex:1;text-align:center;font-size:18px;font-weight:bold;padding-top:6px">Request for Taxpayer<br>Identification Number and Certification</div>
    <div style="width:130px;font-weight:bold">Give Form to the requester. Do not send to the IRS.</div></div>
    ${line(revision.name, facts.name)}${line(revision.business, facts.business)}
    <div class="line"><small>${revision.classes}</small><p style="margin:5px 0">${revision.boxes.map(box).join('')}</p>
    <p style="margin:5px 0">${box(revision.llc, 5)} ▶ ${!isBlank && facts.taxClass === 5 ? `<b>${facts.classLetter}</b>` : '______'}</p>
    <p style="margin:5px 0">${box('Other (see instructions) ▶', 6)} <span style="float:right">Exempt payee code (if any) ______</span></p></div>
    <div class="two"><div>${line(revision.street, facts.street)}${line(revision.city, facts.city)}</div>
    <div style="border-bottom:1px solid #222"><small>Requester’s name and address (optional)</small>${isBlank || !facts.requester ? '' : `<span style="font-size:11px">${requester.replace(/, /, '<br>')}</span>`}</div></div>
    ${line(revision.account, null)}
    <div style="border-bottom:1px solid #222;padding:3px 0"><b>Part I</b> &nbsp; <b style="font-size:12px">Taxpayer Identification Number (TIN)</b></div>
    <div style="display:flex;padding:6px 0"><div style="width:63%;padding-right:14px">Enter your TIN in the appropriate box. The TIN provided must match the name given on line 1 to avoid backup withholding. For individuals, this is generally your social security number (SSN). For other entities, it is your employer identification number (EIN). If you do not have a number, see How to get a TIN, later.</div>
    <div style="flex:1"><b>Social security number</b><div class="digits">${boxed('999-99-9999', isBlank || facts.ein !== null ? null : facts.ssn)}</div><p style="margin:4px 0">or</p>
    <b>Employer identification number</b><div class="digits">${boxed('99-9999999', isBlank ? null : facts.ein)}</div></div></div>
    <div style="border:1px solid #222;border-width:1px 0;padding:3px 0"><b>Part II</b> &nbsp; <b style="font-size:12px">Certification</b></div>
    <p>Under penalties of perjury, I certify that:</p><p>1. The number shown on this form is my correct taxpayer identification number (or I am waiting for a number to be issued to me); and</p>
    <p>2. I am not subject to backup withholding because: (a) I am exempt from backup withholding, or (b) I have not been notified by the Internal Revenue Service (IRS) that I am subject to backup withholding as a result of a failure to report all interest or dividends; and</p>
    <p>3. I am a U.S. citizen or other U.S. person (defined below).</p>
    <div style="display:flex;border:2px solid #111;border-width:2px 0;padding:5px 0"><b style="width:60px;font-size:13px">Sign<br>Here</b><div style="flex:1">Signature of<br>U.S. person ▶</div><div style="width:250px;align-self:end">Date ▶ ${isBlank ? '' : `<span style="${pens[pen]}">${shownDay}</span>`}</div></div>
    </div>`;
  const key = facts.name;
  return {
    kind: 'w9',
    design: `w9-${year}-${isBlank ? 'blank' : pen}`,
    ...letter,
    html,
    note: isBlank ? 'blank' : noteFor(facts),
    truth: isBlank ? {} : w9Truth(facts, isoDay(signed)),
    key,
  };
}

/** The letters of a hand stand a little higher, lower and askew. */
function write(text: string, pen: Pen, draw: Draw): string {
  if (pen !== 'hand') return escapeHtml(text);
  return Array.from(text, (one) =>
    one === ' '
      ? ' '
      : `<span style="display:inline-block;transform:translateY(${(1.6 * (draw.random() - 0.5)).toFixed(2)}px) rotate(${(7 * (draw.random() - 0.5)).toFixed(1)}deg)">${escapeHtml(one)}</span>`,
  ).join('');
}

function boxed(pattern: string, number: string | null): string {
  return Array.from(pattern, (place, index) =>
    place === '-' ? '<b> – </b>' : `<span>${number?.[index] ?? '&nbsp;'}</span>`,
  ).join('');
}
