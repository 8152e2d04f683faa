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

const shapeless = /[\p{Cc}\p{Cf}\p{Variation_Selector}\p{Noncharacter_Code_Point}]/gu;

function described(script: string, count: number): string {
  if (script === 'emoji') return `[${count} emoji]`;
  return `[${count} ${script} ${count === 1 ? 'character' : 'characters'}]`;
}

/**
 * Replaces characters without a glyph by a description in brackets, `[4 Chinese or Japanese characters]`, counted as a
 * reader counts them. Line breaks become spaces. `scripts` are those that the font lacks.
 */
export function legibleText(text: string, covers: (codePoint: number) => boolean) {
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
      const own = scripts.find(([pattern]) => pattern.test(segment))?.[1] ?? 'special';
      missing.add(own);
      if (count === 0 || own !== script) endRun();
      // A space between words of one script belongs to their run.
      script = own;
      count += 1;
      gap = '';
    }
  }
  endRun();
  return { text: set, scripts: [...missing] };
}
