import { fromDayNumber } from '#shared/base/dates.ts';
import { stages } from '#shared/onboarding/judge-vendor.ts';
import type { Figures } from '#shared/onboarding/figures.ts';
import { scoreLabels, scoreWord } from '#shared/service/score.ts';
import { verificationStateWord } from '#shared/verdict/verification-state.ts';
import type { Workspace } from './workspace.ts';

const maxTypes = 8;
const monthsAhead = 12;

/** The figures as of now. */
export async function readFigures({ figures, onboarding, settings }: Workspace): Promise<Figures> {
  const { at, took, endings } = await figures.vendors();
  const documents = await figures.documents();
  return {
    // A vendor at a later stage has passed this one.
    stages: stages.map((stage, index) => ({
      stage,
      count: addUp(stages.slice(index).map((later) => at.get(later) ?? 0)),
    })),
    durations: stages.flatMap((stage) => {
      const days = took.get(stage);
      if (days === undefined) return [];
      const count = addUp(days.values());
      return [{ stage, count, half: reachedAfter(days, count / 2), most: reachedAfter(days, count * 0.9) }];
    }),
    endings: endingsByMonth(endings, fromDayNumber(onboarding.today()).slice(0, 7)),
    quality: qualityByType(documents, settings().scoreThreshold),
    outcomes: outcomesByWord(await figures.verifications()),
  };
}

const addUp = (numbers: Iterable<number>): number => [...numbers].reduce((sum, number) => sum + number, 0);

/** The fewest days after which at least `wanted` had come. */
function reachedAfter(days: ReadonlyMap<number, number>, wanted: number): number {
  let there = 0;
  for (const [day, number] of [...days].toSorted(([one], [other]) => one - other)) {
    there += number;
    if (there >= wanted) return day;
  }
  return 0;
}

function endingsByMonth(endings: ReadonlyMap<string, number>, first: string): Figures['endings'] {
  const year = Number(first.slice(0, 4));
  const month = Number(first.slice(5)) - 1;
  const months = Array.from({ length: monthsAhead }, (_, ahead) =>
    new Date(Date.UTC(year, month + ahead, 1)).toISOString().slice(0, 7),
  );
  const last = months.at(-1) ?? first;
  const later = addUp([...endings].map(([part, count]) => (part > last ? count : 0)));
  return [
    ...months.map((part) => ({ part, count: endings.get(part) ?? 0 })),
    { part: 'later', count: later },
  ];
}

function qualityByType(
  documents: readonly { documentType: string | null; score: number | null; count: number }[],
  threshold: number,
): Figures['quality'] {
  const counted = documents.map(({ documentType, score, count }) => ({
    type: documentType ?? 'Unknown type',
    word: score === null ? ('No score' as const) : scoreWord(score, threshold).word,
    count,
  }));
  const sum = (rows: readonly { count: number }[]) => addUp(rows.map(({ count }) => count));
  const types = [...Map.groupBy(counted, ({ type }) => type)]
    .map(([documentType, rows]) => ({ documentType, rows }))
    .toSorted((one, other) => sum(other.rows) - sum(one.rows));
  const rest = types.slice(maxTypes).flatMap(({ rows }) => rows);
  const shown = [...types.slice(0, maxTypes), { documentType: 'Other types', rows: rest }];
  return shown.flatMap(({ documentType, rows }) =>
    ([...scoreLabels, 'No score'] as const)
      .map((word) => ({ documentType, word, count: sum(rows.filter((row) => row.word === word)) }))
      .filter(({ count }) => count > 0),
  );
}

/** Codes with the same label are one outcome. */
function outcomesByWord(states: readonly { code: string; count: number }[]): Figures['outcomes'] {
  const byWord = new Map<string, Figures['outcomes'][number]>();
  for (const { code, count } of states) {
    if (code === 'replaced') continue;
    const word = verificationStateWord(code);
    const known = byWord.get(word);
    byWord.set(word, { code: known?.code ?? code, word, count: count + (known?.count ?? 0) });
  }
  return [...byWord.values()].toSorted((one, other) => other.count - one.count);
}
