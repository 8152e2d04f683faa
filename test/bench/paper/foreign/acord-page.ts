import { cityLine, dayStyles, escapeHtml, isoDay, openDraw, type Day } from './draw.ts';
import { letter, type Sheet } from './sheet.ts';

const revisions = ['2009/09', '2010/05', '2014/01', '2016/03'] as const;
/** How the table of a certificate is drawn. */
export const acordTables = ['ruled', 'open', 'narrow'] as const;
export type AcordTable = (typeof acordTables)[number];

const insurers = [
  'Continental Western Ins Co',
  'Old Dominion Casualty',
  'Hartland Fire Insurance Company',
  'Pinnacle Mutual Ins Co',
  'Evergreen Indemnity Co of America',
  'Zenith Prairie Insurance',
  'State Compensation Fund',
  'Great Lakes Specialty',
] as const;
const holders = [
  'Bayline Property Group',
  'Harborview Property Management LLC',
  'City of Fresno',
  'Northgate Commons HOA',
  'Turner & Hale Construction, Inc.',
] as const;
const producers = ['Wexford Insurance Agency', 'Capstone Risk Partners, Inc.', 'M & R Brokerage'] as const;
const descriptions = [
  'Certificate holder is included as additional insured per written contract.',
  'RE: Job 2231, 500 Main St. Waiver of subrogation applies.',
  'Evidence of coverage only. 30 days notice of cancellation applies.',
] as const;

const lines = {
  gl: {
    type: 'GENERAL LIABILITY',
    patterns: ['CGL-9999999', 'GLP-9999999-06', 'BKS 99999999', '@@@999999', '99-GL-999999'],
  },
  auto: { type: 'AUTOMOBILE LIABILITY', patterns: ['BAP 9999999', 'CA-9999999', '99999999-1', 'BA2@999999'] },
  umbrella: { type: 'UMBRELLA LIAB', patterns: ['UMB-9999999-06', 'CU9999999', 'XS 9999999'] },
  comp: {
    type: 'WORKERS COMPENSATION<br>AND EMPLOYERS’ LIABILITY',
    patterns: ['WC5-31S-999999-026', '99999999-2025', 'UB-9@999999'],
  },
} as const;
type Line = keyof typeof lines;

interface Policy {
  line: Line;
  number: string;
  from: Day;
  to: Day;
  insurer: number;
}

const money = (thousands: number) => (thousands * 1000).toLocaleString('en-US');

