import { findLabeled, isSure, toField, type FieldWithWords, type FoundValue } from './labeled-fields.ts';
import { toText, type FormRules } from './page-labels.ts';
import {
  around,
  middle,
  toBounds,
  toRows,
  toRuns,
  type Box,
  type PageWord,
  type TextRun,
} from './page-text.ts';
import {
  isAddressLine,
  isCompany,
  readDay,
  readDayOfCentury,
  readDollars,
  readName,
  readParty,
} from './value-forms.ts';

/** The leading capitals and figures with at least four digits that are no day and no state with ZIP code. */
function readPolicyNumber(text: string): string | null {
  const [number = ''] = /^[A-Z\d.-]+(?:\s+[A-Z\d.-]+)*(?!\S)/.exec(text.replace(typeOfInsurance, '')) ?? [];
  const isNumber = number.length <= 30 && number.replaceAll(/\D/g, '').length >= 4;
  const isZip = /^[A-Z]{2} \d{5}(?:-\d{4})?$/.test(number);
  // Recognizers add a space after a dash now and then.
  return isNumber && !isZip && readDayOfCentury(text) === null ? number.replaceAll(/-\s+/g, '-') : null;
}

/** Words of the column before, which run into a narrow column of numbers. */
const typeOfInsurance =
  /^(?:(?:COMMERCIAL|GENERAL|LIABILITY|LIAB|AUTOMOBILE|AUTO|UMBRELLA|EXCESS|WORKERS|COMPENSATION|EMPLOYERS|PROFESSIONAL|OCCUR|Y|N|X)\s+)+/;

function readPeriodEnd(text: string): string | null {
  const [from, to] = text.split(/(?<!\s)\s+(?:to|thru|through|until|[-–—])\s+/i);
  return from === undefined || to === undefined || readDay(from) === null ? null : readDayOfCentury(to);
}

/** Entries as ACORD names them in its fillable forms. */
const form = {
  rules: [
    {
      field: 'insured',
      label: /^(?:named\s+)?insured(?=\s*(?::|$))|\bnamed\s+insured(?=\s*:)/,
      read: readParty,
      entry: /NamedInsured_FullName_A/,
    },
    {
      field: 'insurers',
      label:
        /^(?:in|m|n|1n)surer\s*[A-F8¢€]\s*(?:[:;.-]|(?=\s[A-Z])|$)|\binsurer\s*(?:[A-F]\s*)?:|\binsurer\s+[A-F]$|\binsurance\s+(?:company|carrier)\s*:|\bcarrier\s*:/,
      // Without the insurer's NAIC number and its rating.
      read: (text: string) => readName(text.replace(/(?<!\s)\s+(?:NAIC\b[^]*|\d{5}$|\([^)]*\)$)/i, '')),
      entry: /Insurer_FullName_[A-F]/,
      layout: 'row',
    },
    {
      field: 'policyNumbers',
      // In narrow columns the second word is in a row of its own.
      label: /\bpolicy\s*(?:numbers?|no\.?|#)|^policy$/,
      read: readPolicyNumber,
      entry: /Policy\w*_PolicyNumberIdentifier_[A-Z]/,
      layout: 'column',
    },
    {
      field: 'effectiveDate',
      label: /(?<!\bthe\s)\b(?:policy\s*)?(?:effective(?:\s+date)?|eff\.?(?:\s+date)?(?![a-z]))/,
      read: readDayOfCentury,
      entry: /Policy\w*?_?EffectiveDate_[A-Z]/,
      layout: 'column',
    },
    {
      field: 'expiryDate',
      label:
        /(?<!\bthe\s)\b(?:(?:policy\s+)?(?:expir(?:es|ation|y)(?:\s+date)?|exp\.?(?:\s+date)?(?![a-z]))|policy\s*exp(?![a-z])\.?)/,
      read: readDayOfCentury,
      entry: /Policy\w*?_?ExpirationDate_[A-Z]/,
      layout: 'column',
    },
    { field: 'expiryDate', label: /\bpolicy\s+(?:period|term)/, read: readPeriodEnd, layout: 'column' },
    {
      field: 'eachOccurrence',
      label: /\beach\s+occurrence/,
      read: readDollars,
      layout: 'row',
      entry: /GeneralLiability_EachOccurrence_LimitAmount_A/,
    },
    {
      field: 'generalAggregate',
      label: /\bgeneral\s+aggregate/,
      read: readDollars,
      layout: 'row',
      entry: /GeneralLiability_GeneralAggregate_LimitAmount_A/,
    },
    {
      field: 'certificateHolder',
      label: /^certificate\s+holder(?=\s*(?::|$))/,
      read: readParty,
      entry: /CertificateHolder_FullName_A/,
    },
  ],
  others:
    /^(?:producer|issued\s+by)(?=\s*(?::|$))|^insurer\(s\)|^contact\b|^phone\b|^fax\b|^e-?mail\b|\bNAIC\b|^coverages\b|^certificate\s+number|^revision\s+number|^insr\b|^ltr\b|^(?:type\s+of\s+insurance|coverage)$|^add'?l\b|^insd\b|^subr\b|^wvd\b|^limits?$|^description\s+of\s+operations\s*(?:\/|$)|^cancellation$|^authorized\s+representative/,
  notes: /\(?mm\/dd\/y+\)?/,
} as const satisfies FormRules<string>;
export type CertificateField = (typeof form.rules)[number]['field'];

