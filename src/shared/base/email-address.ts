import { listPairs } from './fold-text.ts';

/** What is before @ in the HTML standard's grammar, with the letters of all languages (RFC 6531); what is between dots after it. */
const localLetter = /[^\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]/u;
const domainLetter = /[^\p{L}\p{M}\p{N}.-]/u;
const latin = /\p{Script=Latin}/u;
const likeLatin = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
/** Endings that no address has, and that are slips for those that many have. */
const slips = new Map(
  listPairs(
    'con: com, cmo: com, ocm: com, comm: com, cim: com, vom: com, xom: com, c0m: com, nte: net, ogr: org',
  ),
);

/** The ending that an address most likely means where no address has its own; undefined for any other. */
export const meantEnding = (domain: string): string | undefined =>
  slips.get(domain.slice(domain.lastIndexOf('.') + 1).toLowerCase());

export function emailProblem(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  if (/^mailto:/i.test(text)) return 'Enter only the address, without mailto:.';
  const needsAt = 'An email address needs an @, as in name@company.com.';
  if (!text.includes('@')) return needsAt;
  const hasBrackets = /[<>]/.test(text);
  const hasSeveral = text.split('@').length > 2;
  if (/[,;]/.test(text) && (hasSeveral || !hasBrackets))
    return 'Enter one address. Invite each vendor separately.';
  if (hasBrackets) return 'Enter only the address, without the name and the angle brackets.';
  if (/\s/.test(text)) return 'Remove the space inside the address.';
  if (text.includes(':')) return 'An email address has no colon. Remove it.';
  const [name = '', domain, ...more] = text.split('@');
  if (domain === undefined) return needsAt;
  if (more.length > 0) return 'There is more than one @. Keep one.';
  if (name === '') return 'The part before @ is missing.';
  if (domain === '') return 'The part after @ is missing.';
  if (name.includes('..')) return 'Two dots in a row. Check the part before @.';
  if (domain.includes('..')) return 'Two dots in a row. Check the part after @.';
  if (name.startsWith('.') || name.endsWith('.'))
    return 'The part before @ begins or ends with a dot. Remove it.';
  if (/^[.-]|[.-]$/.test(domain)) return 'The part after @ begins or ends with a dot or a hyphen. Remove it.';
  if (!domain.includes('.')) return 'The part after @ needs a dot, as in company.com.';
  const stray = localLetter.exec(name)?.[0] ?? domainLetter.exec(domain)?.[0];
  if (stray !== undefined) return `An email address has no ${stray}. Remove it.`;
  if ([name, ...domain.split('.')].some((part) => latin.test(part) && likeLatin.test(part)))
    return 'One letter is from another alphabet. Enter the address again.';
  const ending = meantEnding(domain);
  if (ending !== undefined)
    return `No address ends in ${domain.slice(domain.lastIndexOf('.'))}. Did you mean .${ending}?`;
  if (/\.\d+$/.test(domain)) return 'The part after @ ends in digits. Check it.';
  return null;
}
