import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtPages, demandBuild } from '#test/boot/booted-app.ts';
import { readFirstLoad } from '#test/first-load.ts';

/**
 * What it took before pages were read on this computer, in bytes; what follow-ups on Today take; what the frame takes in a window as
 * narrow as a phone, with the ways to the gate sheet and the week; the words for an invite that a colleague’s holds; and the line on whether the team
 * has everything.
 */
const before = 226_800 + 1500 + 600 + 300 + 300;
/** Words that the reader of pages alone has: where its parts are, what a recognizer is set to, a heading that it knows. */
const ofReader = ['recognizer-parts', 'tessedit_pageseg_mode', 'request\\s+for\\s+taxpayer'];

describe('the first load of the page', () => {
  beforeAll(demandBuild);

  it('is no larger than it was before pages were read on this computer', () => {
    const scripts = readFirstLoad(builtPages);
    expect(scripts.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(before);
  });

  it.each(ofReader)('has nothing of the reader of pages, which is asked for where it is used: %s', (word) => {
    expect(readFirstLoad(builtPages).filter(({ code }) => code.includes(word))).toEqual([]);
    const assets = join(builtPages, 'assets');
    const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
    expect(scripts.filter((name) => readFileSync(join(assets, name), 'utf8').includes(word))).not.toEqual([]);
  });
});
