import { describe, expect, it } from 'vitest';
import {
  problemMessage,
  minTrackWidth,
  problemPositions,
  type ShownColumn,
} from '#renderer/features/imports/problem-positions.ts';

const columns: ShownColumn[] = [
  { column: 0, label: 'Email', wide: true },
  { column: 1, label: 'Company name', wide: false },
  { column: 3, label: 'Phone number', wide: false },
];

function row(problems: Record<number, string>) {
  return {
    cells: [0, 1, 2, 3].map((column) => ({
      column,
      text: 'x',
      problem: problems[column] ?? null,
      fix: null,
      fixedFrom: null,
    })),
  };
}

const short = 'Enter a date.';
const long = 'The part after @ needs a dot, as in company.com.';

describe('where a problem of a row is said', () => {
  it('is below its cell as long as nothing is known of the window', () => {
    const { below, listed } = problemPositions(row({ 0: long, 3: long }), columns, null);
    expect([...below.keys()]).toEqual([0, 3]);
    expect(listed).toEqual([]);
  });

  it('is below its cell where the sentence ends within the window', () => {
    const { below, listed } = problemPositions(row({ 0: long }), columns, minTrackWidth(columns));
    expect([...below.keys()]).toEqual([0]);
    expect(listed).toEqual([]);
  });

  it('is a line that names the column where the cell or the end of its sentence is out of sight', () => {
    const line = { column: 3, label: 'Phone number', problem: long, fix: null };
    for (const width of [300, 500, minTrackWidth(columns)])
      expect([width, problemPositions(row({ 3: long }), columns, width).listed]).toEqual([width, [line]]);
  });

  it('is below its cell again where the window is wide enough', () => {
    expect(problemPositions(row({ 3: long }), columns, 1600).listed).toEqual([]);
  });

  it('is a line where the sentence would run into that of another cell', () => {
    const { below, listed } = problemPositions(row({ 1: long, 3: short }), columns, 900);
    expect(listed.map(({ column }) => column)).toEqual([1]);
    expect([...below.keys()]).toEqual([3]);
  });

  it('leaves out columns that are not imported', () => {
    const { below, listed } = problemPositions(row({ 2: long }), columns, 900);
    expect([below.size, listed]).toEqual([0, []]);
  });
});

it('says that a cell is to be cleared, where that is how it is fixed', () => {
  expect(problemMessage({ problem: 'No date.', fix: '' })).toBe('Clear this cell');
  expect(problemMessage({ problem: 'No date.', fix: '2027-03-31' })).toBe('2027-03-31');
  expect(problemMessage({ problem: 'No date.', fix: null })).toBe('No date.');
});
