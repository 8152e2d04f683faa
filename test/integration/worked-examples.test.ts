import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { examples } from '#test/worked-examples/examples.ts';
import { copyProject } from '#test/worked-examples/project-copy.ts';

const root = join(import.meta.dirname, '..', '..');
const sections = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split(/^## /m);

/** The file with which each step of a section begins. */
function getSteps(title: string): (string | undefined)[] {
  const section = sections.find((one) => one.startsWith(`${title}\n`)) ?? '';
  return section
    .split(/^\d+\. /m)
    .slice(1)
    .map((step) => /^`([^`]+)`/.exec(step)?.[1]);
}

describe('a worked example of CONTRIBUTING.md', () => {
  it.each(examples)(
    'is all that there is to do, and what is left out is named: $title',
    { tags: ['nightly'], timeout: 900_000 },
    ({ title, steps, test }) => {
      expect(getSteps(title)).toEqual([
        ...steps.map(({ edit }) => edit.file),
        expect.stringMatching(/^test\//),
      ]);
      const project = copyProject();
      onTestFinished(project.remove);
      for (const { edit, missing, missed } of steps) {
        if (missing !== undefined) expect(project.checkTypes().printed).toMatch(missing);
        if (missed !== undefined) expect(project.runTest(missed.test).printed).toMatch(missed.says);
        project.apply(edit);
      }
      project.apply(test);
      expect(project.checkTypes().printed).toBe('');
      const run = project.runTest(test.file);
      expect(run.passed, run.printed).toBe(true);
    },
  );
});