/** Reads a certificate of insurance, such as ACORD 25: when its first policy ends, and from when all are in force. */
export function readCertificateFields(words: readonly PageWord[]): FieldWithWords<CertificateField>[] {
  const runs = toRuns(words);
  const { find } = findLabeled(runs, form);
  const rows = findPolicies(words, runs);
  const read = (field: 'policyNumbers' | 'effectiveDate' | 'expiryDate') => {
    const [inColumns, inRows] = [find(field), rows.flatMap((row) => row[field])];
    // A row has the whole number also where its heading is narrower than the column.
    const more = countRead(inRows) - countRead(inColumns);
    const isFuller = more > 0 || (more === 0 && field === 'policyNumbers' && rows.length > 0);
    return { found: isFuller ? inRows : inColumns, agrees: rows.length === 0 || isSame(inColumns, inRows) };
  };
  const [numbers, effective, expiry] = [read('policyNumbers'), read('effectiveDate'), read('expiryDate')];
  const policies = Math.max(
    ...[numbers, effective, expiry].map(({ found }) => countRead(found)),
    rows.length,
  );
  const found = [numbers, effective, expiry].flatMap((one) => one.found);
  const expected = policies + findUnreadCoverages(runs, found).length;
  // The limits of an umbrella policy have the same labels.
  const umbrella = runs.find(({ text }) => /^(?:umbrella|excess)\b/i.test(text))?.box;
  const findLimits = (field: 'eachOccurrence' | 'generalAggregate') =>
    find(field).filter(
      ({ words: own }) => umbrella === undefined || around(own).y < umbrella.y - umbrella.height / 2,
    );
  const isParty = (name: string, own: readonly PageWord[]) =>
    isCompany(name) || runs.some(({ text, box }) => isUnder(around(own), box) && isAddressLine(text));
  return [
    ...toField('insured', find('insured'), isParty),
    ...toInsurers(find('insurers'), findNumbered(runs), countInsurers(runs)),
    ...toList('policyNumbers', numbers.found, expected).map((list) => ({
      ...list,
      sure: list.sure && numbers.agrees && !lacksDash(numbers.found),
    })),
    ...toDay('effectiveDate', effective, expected, -1),
    ...toDay('expiryDate', expiry, expected, 0),
    ...toField('eachOccurrence', findLimits('eachOccurrence'), () => true),
    ...toField('generalAggregate', findLimits('generalAggregate'), () => true),
    ...toField('certificateHolder', find('certificateHolder'), isParty),
  ];
}

const isUnder = (box: PageWord['box'], other: PageWord['box']): boolean =>
  other.y > box.y && other.y < box.y + 3 * box.height && Math.abs(other.x - box.x) < 2 * box.height;

type PolicyRow = Record<'policyNumbers' | 'effectiveDate' | 'expiryDate', FoundValue[]>;

/** The policies of a table by its rows alone: two days one after the other, and the number before them. */
function findPolicies(words: readonly PageWord[], runs: readonly TextRun[]): PolicyRow[] {
  const rows = toRows(words).map((row) => ({
    row,
    days: row.flatMap((word): Day[] => {
      const value = readDayOfCentury(word.text);
      return value === null ? [] : [{ value, words: [word] }];
    }),
  }));
  const whole = rows.filter(
    ({ days: [from, to] }) => from !== undefined && to !== undefined && from.value < to.value,
  );
  const edges = whole.flatMap(({ days: [from, to] }) => [getPlace(from), getPlace(to)]);
  const [first, last] = [whole[0]?.row[0], whole.at(-1)?.row[0]];
  const end =
    runs.find(({ text }) => /^description\s+of\s+operations/i.test(text))?.box.y ?? (last?.box.y ?? 0) + 1;
  return rows.flatMap(({ row, days }) => {
    // A row of which one day is not read is a policy as well.
    const own = days.filter((day) =>
      edges.some((edge) => Math.abs(edge - getPlace(day)) < (row[0]?.box.height ?? 0)),
    );
    const [from] = own;
    const isWithin =
      first !== undefined && row.some(({ box }) => box.y >= first.box.y - 12 * box.height && box.y < end);
    if (from === undefined || !isWithin) return [];
    const isEffective = edges.some((edge, index) => index % 2 === 0 && Math.abs(edge - getPlace(from)) < 20);
    const [effective, expiry] = own.length > 1 || isEffective ? [own[0], own[1]] : [undefined, own[0]];
    const unread = { value: null, words: from.words };
    return [
      {
        policyNumbers: findNumber(
          row.slice(
            0,
            row.findIndex((word) => from.words.includes(word)),
          ),
        ),
        effectiveDate: [effective ?? unread],
        expiryDate: [expiry ?? unread],
      },
    ];
  });
}

