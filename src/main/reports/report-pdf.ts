import type { Tone } from '#shared/base/tone.ts';
import { createPaper, measure, sheet, type Cell, type Paper, type TextStyle } from './paper.ts';
import type {
  ReportItem,
  ReportLine,
  ReportSection,
  ReportTask,
  TableReport,
  VendorReport,
} from './report.ts';

const ink = '#1D1B18';
const quietInk = '#655F56';
const tones: Record<Tone, string> = {
  pos: '#1D6A3A',
  cau: '#7F4D00',
  neg: '#A32A20',
  prog: '#2458A6',
  neu: '#524D45',
};

const titleStyle: TextStyle = { face: 'semibold', size: 17, color: ink };
const heading: TextStyle = { face: 'semibold', size: 10.5, color: ink };
const name: TextStyle = { face: 'semibold', size: 8.5, color: ink };
const body: TextStyle = { face: 'regular', size: 8.5, color: ink };
const quiet: TextStyle = { face: 'regular', size: 8, color: quietInk };
const theirs: TextStyle = { face: 'mono', size: 8, color: ink };

const labelWidth = 96;
const stateWidth = 150;
const maxUnbroken = 240;

interface Flow {
  y: number;
  need(height: number): void;
}

type Whole = Pick<VendorReport, 'title' | 'workspace' | 'madeAt'>;
type HeadLine = readonly [role: 'H1' | 'P', text: string, style: TextStyle];

function flowOn(paper: Paper, report: Whole): Flow {
  const flow: Flow = {
    y: sheet.top,
    need(height) {
      if (flow.y + height <= sheet.foot) return;
      paper.addPage();
      paper.putMargin(`${report.title}, continued`, sheet.gutter, sheet.top, measure, quiet);
      paper.rule(sheet.top + 14);
      flow.y = sheet.top + 24;
    },
  };
  return flow;
}

function drawHead(paper: Paper, flow: Flow, lines: readonly HeadLine[], width = measure): void {
  for (const [role, text, style] of lines) {
    paper.put(role, text, sheet.gutter, flow.y, width, style);
    flow.y += paper.getHeight(text, width, style) + 2;
  }
}

const getStyle = ({ voice }: ReportLine) => (voice === 'theirs' ? theirs : body);

function drawPair(paper: Paper, x: number, y: number, width: number, line: ReportLine): number {
  paper.put('P', line.label, x, y, labelWidth - 6, quiet);
  paper.put('P', line.words, x + labelWidth, y, width - labelWidth, getStyle(line));
  return heightOfPair(paper, width, line);
}

function heightOfPair(paper: Paper, width: number, line: ReportLine): number {
  const label = paper.getHeight(line.label, labelWidth - 6, quiet);
  return Math.max(label, paper.getHeight(line.words, width - labelWidth, getStyle(line))) + 1;
}

/** Draws lines below each other across the page, `indent` from its left. */
function drawLines(paper: Paper, flow: Flow, lines: readonly ReportLine[], indent = 0): void {
  for (const line of lines) {
    flow.need(heightOfPair(paper, measure - indent, line));
    flow.y += drawPair(paper, sheet.gutter + indent, flow.y, measure - indent, line);
  }
}

function drawHeading(paper: Paper, flow: Flow, text: string, withNext: number): void {
  flow.need(24 + withNext);
  flow.y += 4;
  paper.rule(flow.y);
  flow.y += 5;
  paper.put('H2', text, sheet.gutter, flow.y, measure, heading);
  flow.y += 15;
}

function drawVerdict(paper: Paper, flow: Flow, { verdict, missing }: VendorReport): void {
  drawHeading(paper, flow, 'Verdict', 0);
  drawItem(paper, flow, verdict);
  if (missing.length === 0) return;
  drawHeading(paper, flow, 'What is missing', 0);
  drawLines(paper, flow, missing);
}

/** Facts up to this length are set in two columns, longer ones across the page. */
const shortFact = 60;

/** The profile: short facts in two columns, read down the left one first, and long ones below. */
function drawFacts(paper: Paper, flow: Flow, report: VendorReport): void {
  drawHeading(paper, flow, 'Profile', 0);
  const short = report.facts.filter(({ words }) => words.length <= shortFact);
  const half = Math.ceil(short.length / 2);
  const width = measure / 2 - 8;
  const bottoms = [0, 1].map((column) => {
    let y = flow.y;
    for (const line of short.slice(column * half, column * half + half)) {
      y += drawPair(paper, sheet.gutter + column * (width + 16), y, width, line);
    }
    return y;
  });
  flow.y = Math.max(...bottoms);
  const long = report.facts.filter((fact) => !short.includes(fact));
  drawLines(paper, flow, long);
  if (report.notGiven === null) return;
  const height = paper.getHeight(report.notGiven, measure, quiet);
  flow.need(height + 2);
  paper.put('P', report.notGiven, sheet.gutter, flow.y + 2, measure, quiet);
  flow.y += height + 2;
}

