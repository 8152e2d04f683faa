export interface LegibleText {
  text: string;
  scripts: string[];
}

const scripts: readonly [pattern: RegExp, name: string][] = [
  [/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u, 'emoji'],
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, 'Japanese'],
  [/\p{Script=Han}|\p{Script=Bopomofo}/u, 'Chinese or Japanese'],
  [/\p{Script=Hangul}/u, 'Korean'],
  [/\p{Script=Arabic}/u, 'Arabic'],
  [/\p{Script=Hebrew}/u, 'Hebrew'],
  [/\p{Script=Devanagari}/u, 'Devanagari'],
  [/\p{Script=Bengali}/u, 'Bengali'],
  [/\p{Script=Tamil}/u, 'Tamil'],
  [/\p{Script=Thai}/u, 'Thai'],
  [/\p{Script=Armenian}/u, 'Armenian'],
  [/\p{Script=Georgian}/u, 'Georgian'],
];
const unnamed = 'special';

/** Controls, directions and joiners, which have no shape of their own. */
const shapeless = /[\p{Cc}\p{Cf}\p{Variation_Selector}\p{Noncharacter_Code_Point}]/gu;

function getScript(character: string): string {
  return scripts.find(([pattern]) => pattern.test(character))?.[1] ?? unnamed;
}

function described(script: string, count: number): string {
  if (script === 'emoji') return `[${count} emoji]`;
  return `[${count} ${script} ${count === 1 ? 'character' : 'characters'}]`;
}

/**
 * Replaces what a font has no glyphs for by a description in brackets, `[4 Chinese or Japanese characters]`: nothing
 * is left out without a word and no empty boxes are drawn. Characters are counted as a reader counts them. Line breaks
 * become spaces.
 */
export function legibleText(text: string, covers: (codePoint: number) => boolean): LegibleText {
  const drawable = (character: string) =>
    Array.from(character.replaceAll(shapeless, '')).every((part) => covers(part.codePointAt(0) ?? 0));
  const missing = new Set<string>();
  const clean = text.toWellFormed().normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  let set = '';
  let script = '';
  let count = 0;
  let gap = '';

  function endRun(): void {
    if (count > 0) set += described(script, count);
    set += gap;
    count = 0;
    gap = '';
  }

  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(clean)) {
    if (segment === ' ') {
      gap += segment;
    } else if (drawable(segment)) {
      endRun();
      set += segment.replaceAll(shapeless, '');
    } else {
      const own = getScript(segment);
      missing.add(own);
      if (count === 0 || own !== script) endRun();
      // Words of one script are one run: the space between them goes into it.
      script = own;
      count += 1;
      gap = '';
    }
  }
  endRun();
  return { text: set, scripts: [...missing] };
}
