import { foldText, listPairs } from './fold-text.ts';
import { readWords, withPhrases, type Phrase, type Word } from './words.ts';

const stateCodes = listPairs(`
  alabama: al, alaska: ak, arizona: az, arkansas: ar, california: ca, calif: ca, colorado: co, connecticut: ct,
  delaware: de, district of columbia: dc, florida: fl, georgia: ga, guam: gu, hawaii: hi, idaho: id,
  illinois: il, indiana: in, iowa: ia, kansas: ks, kentucky: ky, louisiana: la, maine: me, maryland: md,
  massachusetts: ma, michigan: mi, minnesota: mn, mississippi: ms, missouri: mo, montana: mt, nebraska: ne,
  nevada: nv, new hampshire: nh, new jersey: nj, new mexico: nm, new york: ny, north carolina: nc,
  north dakota: nd, ohio: oh, oklahoma: ok, oregon: or, pennsylvania: pa, puerto rico: pr, rhode island: ri,
  south carolina: sc, south dakota: sd, tennessee: tn, texas: tx, utah: ut, vermont: vt, virgin islands: vi,
  virginia: va, washington: wa, west virginia: wv, wisconsin: wi, wyoming: wy
`);

export const statePhrases: readonly Phrase[] = stateCodes.map(([name, code]) => ({
  words: name.split(' '),
  form: code,
}));

/** Reads a state: its name equals its postal code; a leading `State of` or `US-` is optional. */
export function readState(text: string): Word[] {
  const words = withPhrases(readWords(text), statePhrases);
  const beforeLast = words.length - 1;
  return words.map((word, index) =>
    index < beforeLast && ['us', 'state', 'of'].includes(word.form) ? { ...word, optional: true } : word,
  );
}

const maxState = 100;
const stateForms = new Map<string, string>();

/** One form for a state's name and its postal code. Cached: lists repeat few states many times. */
export function stateForm(state: string): string {
  if (state.length > maxState) return foldText(state);
  const known = stateForms.get(state);
  if (known !== undefined) return known;
  const form = readState(state)
    .filter((word) => word.optional !== true)
    .map((word) => word.form)
    .join(' ');
  if (stateForms.size < 1000) stateForms.set(state, form);
  return form;
}
