import { availableParallelism, cpus, totalmem, type } from 'node:os';
import { benches } from './benches.ts';
import type { Figure } from './report.ts';

const units: Record<Figure['unit'], string> = {
  ms: 'ms',
  per_s: '/s',
  kB: 'kB',
  nodes: 'nodes',
  share: 'of 1',
};

function shown(value: number, unit: Figure['unit']): string {
  return `${value >= 1000 ? Math.round(value).toLocaleString('en-US') : value} ${units[unit]}`;
}

function verdict({ met }: Figure): string {
  if (met === null) return '';
  return met ? 'met' : '**missed**';
}

function row(one: Figure): string {
  const cells = [
    one.bench.replaceAll('_', ' '),
    shown(one.value, one.unit),
    one.baseline === null ? '' : `${shown(one.baseline.value, one.unit)} (${one.baseline.name})`,
    one.ratio === null ? '' : String(one.ratio),
    one.bar === null ? '' : shown(one.bar, one.unit),
    verdict(one),
  ];
  return `| ${cells.join(' | ')} |`;
}

function table(figures: readonly Figure[]): string {
  return [
    '| figure | value | baseline | ratio | goal | |',
    '| --- | --- | --- | --- | --- | --- |',
    ...figures.map(row),
  ].join('\n');
}

/** The table under a heading of a page. */
function tableUnder(title: string, page: string): string {
  const [, section = ''] = page.split(`## ${title}\n`);
  const [own = ''] = section.split('\n## ');
  return own
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .join('\n');
}

/** The page of all figures, by bench, with the machine that they are of. What was not found anew stays as it stood `before`. */
export function performancePage(found: ReadonlyMap<string, readonly Figure[]>, before: string): string {
  const parts = [...benches].map(([name, { title, about }]) => {
    const figures = found.get(name);
    return [`## ${title}`, about, figures === undefined ? tableUnder(title, before) : table(figures)].join(
      '\n\n',
    );
  });
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  return [
    '# How fast Gangway is',
    'Written by `npm run bench -- --write`, one bench after the other, each in a process of its own. Each figure stands beside a baseline from the same run, since machines differ and are busy: the ratio is what can be compared. Where the app is not what a baseline is, the text says what else it does.',
    `The machine: ${type()}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${memoryGb} GB, Node ${process.versions.node}.`,
    ...parts,
    '',
  ].join('\n\n');
}