/** The height that has to fit on a page: the whole item, or the name and first line of a long one. */
function unbroken(paper: Paper, item: ReportItem): number {
  const top = nameHeight(paper, item);
  const heights = item.lines.map((line) => heightOfPair(paper, measure - 10, line));
  const whole = heights.reduce((sum, height) => sum + height, top);
  return whole <= maxUnbroken ? whole : top + (heights[0] ?? 0);
}

const nameHeight = (paper: Paper, item: ReportItem): number =>
  paper.getHeight(item.title, measure - stateWidth - 8, name) + 2;

function drawItem(paper: Paper, flow: Flow, item: ReportItem): void {
  const wide = measure - stateWidth - 8;
  flow.need(unbroken(paper, item));
  paper.put('H3', item.title, sheet.gutter, flow.y, wide, name);
  const state: TextStyle = { ...name, color: tones[item.tone], align: 'right' };
  paper.put('P', item.state, sheet.width - sheet.gutter - stateWidth, flow.y, stateWidth, state);
  flow.y += nameHeight(paper, item);
  drawLines(paper, flow, item.lines, 10);
  flow.y += 4;
}

function drawSection(paper: Paper, flow: Flow, section: ReportSection): void {
  const said = (section.items.length === 0 ? section.empty : section.note) ?? null;
  const [first] = section.items;
  const saidHeight = said === null ? 0 : paper.getHeight(said, measure, quiet) + 4;
  drawHeading(paper, flow, section.title, saidHeight + (first === undefined ? 0 : unbroken(paper, first)));
  if (said !== null) {
    paper.put('P', said, sheet.gutter, flow.y, measure, quiet);
    flow.y += saidHeight;
  }
  for (const item of section.items) drawItem(paper, flow, item);
}

function drawMissing(paper: Paper, flow: Flow): void {
  const scripts = paper.missing();
  if (scripts.length === 0) return;
  const text = `This report’s font doesn’t have these characters: ${scripts.join(', ')}. They are described in [brackets]; Gangway shows them in full.`;
  flow.need(24);
  flow.y += 6;
  paper.put('P', text, sheet.gutter, flow.y, measure, { ...quiet, color: tones.cau });
  flow.y += paper.getHeight(text, measure, quiet);
}

function drawFeet(paper: Paper, report: Whole): void {
  const last = paper.pages();
  const origin = `Made by Gangway, workspace ${report.workspace}, ${report.madeAt}`;
  for (let page = 0; page < last; page += 1) {
    paper.turnTo(page);
    const number = `Page ${page + 1} of ${last}`;
    const words = page + 1 < last ? `Continues on page ${page + 2}  ·  ${number}` : number;
    paper.rule(sheet.foot + 8);
    paper.putMargin(origin, sheet.gutter, sheet.foot + 13, measure - 160, quiet);
    const right: TextStyle = { ...quiet, align: 'right' };
    paper.putMargin(words, sheet.width - sheet.gutter - 160, sheet.foot + 13, 160, right);
  }
}

/** The vendor and the summary on the first page, then the lists. */
function drawVendor(paper: Paper, flow: Flow, report: VendorReport, head: readonly HeadLine[]): void {
  drawHead(paper, flow, [...head, ['P', report.asOf, quiet]]);
  flow.y += 3;
  drawVerdict(paper, flow, report);
  drawHeading(paper, flow, 'Summary', 0);
  drawLines(paper, flow, report.summary);
  drawFacts(paper, flow, report);
  for (const section of report.sections) drawSection(paper, flow, section);
}

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

/** Tables with their long cells shortened; the whole text of each can be read out and copied. */
function drawTables(paper: Paper, flow: Flow, report: TableReport, head: readonly HeadLine[]): void {
  let y = flow.y + 4;
  drawHead(paper, flow, head, measure - originWidth - gap);
  const right: TextStyle = { ...quiet, align: 'right' };
  for (const line of report.origin) {
    paper.put('P', line, sheet.width - sheet.gutter - originWidth, y, originWidth, right);
    y += paper.getHeight(line, originWidth, right) + 1;
  }
  flow.y = Math.max(flow.y, y) + 10;
  const notes = report.notes.map((note) => ({ note, height: paper.getHeight(note, measure, quiet) + 3 }));
  const below = notes.reduce((sum, { height }) => sum + height, 0);
  for (const table of report.tables) drawTable(paper, flow, table, below);
  for (const { note, height } of notes) {
    flow.need(height);
    paper.put('P', note, sheet.gutter, flow.y, measure, quiet);
    flow.y += height;
  }
}

/** Sets a report as a PDF. */
export async function reportPdf({ report, fonts, madeAt }: ReportTask): Promise<Uint8Array> {
  const isTable = 'tables' in report;
  const title = isTable ? report.title : `${report.title}, vendor report`;
  const paper = createPaper(fonts, { title, author: report.workspace, madeAt });
  const flow = flowOn(paper, report);
  const head: HeadLine[] = [
    ['H1', report.title, titleStyle],
    ['P', report.subtitle, body],
  ];
  if (isTable) drawTables(paper, flow, report, head);
  else drawVendor(paper, flow, report, head);
  drawMissing(paper, flow);
  drawFeet(paper, report);
  if (!isTable) for (const { file, ...about } of report.attachments) paper.attach(file, about);
  return paper.bytes();
}