/** A certificate of liability insurance that looks like a revision of ACORD 25. */
export function layAcord(table: AcordTable, seed: number): Sheet {
  const draw = openDraw(seed);
  const revision = draw.pick(revisions);
  const company = draw.company();
  const insured = draw.random() < 0.4 ? company.toUpperCase() : company;
  const [own, office] = [
    draw.address(draw.pick(['CA', 'TX', 'OR'])),
    draw.address(draw.pick(['CA', 'NY', 'GA'])),
  ];
  const carried = draw.pick([
    ['gl'],
    ['gl', 'auto'],
    ['gl', 'auto', 'comp'],
    ['gl', 'auto', 'umbrella', 'comp'],
    ['gl', 'umbrella'],
  ] as const);
  const names = [...insurers].toSorted(() => draw.random() - 0.5).slice(0, Math.min(3, carried.length));
  const shared = draw.random() < 0.5 ? draw.day(2026, 2026) : null;
  const policies = carried.map((line, index): Policy => {
    const from = shared ?? draw.day(2026, 2026);
    const number = draw.code(draw.pick(lines[line].patterns));
    return { line, number, from, to: { ...from, year: 2027 }, insurer: Math.min(index, names.length - 1) };
  });
  const limits = { each: draw.pick([1000, 2000, 500]), aggregate: draw.pick([2000, 4000, 1000]) };
  const style = dayStyles[draw.pick(['figures', 'figures', 'short', 'twoFigures'] as const)];
  const holder = draw.pick(holders);
  const to = policies.map((one) => isoDay(one.to)).toSorted();
  const from = policies.map((one) => isoDay(one.from)).toSorted();
  const html = `<style>
    .acord { padding: 30px 34px; font: 9.5px 'Shipped Sans', Arial, sans-serif; width: 816px }
    .acord table { width: 100%; border-collapse: collapse; table-layout: fixed } .acord td, .acord th { padding: 2px 3px; vertical-align: top; font-weight: normal; text-align: left }
    .v { font: ${draw.pick(['11px', '12px', '11.5px'])} ${draw.pick([`'Courier New', monospace`, `'Shipped Sans'`, `'Shipped Mono'`, `'Times New Roman', serif`])} }
    .ruled td, .ruled th { border: 1px solid #222 } .narrow td, .narrow th { border: 1px solid #222; padding: 1px }
    .box { border: 1px solid #222; padding: 3px } th.c { text-align: center } .w { font-size: 7.6px; font-weight: bold }</style>
    <div class="acord"><div style="display:flex;justify-content:space-between;align-items:end"><b style="font-size:20px;letter-spacing:1px">ACORD<sup style="font-size:8px">®</sup></b>
    <b style="font-size:18px">CERTIFICATE OF LIABILITY INSURANCE</b><div class="box" style="text-align:center">DATE (MM/DD/YYYY)<br><span class="v">${style(draw.day(2026, 2026))}</span></div></div>
    <p class="w">THIS CERTIFICATE IS ISSUED AS A MATTER OF INFORMATION ONLY AND CONFERS NO RIGHTS UPON THE CERTIFICATE HOLDER. THIS CERTIFICATE DOES NOT AFFIRMATIVELY OR NEGATIVELY AMEND, EXTEND OR ALTER THE COVERAGE AFFORDED BY THE POLICIES BELOW.</p>
    <div style="display:flex"><div style="width:50%"><div class="box" style="height:92px">PRODUCER<br>${values(draw.pick(producers), office.street, cityLine(office))}</div>
    <div class="box" style="height:84px">INSURED<br>${values(insured, own.street, cityLine(own))}</div></div>
    <div style="flex:1"><div class="box">CONTACT NAME: <span class="v">${draw.person()}</span></div><div class="box">PHONE (A/C, No, Ext): <span class="v">${draw.code('(555) 999-9999')}</span></div>
    <div class="box" style="display:flex;justify-content:space-between"><span style="padding-left:60px">INSURER(S) AFFORDING COVERAGE</span><span>NAIC #</span></div>
    ${['A', 'B', 'C', 'D'].map((one, index) => `<div class="box" style="display:flex"><span>INSURER ${one} :&nbsp;</span><span class="v" style="flex:1">${names[index] ?? ''}</span><span class="v">${names[index] === undefined ? '' : draw.code('29999')}</span></div>`).join('')}</div></div>
    <div class="box" style="display:flex;justify-content:space-between"><b>COVERAGES</b><span>CERTIFICATE NUMBER: <span class="v">${draw.code('CL2699999999')}</span></span><span>REVISION NUMBER:</span></div>
    <p class="w">THIS IS TO CERTIFY THAT THE POLICIES OF INSURANCE LISTED BELOW HAVE BEEN ISSUED TO THE INSURED NAMED ABOVE FOR THE POLICY PERIOD INDICATED.</p>
    ${layTable(table, policies, limits, style)}
    <div class="box" style="height:60px">DESCRIPTION OF OPERATIONS / LOCATIONS / VEHICLES (ACORD 101, Additional Remarks Schedule, may be attached if more space is required)<br><span class="v">${draw.pick(descriptions)}</span></div>
    <div style="display:flex"><div style="width:50%"><b>CERTIFICATE HOLDER</b><div class="box" style="height:100px;padding:24px 8px">${values(holder, '500 Main Street', 'Alameda, CA 94501')}</div></div>
    <div style="flex:1"><b>CANCELLATION</b><div class="box" style="height:100px">SHOULD ANY OF THE ABOVE DESCRIBED POLICIES BE CANCELLED BEFORE THE EXPIRATION DATE THEREOF, NOTICE WILL BE DELIVERED IN ACCORDANCE WITH THE POLICY PROVISIONS.<br><br>AUTHORIZED REPRESENTATIVE</div></div></div>
    <div style="display:flex;justify-content:space-between"><span>ACORD 25 (${revision})</span><span>The ACORD name and logo are registered marks of ACORD</span></div></div>`;
  return {
    kind: 'certificate',
    design: `acord-${table}`,
    ...letter,
    html,
    truth: {
      insured: [insured],
      insurers: [names.join(', ')],
      policyNumbers: [policies.map(({ number }) => number).join(', ')],
      effectiveDate: [from.at(-1) ?? ''],
      expiryDate: [to[0] ?? ''],
      eachOccurrence: [`$${money(limits.each)}`],
      generalAggregate: [`$${money(limits.aggregate)}`],
      certificateHolder: [holder],
    },
    key: policies[0]?.number ?? '',
  };
}

