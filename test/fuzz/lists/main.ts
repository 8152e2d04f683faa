import { createRandom } from '#test/chaos/random.ts';
import { liveList } from './one-list.ts';

/**
 * `npm run fuzz -- lists --cases N --seed S`: writes N lists from what their rows mean, in the formats, encodings and layouts of
 * other programs and with what happens to lists on their way, and compares what would be sent. The last line is one JSON
 * object: `silentlyWrong` are rows that would be sent other than they are meant, or that are sent and must not be;
 * `needlessProblems` are rows that nothing is wrong with and that are not ready. Gives the exit code.
 */
export async function fuzzLists(cases: number, seed: number): Promise<number> {
  const counts = {
    cases,
    seed,
    rows: 0,
    ready: 0,
    fixed: 0,
    silentlyWrong: 0,
    needlessProblems: 0,
    refused: 0,
  };
  const kinds: Record<string, number> = {};
  for (let number = 0; number < cases; number += 1) {
    const list = await liveList(createRandom(seed + number));
    counts.rows += list.rows;
    counts.ready += list.ready;
    counts.fixed += list.fixed;
    counts.silentlyWrong += list.wrong.length;
    // Of a list that is refused no row is ready.
    counts.needlessProblems += list.refused === null ? list.needless.length : list.rows;
    counts.refused += list.refused === null ? 0 : 1;
    for (const what of [...list.wrong, ...list.needless, ...(list.refused === null ? [] : [list.refused])]) {
      const kind = what.replace(/:.*$/s, '');
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      if ((kinds[kind] ?? 0) <= 20) console.log(`seed ${seed + number}, ${list.form}: ${what}`);
    }
  }
  const needlessShare = Math.round((counts.needlessProblems / Math.max(counts.rows, 1)) * 10_000) / 10_000;
  console.log(JSON.stringify({ ...counts, needlessShare, kinds }));
  return counts.silentlyWrong === 0 && needlessShare < 0.02 ? 0 : 1;
}