type Day = FoundValue & { value: string };

const getPlace = (day: Day | undefined): number => day?.words[0]?.box.x ?? -1;

/** The insurers of a table by their numbers of the insurance commissioners (NAIC), each at the end of its row. */
function findNumbered(runs: readonly TextRun[]): FoundValue[] {
  const heading = runs.find(({ text }) => /^NAIC/i.test(text))?.box;
  if (heading === undefined) return [];
  return runs.flatMap(({ text, box }) => {
    const isNumber =
      /^\d{5}$/.test(text) && Math.abs(box.x - heading.x) < 8 * heading.height && box.y > heading.y;
    if (!isNumber) return [];
    const before = runs.filter(
      (run) => Math.abs(middle(run.box) - middle(box)) < 0.8 * box.height && run.box.x < box.x,
    );
    const nearest = before.toSorted((one, other) => other.box.x - one.box.x)[0];
    const from =
      nearest?.words.findLastIndex(({ text: word }) => /surer|^[A-F8]?:$|^[A-F8]:?$/i.test(word)) ?? -1;
    const words = nearest?.words.slice(from + 1) ?? [];
    return words.length === 0 ? [] : [{ value: readName(words.map((word) => word.text).join(' ')), words }];
  });
}

/** The cells of the policies' table of which no number or no day was read, each with the characters that it may have and how to read it. */
export function findUnreadCells(
  words: readonly PageWord[],
): { box: Box; characters: string; read: (text: string) => string | null }[] {
  const runs = toRuns(words);
  const rows = findPolicies(words, runs);
  const columns = (['policyNumbers', 'effectiveDate', 'expiryDate'] as const).map((field) => {
    const found = rows.flatMap((row) => row[field].filter(({ value }) => value !== null));
    return { field, box: found.length === 0 ? null : around(found.flatMap((one) => one.words)) };
  });
  const table = toBounds(columns.flatMap(({ box }) => box ?? []));
  const [{ box: numbers } = { box: null }] = columns;
  if (table === null || numbers === null) return [];
  const isPolicy = ({ box, text }: PageWord) =>
    isOver(box, numbers) &&
    readPolicyNumber(text) !== null &&
    Math.abs(middle(box) - middle(table)) < table.height;
  const firstDay = columns[1]?.box?.x ?? 0;
  const read = rows.flatMap((row) => [...row.effectiveDate, ...row.expiryDate]);
  const days = new Set(read.flatMap((one) => one.words));
  const unread = findUnreadCoverages(runs, [...read, ...rows.flatMap((row) => row.policyNumbers)]);
  const policies = toRows(words).flatMap((row) => {
    const [first] = row.filter((word) => days.has(word) || isPolicy(word));
    return first === undefined ? [] : [{ row, ...first.box }];
  });
  policies.push(...unread.map((box) => ({ row: [], ...box })));
  return policies.flatMap(({ row, y, height }) =>
    columns.flatMap(({ field, box }) => {
      const readCell = field === 'policyNumbers' ? readPolicyNumber : readDayOfCentury;
      if (box === null || readCell(toText(row.filter((word) => isOver(word.box, box)))) !== null) return [];
      // The column of the numbers ends where that of the days begins.
      const isNumber = field === 'policyNumbers';
      const end = isNumber ? Math.max(box.width, firstDay - box.x - 2 * height) : box.width;
      return [
        {
          box: { x: box.x - height, y: y - 0.5 * height, width: end + 2 * height, height: 2 * height },
          characters: isNumber ? '' : '0123456789/',
          read: readCell,
        },
      ];
    }),
  );
}

const isOver = (box: Box, { x, width }: Box): boolean =>
  box.x + box.width / 2 > x && box.x + box.width / 2 < x + width;

/** The last words of a row that are a policy number. */
function findNumber(row: readonly PageWord[]): FoundValue[] {
  const before = row.filter(({ text }) => !/^[A-Z|]$/.test(text));
  for (let from = 0; from < before.length; from += 1) {
    const own = before.slice(from);
    const text = own.map((word) => word.text).join(' ');
    const value = readPolicyNumber(text);
    if (value === text || (value !== null && own.length === 1)) return [{ value, words: own }];
  }
  return [];
}

