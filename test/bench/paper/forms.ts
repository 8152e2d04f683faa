/** A form as it is printed: its page, the words on it, and what its key fields say. */
export interface PrintedForm {
  kind: 'license' | 'w9' | 'certificate';
  html: string;
  words: string[];
  fields: Readonly<Record<string, string>>;
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const firsts = [
  'Brightwater',
  'Granite Peak',
  'Ironwood',
  'Kestrel',
  'Quayside',
  'Voltline',
  'Fernhill',
  'Harbor Lane',
];
const seconds = [
  'Plumbing',
  'Paving',
  'Pest Control',
  'Roofing',
  'Painting',
  'Controls',
  'Pool and Spa',
  'Glass',
];
const people = [
  'Rosa Delgado',
  'Luis Ortega',
  'Ana Reyes',
  'Tom Becker',
  'Mei Tanaka',
  'Carl Jensen',
  'Nina Novak',
];
const streets = ['Embarcadero West', 'Mission Street', 'Harbor Drive', 'Telegraph Avenue', 'Industrial Way'];
const cities = ['Oakland, CA 94607', 'San Jose, CA 95112', 'Fresno, CA 93721', 'Reno, NV 89501'];
const trades = ['C-36 Plumbing', 'C-10 Electrical', 'C-39 Roofing', 'C-33 Painting', 'D-28 Doors and gates'];
const insurers = ['Summit Mutual Insurance Company', 'Bay State Casualty', 'Pioneer Indemnity Company'];
const fonts = [
  'Liberation Serif, serif',
  'Liberation Sans, sans-serif',
  'DejaVu Serif, serif',
  'DejaVu Sans, sans-serif',
];

const two = (number: number) => String(number).padStart(2, '0');

interface Day {
  year: number;
  month: number;
  day: number;
}

/** What forms are made up of, drawn one after the other. */
interface Draw {
  random: () => number;
  pick: <T>(from: readonly T[]) => T;
  figures: (count: number) => string;
  day: (year: number) => Day;
  company: string;
  street: string;
}

type Body = Pick<PrintedForm, 'fields'> & { html: string };

const isoDay = ({ year, month, day }: Day) => `${year}-${two(month)}-${two(day)}`;
const shown = ({ year, month, day }: Day) => `${two(month)}/${two(day)}/${year}`;

/**
 * Makes up a form; the same for the same seed.
 * @param named the company that it is of; without one it is made up too
 */
export function makeForm(kind: PrintedForm['kind'], seed: number, named?: string): PrintedForm {
  const random = seeded(seed * 7919 + { license: 0, w9: 1, certificate: 2 }[kind]);
  const pick = <T>(from: readonly T[]): T => {
    const one = from[Math.floor(random() * from.length)];
    if (one === undefined) throw new Error('There is nothing to pick from.');
    return one;
  };
  const figures = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
  const drawn = `${pick(firsts)} ${pick(seconds)} LLC`;
  const company = named?.replaceAll('&', '&amp;') ?? drawn;
  const street = `${1 + Math.floor(random() * 9000)} ${pick(streets)}`;
  const font = pick(fonts);
  const size = 20 + Math.floor(random() * 4);
  const day = (year: number) => ({
    month: 1 + Math.floor(random() * 12),
    day: 1 + Math.floor(random() * 28),
    year,
  });
  const print = { license: printLicense, w9: printW9, certificate: printCertificate }[kind];
  const { html, fields } = print({ random, pick, figures, day, company, street });
  const page = `<body style="margin: 0; padding: 60px; box-sizing: border-box; width: 1100px; min-height: 850px; font: ${size}px ${font}; background: #fff; color: #111">${html}</body>`;
  return { kind, html: page, words: wordsIn(html), fields };
}

function printLicense({ random, pick, figures, day, company, street }: Draw): Body {
  const number = figures(7).replace(/^0/, '1');
  const ends = day(2027 + Math.floor(random() * 4));
  const issued = day(2012 + Math.floor(random() * 10));
  const rows: [string, string][] = [
    [pick(['License Number', 'License No.', 'LICENSE NUMBER']), number],
    [pick(['Business Name', 'Licensee Name', 'Issued To']), company],
    [pick(['Classification', 'License Type']), pick(trades)],
    [pick(['Qualifying Individual', 'Qualifier']), pick(people)],
    [pick(['Issue Date', 'Date Issued']), shown(issued)],
    [pick(['Expiration Date', 'Expires', 'Valid Until']), shown(ends)],
    ['Address', `${street}, ${pick(cities)}`],
  ];
  const layout = Math.floor(random() * 3);
  const body = layout === 0 ? asLines(rows) : layout === 1 ? asPairs(rows) : asTable(rows);
  return {
    html: `<h2 style="text-align: center">STATE OF CALIFORNIA</h2><h3 style="text-align: center">Contractors State License Board</h3>${body}<p>Any change of business address must be reported to the Registrar within ninety days.</p>`,
    fields: { licenseNumber: number, expiryDate: isoDay(ends) },
  };
}

function printW9({ random, pick, figures, day, company, street }: Draw): Body {
  const ein = `${figures(2)}-${figures(7)}`;
  const person = pick(people);
  const city = pick(cities);
  const signed = shown(day(2026));
  const line = (label: string, value: string) =>
    `<p style="border-top: 1px solid #333; padding-top: 6px">${label}<br><b>${value}</b></p>`;
  const inBoxes = random() < 0.5;
  const box = (digit: string) =>
    `<span style="display: inline-block; border: 1px solid #444; width: 40px; line-height: 44px; text-align: center"> ${digit} </span>`;
  const number = inBoxes
    ? Array.from(ein, (digit) => (digit === '-' ? ' – ' : box(digit))).join('')
    : `<b>${ein}</b>`;
  const names = inBoxes
    ? line('1 Name of entity/individual. An entry is required.', person) +
      line('2 Business name/disregarded entity name, if different from above.', company)
    : line('1 Name of entity or individual', person) +
      line('2 Business name, if different from above', company);
  const html = `<h2>Form W-9</h2><p>Request for Taxpayer Identification Number and Certification</p>
    ${names}
    ${line(inBoxes ? '5 Address (number, street, and apt. or suite no.). See instructions.' : '5 Address', street)}
    ${line('6 City, state, and ZIP code', city)}
    <p style="border-top: 1px solid #333; padding-top: 6px">Employer identification number<br>${number}</p>
    <p>Under penalties of perjury, I certify that the number shown on this form is my correct taxpayer identification number.</p>
    <p>Date ${signed}</p>`;
  return { html, fields: { employerIdentificationNumber: ein } };
}

function printCertificate({ random, pick, figures, day, company, street }: Draw): Body {
  const policy = (prefix: string) => {
    const from = day(2026);
    return { number: `${prefix}-${figures(7)}`, from, to: { ...from, year: 2027 } };
  };
  const liability = policy('GL');
  const auto = policy(pick(['BA', 'CA']));
  const insurer = pick(insurers);
  const city = pick(cities);
  const cell = (text: string) => `<td style="border: 1px solid #444; padding: 8px">${text}</td>`;
  const coverage = ({ number, from, to }: typeof auto, type: string, limit: string) =>
    `<tr>${[type, number, shown(from), shown(to), limit].map(cell).join('')}</tr>`;
  const asAcord = random() < 0.5;
  const body = asAcord
    ? `<p>INSURED<br><b>${company}</b><br>${street}<br>${city}</p><p>INSURER A : ${insurer}</p>
      <table style="width: 100%; border-collapse: collapse; font-size: 18px">
      <tr>${['TYPE OF INSURANCE', 'POLICY NUMBER', 'POLICY EFF<br>(MM/DD/YYYY)', 'POLICY EXP<br>(MM/DD/YYYY)', 'LIMITS'].map(cell).join('')}</tr>
      ${coverage(liability, 'GENERAL LIABILITY', 'EACH OCCURRENCE $1,000,000<br>GENERAL AGGREGATE $2,000,000')}
      ${coverage(auto, 'AUTOMOBILE LIABILITY', 'COMBINED LIMIT $1,000,000')}</table>`
    : asLines([
        ['Insured', company],
        ['Insurer', insurer],
      ]) +
      [liability, auto]
        .map(({ number, from, to }) =>
          asPairs([
            ['Policy Number', number],
            ['Coverage', pick(['Commercial liability', 'Excess liability'])],
            ['Effective Date', shown(from)],
            ['Expiration Date', shown(to)],
          ]),
        )
        .join('');
  return {
    html: `<h2 style="text-align: center">CERTIFICATE OF LIABILITY INSURANCE</h2>${body}
      <p>CERTIFICATE HOLDER<br><b>Harborview Property Management</b></p>
      <p>Should any of the above policies be canceled before the expiration date thereof, notice will be delivered.</p>`,
    fields: {
      policyNumbers: `${liability.number}, ${auto.number}`,
      expiryDate: [isoDay(liability.to), isoDay(auto.to)].toSorted()[0] ?? '',
    },
  };
}

type Row = readonly [label: string, value: string];

function asLines(rows: readonly Row[]): string {
  return rows.map(([label, value]) => `<p>${label}: <b>${value}</b></p>`).join('');
}

function asPairs(rows: readonly Row[]): string {
  return `<table style="width: 100%; border-spacing: 18px; font-size: inherit">${inPairs(rows)
    .map(
      (pair) => `<tr>${pair.map(([label, value]) => `<td>${label}<br><b>${value}</b></td>`).join('')}</tr>`,
    )
    .join('')}</table>`;
}

function asTable(rows: readonly Row[]): string {
  return `<table style="width: 100%; border-collapse: collapse; font-size: inherit">${rows
    .map(
      ([label, value]) =>
        `<tr><td style="border: 1px solid #444; padding: 8px; width: 38%">${label}</td><td style="border: 1px solid #444; padding: 8px"><b>${value}</b></td></tr>`,
    )
    .join('')}</table>`;
}

function inPairs<T>(rows: readonly T[]): T[][] {
  return rows.flatMap((_, index) => (index % 2 === 0 ? [rows.slice(index, index + 2)] : []));
}

function wordsIn(html: string): string[] {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .split(/\s+/)
    .filter((word) => /[A-Za-z0-9]/.test(word));
}
