import type { Random } from '#test/chaos/random.ts';

/**
 * What was done to a cell. `fixable` can be put right without doubt, and the row is then what it was; `lost` cannot: the row
 * must not be ready.
 */
export interface Damaged {
  text: string;
  kind: 'none' | 'fixable' | 'suggested' | 'lost';
}

const numbers = new Set(['licenseNumber', 'vendorId', 'zipCode']);

type Damage = (text: string, random: Random) => Damaged;

const invisible: Damage = (text, random) => {
  const at = random.between(0, text.length);
  const hidden = random.pick(['\u200B', '\u00AD', '\uFEFF', '\u202A', '\u2060', '\u200E']);
  return { text: `${text.slice(0, at)}${hidden}${text.slice(at)}`, kind: 'fixable' };
};
const wideSpaces: Damage = (text) => ({
  text: `\u00A0${text.replaceAll(' ', '\u00A0')}\u00A0`,
  kind: 'fixable',
});
const entities: Damage = (text) => ({
  text: text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
  kind: 'fixable',
});
const guard: Damage = (text) => ({ text: `="${text.replaceAll('"', '""')}"`, kind: 'fixable' });

const ofEmails: readonly [Damage, ...Damage[]] = [
  (text) => ({ text: `mailto:${text}`, kind: 'suggested' }),
  (text) => ({ text: `“${text}”`, kind: 'suggested' }),
  (text) => ({ text: `${text}?subject=Hi`, kind: 'suggested' }),
  (text) => ({ text: `${text}.`, kind: 'suggested' }),
  (text) => ({ text: `${text} (billing)`, kind: 'suggested' }),
  (text) => ({ text: `${text}, second@vendor.example`, kind: 'lost' }),
  (text) => ({ text: `${text} ::: second@vendor.example`, kind: 'lost' }),
  (text) => ({ text: text.replace('@', ' at '), kind: 'lost' }),
];

const ofNumbers: readonly [Damage, ...Damage[]] = [
  () => ({ text: '1.2E+11', kind: 'lost' }),
  () => ({ text: '12-Mar', kind: 'lost' }),
  () => ({ text: '######', kind: 'lost' }),
  () => ({ text: '#REF!', kind: 'lost' }),
  (text) => ({ text: `'${text}`, kind: /^\d/.test(text) ? 'fixable' : 'none' }),
];

const ofDates: readonly [Damage, ...Damage[]] = [
  () => ({ text: 'soon', kind: 'lost' }),
  () => ({ text: '######', kind: 'lost' }),
  () => ({ text: 'Lifetime', kind: 'lost' }),
  () => ({ text: '01/00/1900', kind: 'lost' }),
];

/** Draws what becomes of a cell of a field; `none` where this damage cannot be done to it. */
export function damage(field: string, text: string, random: Random): Damaged {
  const general = random.pick([invisible, wideSpaces, entities, guard]);
  const special =
    field === 'email' ? ofEmails : numbers.has(field) ? ofNumbers : field === 'expiryDate' ? ofDates : null;
  const damaged = (special !== null && random.chance(0.6) ? random.pick(special) : general)(text, random);
  return damaged.text === text ? { text, kind: 'none' } : damaged;
}
