import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { namedTests } from '../../scripts/bootstrap/named-tests.ts';

const root = join(import.meta.dirname, '..', '..');
const named = (...words: string[]) => namedTests(root, words);

describe('the tests that a path or a word names', () => {
  it('are the one file whose path is given, also with ./ before it', () => {
    const alone = [{ step: 'unit', file: 'test/unit/outcome.test.ts', needsBuild: false }];
    expect(named('test/unit/outcome.test.ts')).toEqual(alone);
    expect(named('./test/unit/outcome.test.ts')).toEqual(alone);
  });

  it('are those of every step where a word is in their names', () => {
    expect(new Set(named('keychain').map(({ step }) => step))).toEqual(new Set(['integration', 'renderer']));
  });

  it('are none where nothing has the word', () => {
    expect(named('no-test-is-called-so')).toEqual([]);
  });

  it('need a build where they are browser specs or start the built app, and otherwise not', () => {
    const building = (word: string) => named(word).map(({ needsBuild }) => needsBuild);
    expect(building('test/e2e/lists.spec.ts')).toEqual([true]);
    expect(building('test/integration/boot-start.test.ts')).toEqual([true]);
    expect(building('test/integration/browser-host-door.test.ts')).toEqual([true]);
    expect(building('test/integration/outbox-once.test.ts')).toEqual([false]);
  });
});
