import { statePhrases } from '../base/states.ts';
import { differingRuns } from './differences.ts';
import { joinedAsIn, readWords, withPhrases, withShortForms, type Phrase, type Word } from '../base/words.ts';

const unit = '#';
const maxUnit = 3;

const addressForms: ReadonlyMap<string, string> = new Map(
  pairs(`
    n:north s:south e:east w:west ne:northeast nw:northwest se:southeast sw:southwest
    st:street,saint,str ave:avenue,av,aven blvd:boulevard,boul,bl rd:road dr:drive,drv ln:lane ct:court,crt
    pl:place sq:square ter:terrace,terr pkwy:parkway,pky,pkway hwy:highway,hiway cir:circle,circ trl:trail,tr
    way:wy expy:expressway,expwy fwy:freeway plz:plaza aly:alley xing:crossing ctr:center,centre,cntr
    tpke:turnpike,tpk,trnpk hts:heights mt:mount mtn:mountain ft:fort pt:point vly:valley sta:station
    jct:junction rdg:ridge gdns:gardens gdn:garden grv:grove rte:route,rt cyn:canyon crk:creek vlg:village
    lk:lake park:pk bldg:building fl:floor,flr rm:room dept:department and:&
    ${unit}:suite,ste,unit,apt,apartment,apmt
    1st:first 2nd:second 3rd:third 4th:fourth 5th:fifth 6th:sixth 7th:seventh 8th:eighth 9th:ninth 10th:tenth
  `),
);

const numberWords: ReadonlyMap<string, string> = new Map(
  pairs('1:one 2:two 3:three 4:four 5:five 6:six 7:seven 8:eight 9:nine 10:ten'),
);

function pairs(list: string): [string, string][] {
  return list
    .trim()
    .split(/\s+/)
    .flatMap((group) => {
      const [short = '', longs = ''] = group.split(':');
      return longs.split(',').map((long): [string, string] => [long, short]);
    });
}

const countries = new Set(['us', 'usa', 'united states', 'united states of america']);
const zip = /^\d{5}$/;

/** Reads a postal address. Common abbreviations, state names for codes, a final country and a ZIP+4 on one side do not count. */
export function readAddress(text: string): Word[] {
  const words = withCountryOptional(withZipPlusFour(readWords(text), text));
  const mayStandAt = (end: number) => {
    const next = words[end];
    return next === undefined || next.optional === true || zip.test(next.form);
  };
  const [first, ...rest] = withShortForms(
    withCountyRoads(
      withPhrases(withPhrases(words, statePhrases, mayStandAt), [{ words: ['post', 'office'], form: 'po' }]),
    ),
    addressForms,
  );
  if (first === undefined) return [];
  const whole = [{ ...first, form: numberWords.get(first.form) ?? first.form }, ...rest];
  return withUnitsOptional(withFloors(whole));
}

/** Reads a ZIP code; 94607-1234 and 946071234 are the same, and 94607 is the same as both. */
export const readZip = (text: string): Word[] => withZipPlusFour(readWords(text), text);

const withZipPlusFour = (words: readonly Word[], text: string): Word[] =>
  words.flatMap((word, index): Word[] => {
    const before = words[index - 1];
    const follows =
      before !== undefined &&
      zip.test(before.form) &&
      /^\s?[-–]\s?$/.test(text.slice(before.end, word.start));
    if (follows && /^\d{4}$/.test(word.form)) return [{ ...word, optional: true }];
    if (!/^\d{9}$/.test(word.form) || word.end - word.start !== 9) return [word];
    const middle = word.start + 5;
    return [
      { form: word.form.slice(0, 5), start: word.start, end: middle },
      { form: word.form.slice(5), start: middle, end: word.end, optional: true },
    ];
  });

function withCountryOptional(words: readonly Word[]): Word[] {
  for (const length of [4, 2, 1]) {
    const country = words.slice(-length);
    if (words.length <= length || !countries.has(country.map((word) => word.form).join(' '))) continue;
    return [...words.slice(0, -length), ...country.map((word): Word => ({ ...word, optional: true }))];
  }
  return [...words];
}

/** `2nd Floor`, `Floor 2` and `Fl 2` are one; `Miami, FL 33101` is not a floor. */
function withFloors(words: readonly Word[]): Word[] {
  const result: Word[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    const next = words[index + 1];
    if (word === undefined) break;
    const number = floorNumber(word, next, words[index + 2]);
    if (next === undefined || number === null) {
      result.push(word);
      continue;
    }
    result.push({ form: `fl${number}`, start: word.start, end: next.end });
    index += 1;
  }
  return result;
}

function floorNumber(word: Word, next: Word | undefined, afterNext: Word | undefined): string | null {
  const isState = afterNext !== undefined && zip.test(afterNext.form);
  const ordinal = /^(\d{1,3})(?:st|nd|rd|th)$/.exec(word.form)?.[1];
  if (ordinal !== undefined && next?.form === 'fl' && !isState) return ordinal;
  const following = /^(\d{1,3})(?:st|nd|rd|th)?$/.exec(next?.form ?? '')?.[1];
  return word.form === 'fl' && following !== undefined ? following : null;
}

const withUnitsOptional = (words: readonly Word[]): Word[] =>
  words.map((word, index) => {
    const next = words[index + 1];
    const isNumberSign = (word.form === 'no' || word.form === 'number') && /^[#\d]/.test(next?.form ?? '');
    return word.form === unit || isNumberSign ? { ...word, form: unit, optional: true } : word;
  });

const countyRoads: readonly Phrase[] = ['road', 'rd'].flatMap((road) =>
  ['county', 'co'].map((county) => ({ words: [county, road], form: 'cr' })),
);

/** `County Road 12` and `CR 12` are one; `12 County Road` is a road of that name. */
const withCountyRoads = (words: readonly Word[]): Word[] =>
  withPhrases(words, countyRoads, (end) => /^\d/.test(words[end]?.form ?? ''));

/** Whether one side has the unit before the street (`Suite 4, 100 Main St`) and the addresses are otherwise the same. */
export const isTurnedAddress = (left: string, right: string): boolean =>
  isTurnedBeside(left, right) || isTurnedBeside(right, left);

function isTurnedBeside(turned: string, straight: string): boolean {
  const words = readAddress(turned);
  const block = unitBlock(turned, words, 0);
  if (block === null) return false;
  const others = readAddress(straight);
  return others.some((_word, at) => {
    const otherBlock = unitBlock(straight, others, at);
    if (otherBlock === null) return false;
    const [own, other] = [words.slice(0, block), others.slice(at, at + otherBlock)];
    const rest = [...others.slice(0, at), ...others.slice(at + otherBlock)];
    return (
      differingRuns(joinedAsIn(own, other), joinedAsIn(other, own)).length === 0 &&
      differingRuns(words.slice(block), rest).length === 0
    );
  });
}

/** How many words from `at` on name a unit: to the next comma or the end, otherwise two; null where none do. */
function unitBlock(text: string, words: readonly Word[], at: number): number | null {
  const first = words[at];
  if (first === undefined) return null;
  const isFloor = /^fl\d+$/.test(first.form);
  if (!isFloor && first.form !== unit) return null;
  const least = isFloor ? 1 : 2;
  for (let length = least; length <= maxUnit; length += 1) {
    const [last, next] = [words[at + length - 1], words[at + length]];
    if (last === undefined) return null;
    if (next === undefined || text.slice(last.end, next.start).includes(',')) return length;
  }
  return least;
}
