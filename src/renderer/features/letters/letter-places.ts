import type { Language, LetterKind } from '#shared/letters/letter-templates.ts';
import type { RouteTarget } from '../../stores/navigation.ts';
import { startBatch } from '../../stores/turns.ts';

/**
 * Where a letter to a vendor is written. @param subject the vendor's ID, or @ and an address
 * @param kind null for the letter that it needs
 */
export const letterPlace = (
  subject: string,
  kind: LetterKind | null = null,
  site: string | null = null,
): RouteTarget => ({
  screen: 'vendors',
  path: ['letter', subject],
  query: { ...(kind !== null && { kind }), ...(site !== null && { site }) },
});

export const letterTemplatesPlace = (kind: LetterKind, language: Language = 'en'): RouteTarget => ({
  screen: 'vendors',
  path: ['letters', kind, language],
});

/** Opens the letters to these vendors, one after the other. */
export const writeLetters = (places: readonly RouteTarget[]): void =>
  startBatch(places, { one: 'letter', todo: 'write' });
