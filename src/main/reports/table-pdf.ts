import {
  body,
  drawFeet,
  drawHeading,
  drawMissing,
  flowOn,
  name,
  quiet,
  title,
  tones,
  type Flow,
} from './report-pdf.ts';
import { createPaper, measure, sheet, type Cell, type Paper, type TextStyle } from './paper.ts';
import type { ReportParts } from './report-parts.ts';
import type { TableReport } from './report.ts';

type Table = TableReport['tables'][number];
type Row = Table['rows'][number];

const originWidth = 200;
const gap = 8;
const rowGap = 3;

/** The beginning of a text that fits so many lines of a cell, with an ellipsis where something is left out. */
function fitted(paper: Paper, text: string, width: number, style: TextStyle, lines: number): string {
  const most = lines * paper.getHeight('X', width, style) + 1;
  const fits = (words: string) => paper.getHeight(words, width, style) <= most;
  if (fits(text)) return text;
  const characters = Array.from(text);
  let [kept, lost] = [0, characters.length];
  while (lost - kept > 1) {
    const middle = Math.floor((kept + lost) / 2);
    if (fits(`${characters.slice(0, middle).join('')}…`)) kept = middle;
    else lost = middle;
  }
  return `${characters.slice(0, kept).join('').trimEnd()}…`;
}

interface SetRow {
  cells: Cell[];
  height: number;
}

function setRow(paper: Paper, table: Table, row: Row, lines: number): SetRow {
  let left: number = sheet.gutter;
  const cells = table.columns.map(({ share }, index): Cell => {
    const x = left;
    left += share * measure;
    const width = share * measure - gap;
    const style = index === 0 ? name : index === table.toned ? { ...name, color: tones[row.tone] } : body;
    const text = row.cells[index] ?? '';
    return { role: 'TD', text, drawn: fitted(paper, text, width, style, lines), x, width, style };
  });
  const heights = cells.map(({ text, drawn, width, style }) =>
    paper.getHeight((drawn ?? text) || ' ', width, style),
  );
  return { cells, height: Math.max(...heights) + rowGap };
}

/** The rows in two lines at most, or in one where only that keeps all on the page. */
function setRows(paper: Paper, table: Table, room: number): SetRow[] {
  const set = (lines: number) => table.rows.map((row) => setRow(paper, table, row, lines));
  const isWithin = (rows: readonly SetRow[]) => rows.reduce((sum, { height }) => sum + height, 0) <= room;
  const roomy = set(2);
  if (isWithin(roomy)) return roomy;
  const tight = set(1);
  return isWithin(tight) ? tight : roomy;
}

function drawColumns(paper: Paper, flow: Flow, table: Table): void {
  let x: number = sheet.gutter;
  const heads = table.columns.map(({ label, share }): Cell => {
    const cell = { role: 'TH', text: label, x, width: share * measure - gap, style: quiet } as const;
    x += share * measure;
    return cell;
  });
  paper.putRow(heads, flow.y);
  flow.y += 14;
  paper.rule(flow.y);
  flow.y += 3;
}

function drawTable(paper: Paper, flow: Flow, table: Table, below: number): void {
  if (table.title !== null) drawHeading(paper, flow, table.title, 40);
  if (table.rows.length === 0) {
    paper.put('P', table.empty, sheet.gutter, flow.y, measure, quiet);
    flow.y += 16;
    return;
  }
  const rows = setRows(paper, table, sheet.foot - flow.y - 17 - below);
  paper.beginTable();
  drawColumns(paper, flow, table);
  for (const { cells, height } of rows) {
    const page = paper.pages();
    flow.need(height);
    if (paper.pages() > page) drawColumns(paper, flow, table);
    paper.putRow(cells, flow.y);
    flow.y += height;
    paper.rule(flow.y - 1.5);
  }
  flow.y += 6;
}

function drawHead(paper: Paper, flow: Flow, report: TableReport): void {
  const width = measure - originWidth - gap;
  const top = flow.y;
  for (const [role, text, style] of [
    ['H1', report.title, title],
    ['P', report.subtitle, body],
  ] as const) {
    paper.put(role, text, sheet.gutter, flow.y, width, style);
    flow.y += paper.getHeight(text, width, style) + 2;
  }
  const right: TextStyle = { ...quiet, align: 'right' };
  let y = top + 4;
  for (const line of report.origin) {
    paper.put('P', line, sheet.width - sheet.gutter - originWidth, y, originWidth, right);
    y += paper.getHeight(line, originWidth, right) + 1;
  }
  flow.y = Math.max(flow.y, y) + 10;
}

/** Sets tables as a PDF, shortening long cells; the whole text of each can be read out and copied. */
export async function tablePdf(report: TableReport, fonts: ReportParts['fonts'], madeAt: Date) {
  const paper = createPaper(fonts, { title: report.title, author: report.workspace, madeAt });
  const flow = flowOn(paper, report);
  drawHead(paper, flow, report);
  const notes = report.notes.map((note) => ({ note, height: paper.getHeight(note, measure, quiet) + 3 }));
  const below = notes.reduce((sum, { height }) => sum + height, 0);
  for (const table of report.tables) drawTable(paper, flow, table, below);
  for (const { note, height } of notes) {
    flow.need(height);
    paper.put('P', note, sheet.gutter, flow.y, measure, quiet);
    flow.y += height;
  }
  drawMissing(paper, flow);
  drawFeet(paper, report);
  return paper.bytes();
}
