import type { PageField } from '#shared/ocr/page-kind.ts';
import type { PageTruth } from '#test/papers/page-truth.ts';
import { boards, type Board, type Shown } from './boards.ts';
import {
  cityLine,
  dayStyles,
  escapeHtml,
  isoDay,
  openDraw,
  type Address,
  type Day,
  type Draw,
} from './draw.ts';
import { landscape, letter, pickFont, type Sheet } from './sheet.ts';

/** A made-up license: what it says, as it is printed, and what of that is right. */
export interface LicenseFacts {
  board: Board;
  shown: Readonly<Record<Shown, string>>;
  address: Address;
  right: Readonly<Record<Shown, readonly string[]>>;
  rows: readonly (readonly [label: string, value: string, shown: Shown])[];
}

const rowOrder = ['number', 'name', 'trade', 'qualifier', 'issued', 'expires', 'address'] as const;

const fieldOf: Readonly<Record<Shown, PageField>> = {
  number: 'licenseNumber',
  name: 'licenseeName',
  trade: 'licenseTradeType',
  qualifier: 'qualifiedParty',
  issued: 'effectiveDate',
  expires: 'expiryDate',
  address: 'licenseeAddress',
};

export function drawLicense(board: Board, draw: Draw): LicenseFacts {
  const style = dayStyles[draw.pick(board.days)];
  const [issued, expires]: [Day, Day] = [draw.day(2012, 2024), draw.day(2027, 2030)];
  const number = draw.code(draw.pick(board.numbers));
  const trades = draw.pick(board.trades);
  const inCapitals = draw.random() < 0.4;
  const company = inCapitals ? draw.company().toUpperCase() : draw.company();
  const address = draw.address(board.state);
  const [street, city] = inCapitals
    ? [address.street.toUpperCase(), cityLine(address).toUpperCase()]
    : [address.street, cityLine(address)];
  const person = draw.person();
  const shown = {
    number,
    name: company,
    trade: draw.pick(trades),
    qualifier: inCapitals ? person.toUpperCase() : person,
    issued: style(issued),
    expires: style(expires),
    address: `${street}, ${city}`,
  };
  return {
    board,
    shown,
    address: { ...address, street, city: inCapitals ? address.city.toUpperCase() : address.city },
    right: {
      number:
        board.optionalPrefix === undefined
          ? [number]
          : [number, number.replaceAll(' ', ''), number.replace(board.optionalPrefix, '')],
      name: [company],
      trade: trades,
      qualifier: [person],
      issued: [isoDay(issued)],
      expires: [isoDay(expires)],
      address: [street, `${street}, ${city}`, `${street} ${city}`],
    },
    rows: rowOrder.flatMap((one) => {
      const labels = board.labels[one];
      return labels === undefined ? [] : [[draw.pick(labels), shown[one], one] as const];
    }),
  };
}

/** All that a page shows. The state is one of its fields wherever the page names it. */
export function toTruth({ board, right }: LicenseFacts, shown: Iterable<Shown>): PageTruth {
  const fields = [...new Set(shown)].map((one) => [fieldOf[one], right[one]] as const);
  return { ...Object.fromEntries(fields), state: [board.state] };
}

type Row = LicenseFacts['rows'][number];

const b = (text: string) => `<b>${escapeHtml(text)}</b>`;

/** How the fields of a license stand on its page. */
const rowLayouts: Readonly<Record<string, (rows: readonly Row[]) => string>> = {
  lines: (rows) => rows.map(([label, value]) => `<p>${label}: ${b(value)}</p>`).join(''),
  plain: (rows) => rows.map(([label, value]) => `<p>${label} ${b(value)}</p>`).join(''),
  ruled: (rows) =>
    `<table style="width:100%;border-collapse:collapse">${rows.map(([label, value]) => `<tr><td style="border:1px solid #555;padding:7px;width:38%">${label}</td><td style="border:1px solid #555;padding:7px">${escapeHtml(value)}</td></tr>`).join('')}</table>`,
  rightLabels: (rows) =>
    `<table style="width:100%">${rows.map(([label, value]) => `<tr><td style="text-align:right;width:42%;padding:5px 14px 5px 0;color:#333">${label}:</td><td>${escapeHtml(value)}</td></tr>`).join('')}</table>`,
  above: (rows) =>
    `<div style="display:grid;grid-template-columns:1fr 1fr;gap:22px 40px">${rows.map(([label, value]) => `<div><div style="font-size:.72em;color:#333">${label.toUpperCase()}</div><div>${escapeHtml(value)}</div></div>`).join('')}</div>`,
  below: (rows) =>
    `<div style="display:grid;grid-template-columns:1fr 1fr;gap:26px 46px">${rows.map(([label, value]) => `<div><div style="border-bottom:1px solid #333;padding-bottom:2px">${escapeHtml(value)}</div><div style="font-size:.7em">${label}</div></div>`).join('')}</div>`,
  columns: (rows) =>
    [rows.slice(0, 4), rows.slice(4)]
      .filter((some) => some.length > 0)
      .map(
        (some) =>
          `<table style="width:100%;border-collapse:collapse;margin-bottom:24px;font-size:.8em"><tr>${some.map(([label]) => `<th style="border:1px solid #777;background:#e4e4e4;padding:6px">${label}</th>`).join('')}</tr><tr>${some.map(([, value]) => `<td style="border:1px solid #777;padding:6px;text-align:center">${escapeHtml(value)}</td>`).join('')}</tr></table>`,
      )
      .join(''),
  centered: (rows) =>
    rows
      .map(([label, value]) => `<p style="text-align:center">${label.toUpperCase()}<br>${b(value)}</p>`)
      .join(''),
};
export const licenseLayouts = ['certificate', 'card', ...Object.keys(rowLayouts)];

