import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The names of columns in lists that others wrote are theirs. */
const elsewhere = [
  'src/main/imports/heading-names.json',
  'test/unit/vocabulary.test.ts',
  // Looks for the other spelling in the help.
  'test/renderer/help.test.tsx',
];

/** Words that the field has a term for, and that term. */
const terms: readonly (readonly [RegExp, string])[] = [
  [/\bhand(ed)?[oO]ver|\bHandedOver|hand-over/, 'enqueue'],
  [/[mM]isfit/, 'validation issue'],
  [/\bwhyNot/, 'blockedReason'],
  [/notAskedNow|not-asked-now/, 'unavailable'],
  [/withoutEmpty/, 'stripEmpty'],
  [/requestInWords|taskInWords|linkInWords|handed-words/, 'launch arguments'],
  [/last-resort|lastResort|LastResort/, 'uncaught exception'],
  [/quit-order|quitOrder|QuitOrder/, 'graceful shutdown'],
  [/quick-tasks|quickTask|QuickTask/, 'jump list'],
  [/shipped-works|[sS]hippedWork/, 'third-party notices'],
  [/overtaken|createLane\b/, 'superseded, latest-only'],
  [/\bpump\b|\bnap(Until|Ms)\b/, 'tick, sleep'],
  [
    /unhurried|numberSet|NumberSet|[lL]inePlaces|line-places|keepingStatements/,
    'relaxed durability, integer set, row offsets, statement cache',
  ],
  [/askItself/, 'probeService'],
  [/\b(most|longest|least|usual)(?!RecentlyUsed)[A-Z]\w*\b/, 'max, min, default'],
  [/\blicence/i, 'license'],
  [/\bfunction [a-z]\w*Of\b|\bconst [a-z]\w*Of = (async )?\(/, 'a verb'],
  [/lost_sight|handed_over/, 'outcome_unknown, enqueued'],
  [
    /\b(take|taken)In\b|\bletGo\b|\bbringBack\b|\b[hH]urry\b|\b(Request|Window|Problem)Places?\b/,
    'flush, evict, refetch, expedite, slots, bounds, positions',
  ],
  [/[sS]oundness|\b(First|Mended|Row)Look\b/, 'integrity, repair result, non-data row'],
  [
    /\bcreateRouter\b|\bOperationRoute\b|\b(open|close|use)Sheets?\b|\bSheetHost\b/,
    'call handler, endpoint, dialog',
  ],
  [
    /\b([fF]ault|damage)Met\b|\bstandStill\b|\btoken(Came|Away)\b|\bmayRead\b|\blookForWork\b|\bNotRead\b|\btakeInTurn\b|\bgetDelay\b/,
    'reportError, handleCorruption, setSuspended, tokenAvailable, canRead, scheduleRound, LoadError, startBatch, sendNotBefore',
  ],
  [/\bmend(s|ed|able|All|edFrom)?\b/i, 'fix'],
  [/RouteFinder|RouteFailure|RestingProx/, 'proxy resolver, connect failure, cooldown'],
];

it('says what the field says, in names of files, code, tests and docs', () => {
  const files = execFileSync('git', ['ls-files', 'src', 'test', 'docs', 'scripts', 'README.md'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(
      (file) => /\.(ts|tsx|mjs|md|json|css)$/.test(file) && !elsewhere.some((one) => file.startsWith(one)),
    );
  expect(files.length).toBeGreaterThan(800);
  const found = files.flatMap((file) =>
    `${file}\n${readFileSync(join(root, file), 'utf8')}`
      .split('\n')
      .flatMap((line, number) =>
        terms
          .filter(([word]) => word.test(line))
          .map(([word, term]) => `${file}:${number}: ${word.exec(line)?.[0] ?? ''} is ${term}`),
      ),
  );
  expect(found).toEqual([]);
});
