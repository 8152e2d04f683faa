import type { Tone } from '#shared/base/tone.ts';
import { createPaper, measure, sheet, type Paper, type TextStyle } from './paper.ts';
import type { ReportItem, ReportLine, ReportSection, VendorReport } from './report.ts';
import type { ReportParts } from './report-parts.ts';

const ink = '#1D1B18';
const quietInk = '#655F56';
export const tones: Record<Tone, string> = {
  pos: '#1D6A3A',
  cau: '#7F4D00',
  neg: '#A32A20',
  prog: '#2458A6',
  neu: '#524D45',
};

export const title: TextStyle = { face: 'semibold', size: 17, color: ink };
export const heading: TextStyle = { face: 'semibold', size: 10.5, color: ink };
export const name: TextStyle = { face: 'semibold', size: 8.5, color: ink };
export const body: TextStyle = { face: 'regular', size: 8.5, color: ink };
export const quiet: TextStyle = { face: 'regular', size: 8, color: quietInk };
const theirs: TextStyle = { face: 'mono', size: 8, color: ink };

const labelWidth = 96;
const stateWidth = 150;
const maxUnbroken = 240;

export interface Flow {
  y: number;
  need(height: number): void;
}

type Whole = Pick<VendorReport, 'title' | 'workspace' | 'madeAt'>;

export function flowOn(paper: Paper, report: Whole): Flow {
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

function drawHead(paper: Paper, flow: Flow, report: VendorReport): void {
  for (const [role, text, style] of [
    ['H1', report.title, title],
    ['P', report.subtitle, body],
    ['P', report.asOf, quiet],
  ] as const) {
    paper.put(role, text, sheet.gutter, flow.y, measure, style);
    flow.y += paper.getHeight(text, measure, style) + 2;
  }
  flow.y += 3;
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

export function drawHeading(paper: Paper, flow: Flow, text: string, withNext: number): void {
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
  const said = section.items.length === 0 ? section.empty : section.note;
  const [first] = section.items;
  const saidHeight = said === null ? 0 : paper.getHeight(said, measure, quiet) + 4;
  drawHeading(paper, flow, section.title, saidHeight + (first === undefined ? 0 : unbroken(paper, first)));
  if (said !== null) {
    paper.put('P', said, sheet.gutter, flow.y, measure, quiet);
    flow.y += saidHeight;
  }
  for (const item of section.items) drawItem(paper, flow, item);
}

export function drawMissing(paper: Paper, flow: Flow): void {
  const scripts = paper.missing();
  if (scripts.length === 0) return;
  const text = `This report’s font doesn’t have these characters: ${scripts.join(', ')}. They are described in [brackets]; Gangway shows them in full.`;
  flow.need(24);
  flow.y += 6;
  paper.put('P', text, sheet.gutter, flow.y, measure, { ...quiet, color: tones.cau });
  flow.y += paper.getHeight(text, measure, quiet);
}

export function drawFeet(paper: Paper, report: Whole): void {
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

/** Sets a report as a PDF: vendor and summary on the first page, then the lists. */
export async function reportPdf(report: VendorReport, fonts: ReportParts['fonts'], madeAt: Date) {
  const about = { title: `${report.title}, vendor report`, author: report.workspace, madeAt };
  const paper = createPaper(fonts, about);
  const flow = flowOn(paper, report);
  drawHead(paper, flow, report);
  drawVerdict(paper, flow, report);
  drawHeading(paper, flow, 'Summary', 0);
  drawLines(paper, flow, report.summary);
  drawFacts(paper, flow, report);
  for (const section of report.sections) drawSection(paper, flow, section);
  drawMissing(paper, flow);
  drawFeet(paper, report);
  for (const { file, ...about } of report.attachments) paper.attach(file, about);
  return paper.bytes();
}
