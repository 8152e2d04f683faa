/**
 * Why a text cannot be an email address, in a sentence that says what to look at; null where it can. Looks for slips of
 * typing only: whether the address exists, the service's own email tells. An empty text has no problem.
 */
export function emailProblem(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  if (/^mailto:/i.test(text)) return 'Enter the address alone, without mailto: before it.';
  if (text.split('@').length <= 2 && /[<>]/.test(text))
    return 'Enter the address alone, without the name and the angle brackets.';
  if (/[,;]/.test(text)) return 'Enter one address. Invite each vendor on its own.';
  if (/[<>]/.test(text)) return 'Enter the address alone, without the name and the angle brackets.';
  if (/\s/.test(text)) return 'Remove the space inside the address.';
  if (text.includes(':')) return 'An email address has no colon. Remove it.';
  const [name = '', domain, ...more] = text.split('@');
  if (domain === undefined) return 'An email address needs an @, as in name@company.com.';
  if (more.length > 0) return 'There is more than one @. Keep one.';
  if (name === '') return 'The part before @ is missing.';
  if (domain === '') return 'The part after @ is missing.';
  if (name.includes('..')) return 'Two dots in a row. Check the part before @.';
  if (domain.includes('..')) return 'Two dots in a row. Check the part after @.';
  if (name.startsWith('.') || name.endsWith('.'))
    return 'The part before @ begins or ends with a dot. Remove it.';
  if (/^[.-]|[.-]$/.test(domain)) return 'The part after @ begins or ends with a dot or a hyphen. Remove it.';
  if (!domain.includes('.')) return 'The part after @ needs a dot, as in company.com.';
  return null;
}
