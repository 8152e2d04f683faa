/** The `t` of a cell: `s` refers to a shared text, `d` is a date text, `n` a number; others are as they stand. */
export type CellKind = string;

/** Number formats of the standard that show a number as a date (ECMA-376, 18.8.30). */
const builtInDates = new Set([14, 15, 16, 17, 22, 27, 30, 36, 50, 57]);

/** Which cell styles show numbers as dates, from the formats of `styles.xml`. */
export function dateStyles(
  formats: ReadonlyMap<number, string>,
  cellFormats: readonly number[],
): ReadonlySet<number> {
  const found = new Set<number>();
  cellFormats.forEach((format, style) => {
    const code = formats.get(format);
    if (code === undefined ? builtInDates.has(format) : isDateCode(code)) found.add(style);
  });
  return found;
}

function isDateCode(code: string): boolean {
  const bare = code.replace(/"[^"]*"|\\.|\[[^[\]]*\]/g, '').toLowerCase();
  return /[yd]/.test(bare) && !/general|0|#/.test(bare);
}

/** The text that a cell shows, near enough to be checked and sent. Dates are ISO 8601. */
export function cellText(
  kind: CellKind,
  value: string,
  meaning: { texts: readonly string[]; dates: ReadonlySet<number>; from1904: boolean },
  style: number,
): string {
  switch (kind) {
    case 's':
      return meaning.texts[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : value;
    case 'n': {
      if (value === '') return '';
      const number = Number(value);
      if (!Number.isFinite(number)) return value;
      return meaning.dates.has(style) ? dateText(number, meaning.from1904) : numberText(number);
    }
    default:
      return value;
  }
}

/** A number without an exponent, so that a telephone number or an ID stays what it is. */
function numberText(number: number): string {
  if (Number.isInteger(number) && Math.abs(number) < 1e21) return BigInt(number).toString();
  return String(Number(number.toPrecision(15)));
}

/** Days since the end of 1899, or since 1904, as a date; with a time where there is one. */
function dateText(days: number, from1904: boolean): string {
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const at = new Date(epoch + Math.round(days * 86_400) * 1000);
  if (Number.isNaN(at.getTime())) return String(days);
  const text = at.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
}