/** Lays a license of a board out in one of the ways that boards have. */
export function layLicense(id: string, layout: string, seed: number): Sheet {
  const board = boards.find((one) => one.id === id);
  if (board === undefined) throw new Error(`There is no board ${id}.`);
  const draw = openDraw(seed);
  const facts = drawLicense(board, draw);
  const font = pickFont(draw);
  const body =
    layout === 'certificate'
      ? asCertificate(facts)
      : layout === 'card'
        ? asCard(facts, draw)
        : asRows(facts, layout, draw);
  const size = layout === 'certificate' || layout === 'centered' ? landscape : letter;
  return {
    kind: 'license',
    design: `${id}-${layout}`,
    ...size,
    html: `<div style="font-family:${font};font-size:${17 + Math.floor(draw.random() * 4)}px;line-height:1.3;padding:${layout === 'card' ? 60 : 72}px">${body.html}</div>`,
    truth: toTruth(facts, body.shown),
    key: facts.shown.number,
  };
}

interface Body {
  html: string;
  shown: Shown[];
}

function asCertificate({ board, shown, address }: LicenseFacts): Body {
  const used = new Set<Shown>();
  const fill = (line: string) =>
    escapeHtml(
      line.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        if (name === 'street' || name === 'city') {
          used.add('address');
          return name === 'street' ? address.street : cityLine(address);
        }
        const one = rowOrder.find((known) => known === name);
        if (one === undefined) throw new Error(`A license shows no ${name}.`);
        used.add(one);
        return shown[one];
      }),
    );
  const lines = board.certificate.map((line) => {
    if (line === '') return '<div style="height:.7em"></div>';
    const [style, text] = line.startsWith('# ')
      ? ['font-size:1.35em;font-weight:bold', line.slice(2)]
      : line.startsWith('= ')
        ? ['font-size:1.6em;font-weight:bold', line.slice(2)]
        : line.startsWith('- ')
          ? ['font-size:.82em', line.slice(2)]
          : ['', line];
    return `<div style="${style}">${fill(text)}</div>`;
  });
  return {
    html: `<div style="border:6px double #444;padding:26px;text-align:center">${lines.join('')}</div>`,
    shown: [...used],
  };
}

/** A card for the pocket at the top of a sheet of Letter, with what came in the mail around it. */
function asCard({ board, rows, shown, address }: LicenseFacts, draw: Draw): Body {
  const own = rows.filter(([, , one]) => one !== 'address');
  const html = `<div style="width:480px;border:2px solid #333;border-radius:14px;padding:16px;font-size:.9em">
      <div style="text-align:center;font-size:.8em;font-weight:bold">${board.heading.join('<br>')}</div>
      ${own.map(([label, value]) => `<div style="margin-top:6px"><span style="font-size:.75em">${label}</span> ${b(value)}</div>`).join('')}
    </div>
    <p style="margin-top:60px">${escapeHtml(shown.name)}<br>${escapeHtml(address.street)}<br>${escapeHtml(cityLine(address))}</p>
    <p>Dear Contractor:</p><p>Your new pocket card is above. Please sign the back of the card and carry it with you.
    ${draw.pick(board.notes)}</p>`;
  return { html, shown: [...own.map(([, , one]) => one), 'name', 'address'] };
}

function asRows({ board, rows }: LicenseFacts, layout: string, draw: Draw): Body {
  const lay = rowLayouts[layout];
  if (lay === undefined) throw new Error(`There is no layout ${layout}.`);
  const heading = board.heading
    .map((line, index) => `<div style="font-weight:bold;font-size:${index === 0 ? 1.25 : 1}em">${line}</div>`)
    .join('');
  const isLeft = draw.random() < 0.3;
  return {
    html: `<div style="text-align:${isLeft ? 'left' : 'center'};margin-bottom:30px">${heading}</div>${lay(rows)}
      <div style="font-size:.75em;margin-top:36px">${board.notes.join('<br>')}</div>`,
    shown: rows.map(([, , one]) => one),
  };
}