const values = (...texts: string[]): string =>
  texts.map((text) => `<span class="v">${escapeHtml(text)}</span>`).join('<br>');

function layTable(
  table: AcordTable,
  policies: readonly Policy[],
  limits: { each: number; aggregate: number },
  style: (day: Day) => string,
): string {
  const headings: readonly (readonly [string, number])[] =
    table === 'narrow'
      ? [
          ['INSR LTR', 4],
          ['TYPE OF INSURANCE', 24],
          ['ADDL INSD', 4],
          ['SUBR WVD', 4],
          ['POLICY NUMBER', 20],
          ['POLICY EFF (MM/DD/YYYY)', 11],
          ['POLICY EXP (MM/DD/YYYY)', 11],
          ['LIMITS', 22],
        ]
      : [
          ['INSR LTR', 5],
          ['TYPE OF INSURANCE', 25],
          ['POLICY NUMBER', 21],
          ['POLICY EFF<br>(MM/DD/YYYY)', 12],
          ['POLICY EXP<br>(MM/DD/YYYY)', 12],
          ['LIMITS', 25],
        ];
  const head = headings.map(([text, width]) => `<th class="c" style="width:${width}%">${text}</th>`).join('');
  const rows = policies.map(({ line, number, from, to, insurer }) => {
    const cells = [
      `<span class="v">${'ABCD'[insurer]}</span>`,
      typeCell(line),
      ...(table === 'narrow' ? [`<span class="v">${line === 'gl' ? 'Y' : ''}</span>`, ''] : []),
      ...[number, style(from), style(to)].map((text) => `<span class="v">${text}</span>`),
      limitCell(line, limits),
    ];
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  return `<table class="${table}"><tr>${head}</tr>${rows.join('')}</table>`;
}

function typeCell(line: Line): string {
  const more = {
    gl: 'X COMMERCIAL GENERAL LIABILITY<br>&nbsp; CLAIMS-MADE X OCCUR<br>GEN’L AGGREGATE LIMIT APPLIES PER:<br>X POLICY &nbsp; PROJECT &nbsp; LOC',
    auto: 'X ANY AUTO<br>&nbsp; ALL OWNED AUTOS<br>X HIRED AUTOS',
    umbrella: 'X OCCUR<br>EXCESS LIAB &nbsp; CLAIMS-MADE<br>DED &nbsp; RETENTION $ 10,000',
    comp: 'ANY PROPRIETOR/PARTNER/EXECUTIVE Y / N<br>OFFICER/MEMBER EXCLUDED? N',
  }[line];
  return `<b>${lines[line].type}</b><br>${more}`;
}

function limitCell(line: Line, { each, aggregate }: { each: number; aggregate: number }): string {
  const rows: Readonly<Record<Line, readonly (readonly [string, number | null])[]>> = {
    gl: [
      ['EACH OCCURRENCE', each],
      ['DAMAGE TO RENTED PREMISES', 100],
      ['MED EXP (Any one person)', 5],
      ['PERSONAL & ADV INJURY', each],
      ['GENERAL AGGREGATE', aggregate],
      ['PRODUCTS - COMP/OP AGG', aggregate],
    ],
    auto: [
      ['COMBINED SINGLE LIMIT (Ea accident)', 1000],
      ['BODILY INJURY (Per person)', null],
    ],
    umbrella: [
      ['EACH OCCURRENCE', 5000],
      ['AGGREGATE', 5000],
    ],
    comp: [
      ['E.L. EACH ACCIDENT', 1000],
      ['E.L. DISEASE - EA EMPLOYEE', 1000],
      ['E.L. DISEASE - POLICY LIMIT', 1000],
    ],
  };
  return rows[line]
    .map(
      ([label, amount]) =>
        `<div style="display:flex;justify-content:space-between;font-size:8.4px"><span>${label}</span><span>$ <span class="v">${amount === null ? '' : money(amount)}</span></span></div>`,
    )
    .join('');
}