const coverages = [
  /^(?:X )?(?:COMMERCIAL )?GENERAL LIABILITY\b/,
  /^AUTOMOBILE LIABILITY\b/,
  /^(?:X )?UMBRELLA LIAB/,
  /^WORKERS COMPENSATION\b/,
];

/** The headings of coverages that have an amount and nothing that was read of their policy. */
function findUnreadCoverages(runs: readonly TextRun[], found: readonly FoundValue[]): Box[] {
  const headings = coverages.flatMap((heading) => runs.find(({ text }) => heading.test(text))?.box ?? []);
  const end = runs.find(({ text }) => /^description\s+of\s+operations/i.test(text))?.box.y ?? 0;
  return headings.filter(({ x, y, width, height }) => {
    const bottom = Math.min(end, ...headings.map((other) => other.y).filter((other) => other > y));
    const isIn = (box: Box) => box.x > x + width && box.y > y - height && box.y < bottom - height;
    const amounts = runs.filter(({ text }) => /(?:^|[$\s])\d{1,3}(?:,\d{3})+$/.test(text));
    return (
      amounts.some(({ box }) => isIn(box)) &&
      !found.some(({ value, words }) => value !== null && isIn(around(words)))
    );
  });
}

const isSame = (one: readonly FoundValue[], other: readonly FoundValue[]): boolean =>
  one.length === other.length && one.every(({ value }) => other.some((same) => same.value === value));

/** How many insurers there are at least, by the letters at which policies name theirs, and by letters left out between two labels. */
function countInsurers(runs: readonly TextRun[]): number {
  const letters = runs.flatMap(({ text }) => /surer\s*([A-F])\b/i.exec(text)?.[1]?.toUpperCase() ?? []);
  const heading = runs.find(({ text }) => /^LTR$/i.test(text))?.box;
  const named = runs.flatMap(({ text, box }) => {
    const isInColumn =
      heading !== undefined && box.y > heading.y && Math.abs(box.x - heading.x) < 2 * heading.height;
    return isInColumn ? (/^[A-F](?=\s|$)/.exec(text)?.[0] ?? []) : [];
  });
  const order = (letter: string | undefined) => 'ABCDEF'.indexOf(letter ?? '') + 1;
  const isGap = order(letters.toSorted().at(-1)) > new Set(letters).size;
  return isGap ? Infinity : order(named.toSorted().at(-1));
}

/** One insurer alone may be what is left of several. */
function toInsurers(labeled: readonly FoundValue[], numbered: readonly FoundValue[], expected: number) {
  const isOther = ({ words }: FoundValue) =>
    !labeled.some((known) => known.value !== null && known.words.some((word) => words.includes(word)));
  const all = [...labeled.filter(({ value }) => value !== null), ...numbered.filter(isOther)];
  const agrees = numbered.length === 0 || isSame(labeled, numbered);
  return toList('insurers', inRows(all), Math.max(2, expected)).map((list) => ({
    ...list,
    sure: list.sure && agrees,
  }));
}

const inRows = (found: readonly FoundValue[]): FoundValue[] =>
  found.toSorted((one, other) => around(one.words).y - around(other.words).y);

/** @param expected the number of policies on the page */
function toList(field: CertificateField, found: readonly FoundValue[], expected: number) {
  const values = found.flatMap(({ value }) => value ?? []);
  if (values.length === 0) return [];
  return [{ field, value: [...new Set(values)].join(', '), ...whole(found, expected) }];
}

/** Where one number has a dash after its letters and another has none, recognition may have lost a dash. */
function lacksDash(numbers: readonly FoundValue[]): boolean {
  if (numbers.every(({ words }) => words.every(({ confidence }) => confidence === 1))) return false;
  const isLike = (pattern: RegExp) => numbers.some(({ value }) => pattern.test(value ?? ''));
  return isLike(/^[A-Z]+-\d/) && isLike(/^[A-Z]+\d/);
}

/** The first or last of the days found; a missing day might be earlier or later. */
function toDay(
  field: CertificateField,
  { found, agrees }: { found: readonly FoundValue[]; agrees: boolean },
  expected: number,
  position: 0 | -1,
) {
  const value = found
    .flatMap(({ value: day }) => day ?? [])
    .toSorted()
    .at(position);
  if (value === undefined) return [];
  const all = whole(found, expected);
  return [{ field, value, ...all, sure: all.sure && agrees }];
}

function whole(found: readonly FoundValue[], expected: number) {
  const words = found.flatMap((one) => one.words);
  const partial = countRead(found) < expected;
  const sure = !partial && isSure(words) && found.every(({ value }) => value !== null);
  return { sure, box: around(words), words, partial };
}

const countRead = (found: readonly FoundValue[]): number =>
  found.filter(({ value }) => value !== null).length;
