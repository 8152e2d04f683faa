/** How a person is addressed before the name. */
const titles = /^(?:mr|mrs|ms|miss|mx|dr|prof|sir|hon|rev|fr|capt|lt|sgt|ing|eng)\.?$/i;
/** What stands behind a name without being of it: generations, degrees, licenses; the short ones in capitals alone. */
const suffixes =
  /^(?:[jJ][rR]|[sS][rR]|I{2,3}|IV|V|[eE]sq|CPA|PE|P\.E|SE|RA|AIA|LEED(?:[ -]AP)?|[pP]h\.?[dD]|MD|M\.D|DDS|JD|J\.D|MBA|RN|CFA|CPCU|CPM|PMP|CSP|CES|CCM|CFM|BSc|MSc)\.?$/;
/** Words before a family name that are of it. */
const particles = /^(?:van|von|der|den|de|del|della|di|da|dos|das|du|la|le|ter|ten|al|el|bin|ibn|st\.?)$/i;

/** Words of companies, and of the parts of one, that no person is called by. */
const companyWords =
  /(?:^|[\s,.(])(?:llc|l\.l\.c|llp|lp|inc|incorporated|corp|corporation|co|company|ltd|limited|plc|gmbh|ag|s\.?a|pllc|pc|p\.c|dba|group|holdings|enterprises?|partners|associates|services?|solutions|systems|industries|contractors?|contracting|construction|builders?|roofing|plumbing|electric(?:al)?|mechanical|hvac|paving|painting|landscaping|restoration|insurance|properties|management|supply|concrete|drywall|tile|flooring|fenc(?:e|ing)|glass|doors?|masonry|welding|cleaning|janitorial|security|pest|elevators?|design|engineering|&|and sons|bros)(?=$|[\s,.)])/i;
const departments =
  /(?:^|\s)(?:accounts?|payables?|receivables?|accounting|billing|invoices?|department|dept|office|reception|front desk|team|staff|admin(?:istration)?|sales|support|dispatch|customer|compliance|hr|owner|president|estimator|manager|to whom|same as|see notes?|as above)(?=$|\s)/i;

/** Whether a name is that of a company rather than a person. */
export function looksLikeCompany(name: string): boolean {
  return companyWords.test(name);
}

/** A person's name in its two parts; of a single word the first alone. */
export interface PersonName {
  firstName: string;
  lastName: string;
}

/**
 * Splits the whole name of a person: `Marsh, Ada` and `Ada Marsh, CPA` as they are meant, without title and suffix. The
 * last word is the family name, with the words before it that belong to one. Null where it is not clear that this is one
 * person's name.
 */
export function splitName(whole: string): PersonName | null {
  const text = whole.trim().replace(/\s+/g, ' ');
  if (
    looksLikeCompany(text) ||
    departments.test(text) ||
    /[\d@/;&()|*+?"“”]|\s[-–—]|\b(?:and|or)\b/i.test(text)
  )
    return null;
  const parts = text.split(',').map((part) => part.trim());
  while (parts.length > 1 && suffixes.test(parts.at(-1) ?? '')) parts.pop();
  const [before = '', after, ...more] = parts;
  if (more.length > 0 || after === '') return null;
  // `Ann Ray, Bo Lee` are two, and `Ann Ray, Foreman` is no family name.
  if (after !== undefined && before.includes(' ') && !particles.test(before.split(' ')[0] ?? '')) return null;
  if (after !== undefined) return { firstName: bare(after).join(' '), lastName: bare(before).join(' ') };
  const words = bare(before);
  if (words.length < 2) return words.length === 0 ? null : { firstName: words.join(' '), lastName: '' };
  let from = words.length - 1;
  while (from > 1 && particles.test(words[from - 1] ?? '')) from -= 1;
  return { firstName: words.slice(0, from).join(' '), lastName: words.slice(from).join(' ') };
}

/** The words of a name without titles before and suffixes behind it. */
function bare(name: string): string[] {
  const words = name.split(' ').filter((word) => word !== '');
  while (words.length > 1 && titles.test(words[0] ?? '')) words.shift();
  while (words.length > 1 && suffixes.test(words.at(-1) ?? '')) words.pop();
  return words;
}
