import { seeded } from '../forms.ts';

export interface Day {
  year: number;
  month: number;
  day: number;
}

export interface Address {
  street: string;
  city: string;
  state: string;
  zip: string;
}

/** What pages are made up of, drawn one after the other; the same for the same seed. */
export interface Draw {
  random: () => number;
  pick: <T>(from: readonly T[]) => T;
  /** By a pattern: 9 is a digit, @ a letter, anything else itself. */
  code: (pattern: string) => string;
  day: (from: number, to: number) => Day;
  company: () => string;
  person: () => string;
  address: (state: string) => Address;
}

const firsts = [
  'Cedar Hollow',
  'Blue Mesa',
  'Three Rivers',
  'Tamarack',
  'North Fork',
  'Calloway',
  'Sierra Vista',
  'Prairie Star',
  'Ocotillo',
  'Lighthouse',
  "O'Brien & Sons",
  'J. Ruiz',
  'McAllister',
  'A-1',
  'Valid',
  'Tri-County',
  'Kowalczyk Bros.',
  'Old Mill',
  'Redline',
  'St. Croix',
  'Nguyen and Patel',
  'Four Corners',
  'Wm. Hargrove',
  'Twin Pines',
] as const;
const trades = [
  'Plumbing',
  'Electric',
  'Roofing & Sheet Metal',
  'Heating and Air',
  'Builders',
  'Concrete',
  'Landscape Design',
  'Mechanical',
  'Painting & Decorating',
  'Fire Protection',
  'Construction',
  'Tile and Stone',
  'Contractors',
  'Home Services',
  'Paving',
  'General Contracting',
  'Steel Erectors',
] as const;
const endings = [
  'LLC',
  'Inc.',
  'Inc',
  ', LLC',
  ', Inc.',
  'Corp.',
  'Co.',
  'LP',
  'Company',
  '',
  'L.L.C.',
  'Corporation',
] as const;
const givenNames = [
  'Maria',
  'James',
  'Priya',
  'Dwayne',
  'Linda',
  'Tuan',
  'Robert',
  'Aisha',
  'Carlos',
  'Erin',
  'Victor',
  'Joan',
] as const;
const familyNames = [
  'Castillo',
  'Whitaker',
  'Raman',
  'Boudreaux',
  'Ostrowski',
  'Tran',
  'Haddad',
  'Lindqvist',
  'Mendez',
  'Garrity',
  'Fontaine',
  'Blackwood',
] as const;
const streets = [
  'Alder St',
  'W Camelback Rd',
  'Ponce de Leon Ave',
  'County Road 12',
  'N 3rd Street',
  'Lakeshore Drive',
  'Industrial Pkwy',
  'SE Division St',
  'Old Post Road',
  'Broadway',
  'E Flamingo Rd',
  'Martin Luther King Jr Blvd',
] as const;
const units = ['', '', '', ' Ste 210', ' Unit B', ' #14', ', Suite 300'] as const;
const places: Readonly<Record<string, readonly (readonly [city: string, zip: string])[]>> = {
  CA: [
    ['Fresno', '93721'],
    ['Chula Vista', '91910'],
    ['Redding', '96001'],
  ],
  TX: [
    ['Round Rock', '78664'],
    ['Fort Worth', '76102'],
    ['El Paso', '79901'],
  ],
  FL: [
    ['Tampa', '33602'],
    ['Port St. Lucie', '34952'],
    ['Ocala', '34471'],
  ],
  WA: [
    ['Yakima', '98901'],
    ['Spokane Valley', '99206'],
    ['Olympia', '98501'],
  ],
  NV: [
    ['Sparks', '89431'],
    ['Las Vegas', '89119'],
    ['Carson City', '89701'],
  ],
  AZ: [
    ['Mesa', '85201'],
    ['Flagstaff', '86001'],
    ['Tucson', '85701'],
  ],
  OR: [
    ['Bend', '97701'],
    ['Eugene', '97401'],
    ['Portland', '97214'],
  ],
  NY: [
    ['Brooklyn', '11201'],
    ['Staten Island', '10301'],
    ['Bronx', '10451'],
  ],
  CO: [
    ['Pueblo', '81003'],
    ['Grand Junction', '81501'],
    ['Aurora', '80012'],
  ],
  GA: [
    ['Macon', '31201'],
    ['Savannah', '31401'],
    ['Marietta', '30060'],
  ],
};

export function openDraw(seed: number): Draw {
  const random = seeded(seed * 6151 + 17);
  const pick = <T>(from: readonly T[]): T => {
    const one = from[Math.floor(random() * from.length)];
    if (one === undefined) throw new Error('There is nothing to pick from.');
    return one;
  };
  const below = (limit: number) => Math.floor(random() * limit);
  const letters = Array.from('ABCDEFGHJKLMNPRSTUVWXYZ');
  return {
    random,
    pick,
    code: (pattern) =>
      pattern.replaceAll(/[9@]/g, (place) => (place === '9' ? String(below(10)) : pick(letters))),
    day: (from, to) => ({ year: from + below(to - from + 1), month: 1 + below(12), day: 1 + below(28) }),
    company: () => {
      const ending = pick(endings);
      return `${pick(firsts)} ${pick(trades)}${ending.startsWith(',') || ending === '' ? '' : ' '}${ending}`;
    },
    person: () => `${pick(givenNames)} ${pick(['', '', 'A ', 'M. '])}${pick(familyNames)}`,
    address: (state) => {
      const [city, zip] = pick(places[state] ?? Object.values(places).flat());
      const home =
        Object.entries(places).find(([, all]) => all.some(([name]) => name === city))?.[0] ?? state;
      return { street: `${10 + below(9800)} ${pick(streets)}${pick(units)}`, city, state: home, zip };
    },
  };
}

const two = (number: number) => String(number).padStart(2, '0');
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

export const isoDay = ({ year, month, day }: Day): string => `${year}-${two(month)}-${two(day)}`;
export const cityLine = ({ city, state, zip }: Address): string => `${city}, ${state} ${zip}`;

/** How forms of the United States write a day. */
export const dayStyles = {
  figures: ({ year, month, day }: Day) => `${two(month)}/${two(day)}/${year}`,
  short: ({ year, month, day }: Day) => `${month}/${day}/${year}`,
  dashes: ({ year, month, day }: Day) => `${two(month)}-${two(day)}-${year}`,
  words: ({ year, month, day }: Day) => `${months[month - 1] ?? ''} ${day}, ${year}`,
  capitals: ({ year, month, day }: Day) => `${(months[month - 1] ?? '').toUpperCase()} ${two(day)}, ${year}`,
  abbreviated: ({ year, month, day }: Day) => `${(months[month - 1] ?? '').slice(0, 3)} ${day}, ${year}`,
  twoFigures: ({ year, month, day }: Day) => `${two(month)}/${two(day)}/${two(year % 100)}`,
} as const satisfies Readonly<Record<string, (day: Day) => string>>;
export type DayStyle = keyof typeof dayStyles;

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
