/** As deep as an answer of the service is read; no form has anything near it. */
const maxDepth = 64;

/** Why a value can't be stored as JSON, in a sentence: lone surrogates or infinite numbers (RFC 8259, 6 and 8.2). */
export function unfitInput(input: unknown): string | null {
  const left: { value: unknown; depth: number }[] = [{ value: input, depth: 0 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string' && !value.isWellFormed()) return halfCharacter;
    if (typeof value === 'number' && !Number.isFinite(value))
      return 'A number here is too large to be sent. Write it with fewer digits.';
    if (typeof value !== 'object' || value === null) continue;
    if (depth === maxDepth)
      return `This entry is nested more than ${maxDepth} levels deep, and Gangway can’t send it. Remove some levels.`;
    for (const [name, member] of Object.entries(value)) {
      if (!name.isWellFormed()) return halfCharacter;
      left.push({ value: member, depth: depth + 1 });
    }
  }
  return null;
}

const halfCharacter = 'One character here is incomplete and can’t be sent. Type the text again.';
