/** A form as it is printed: its page, the words on it, and what its key fields say. */
export interface PrintedForm {
  kind: 'license' | 'w9';
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
const fonts = [
  'Liberation Serif, serif',
  'Liberation Sans, sans-serif',
  'DejaVu Serif, serif',
  'DejaVu Sans, sans-serif',
];

const two = (number: number) => String(number).padStart(2, '0');

/** Makes up a form; the same for the same seed. */
export function makeForm(kind: PrintedForm['kind'], seed: number): PrintedForm {
  const random = seeded(seed * 7919 + (kind === 'w9' ? 1 : 0));
  const pick = <T>(from: readonly T[]): T => {
    const one = from[Math.floor(random() * from.length)];
    if (one === undefined) throw new Error('There is nothing to pick from.');
    return one;
  };
  const figures = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
  const company = `${pick(firsts)} ${pick(seconds)} LLC`;
  const street = `${1 + Math.floor(random() * 9000)} ${pick(streets)}`;
  const font = pick(fonts);
  const size = 20 + Math.floor(random() * 4);
  const page = (body: string) =>
    `<body style="margin: 0; padding: 60px; box-sizing: border-box; width: 1100px; min-height: 850px; font: ${size}px ${font}; background: #fff; color: #111">${body}</body>`;
  const day = (year: number) => ({
    month: 1 + Math.floor(random() * 12),
    day: 1 + Math.floor(random() * 28),
    year,
  });
  const html = { text: '' };
  const fields: Record<string, string> = {};
  if (kind === 'license') {
    const number = figures(7).replace(/^0/, '1');
    const ends = day(2027 + Math.floor(random() * 4));
    const issued = day(2012 + Math.floor(random() * 10));
    fields['licenseNumber'] = number;
    fields['expiryDate'] = `${ends.year}-${two(ends.month)}-${two(ends.day)}`;
    const shown = ({ month, day: of, year }: typeof ends) => `${two(month)}/${two(of)}/${year}`;
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
    const body =
      layout === 0
        ? rows.map(([label, value]) => `<p>${label}: <b>${value}</b></p>`).join('')
        : layout === 1
          ? `<table style="width: 100%; border-spacing: 18px; font-size: inherit">${inPairs(rows)
              .map(
                (pair) =>
                  `<tr>${pair.map(([label, value]) => `<td>${label}<br><b>${value}</b></td>`).join('')}</tr>`,
              )
              .join('')}</table>`
          : `<table style="width: 100%; border-collapse: collapse; font-size: inherit">${rows
              .map(
                ([label, value]) =>
                  `<tr><td style="border: 1px solid #444; padding: 8px; width: 38%">${label}</td><td style="border: 1px solid #444; padding: 8px"><b>${value}</b></td></tr>`,
              )
              .join('')}</table>`;
    html.text = `<h2 style="text-align: center">STATE OF CALIFORNIA</h2><h3 style="text-align: center">Contractors State License Board</h3>${body}<p>Any change of business address must be reported to the Registrar within ninety days.</p>`;
  } else {
    const ein = `${figures(2)}-${figures(7)}`;
    html.text = `<h2>Form W-9</h2><p>Request for Taxpayer Identification Number and Certification</p>
      <p style="border-top: 1px solid #333; padding-top: 6px">1 Name of entity or individual<br><b>${pick(people)}</b></p>
      <p style="border-top: 1px solid #333; padding-top: 6px">2 Business name, if different from above<br><b>${company}</b></p>
      <p style="border-top: 1px solid #333; padding-top: 6px">5 Address<br><b>${street}</b></p>
      <p style="border-top: 1px solid #333; padding-top: 6px">6 City, state, and ZIP code<br><b>${pick(cities)}</b></p>
      <p style="border-top: 1px solid #333; padding-top: 6px">Employer identification number<br><b>${ein}</b></p>
      <p>Under penalties of perjury, I certify that the number shown on this form is my correct taxpayer identification number.</p>`;
  }
  return { kind, html: page(html.text), words: wordsIn(html.text), fields };
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
