import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import { parseSync } from 'vite';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

const src = join(import.meta.dirname, '..', '..', 'src');

interface Expression {
  source: string;
  flags: string;
}

/**
 * Expressions that take square time on a text that cannot be long, each with the reason. What other people write (answers, files,
 * lists, links, pages) never belongs here.
 */
const boundedByConstruction: ReadonlyMap<string, string> = new Map([
  ['main/service-client/echoed-token.ts /=+$/', 'Base64 of the token, which ends with two signs at most'],
  ['main/service-client/transport.ts /\\/+$/', 'the address of the workspace, checked when it is saved'],
  [
    'shared/base/dates.ts /^(?:t|,?\\s+(?:at\\s+)?)(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:[.,](?<fraction>\\d{1,9}))?)?\\s*(?<half>[ap]\\.?m\\.?)?\\s*(?<zone>z|(?:utc|gmt)?[+-]\\d{2}(?::?\\d{2})?|utc|gmt)?(?:\\s*\\([^()]{1,60}\\))?$/i',
    'the rest of a date of at most 100 characters',
  ],
]);

/** Files in which each `new RegExp` is made within a function, with what it is made of. */
const madeLater: ReadonlyMap<string, string> = new Map([
  ['main/network/tunnels.ts', 'the name of a sign-in scheme of our own, between single characters'],
  ['shared/ocr/labeled-fields.ts', 'expressions of the rules, which are literals, with other flags'],
  ['shared/ocr/page-labels.ts', 'expressions of the rules, which are literals, with other flags'],
]);

const literal = z.object({ regex: z.object({ pattern: z.string(), flags: z.string() }) });
const made = z.object({ callee: z.object({ type: z.literal('Identifier'), name: z.literal('RegExp') }) });

/** The literals of a file, and whether it also makes expressions of texts. */
function expressionsIn(file: string, text: string): { literals: Expression[]; makes: boolean } {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed.`);
  const literals: Expression[] = [];
  let makes = false;
  JSON.stringify(program, (_key, value: unknown) => {
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null) return value;
    const found = 'regex' in value ? literal.safeParse(value).data : undefined;
    if (found !== undefined) literals.push({ source: found.regex.pattern, flags: found.regex.flags });
    makes ||= 'callee' in value && made.safeParse(value).success;
    return value;
  });
  return { literals, makes };
}

/** The expressions that a file makes of texts while it is loaded. */
async function expressionsMade(file: string): Promise<Expression[]> {
  const found: Expression[] = [];
  class Recorded extends RegExp {
    constructor(pattern: RegExp | string, flags?: string) {
      super(pattern, flags);
      found.push({ source: this.source, flags: this.flags });
    }
  }
  vi.stubGlobal('RegExp', Recorded);
  try {
    await import(`${join(src, file)}?expressions`);
  } finally {
    vi.unstubAllGlobals();
  }
  return found;
}

/** What makes the time of an expression grow faster than the text that it is applied to. */
function superLinearParts({ source, flags }: Expression): string[] {
  const { reports } = analyse(
    { source, flags },
    { reportTypes: { Move: true, Self: true, Trade: true }, assumeRejectingSuffix: false },
  );
  return reports.map(({ type, character }) => `${type} at ${character.literal.source}`);
}

describe('a regular expression in src', () => {
  it('takes no more than linear time on a text that somebody else wrote', async () => {
    const found: string[] = [];
    for (const file of globSync('**/*.{ts,tsx}', { cwd: src }).sort()) {
      const { literals, makes } = expressionsIn(file, readFileSync(join(src, file), 'utf8'));
      const recorded = makes && !madeLater.has(file) ? await expressionsMade(file) : [];
      if (makes && !madeLater.has(file)) expect(recorded, file).not.toEqual([]);
      for (const expression of [...literals, ...recorded]) {
        const parts = superLinearParts(expression);
        if (parts.length > 0) found.push(`${file} /${expression.source}/${expression.flags}`);
      }
    }
    expect(new Set(found)).toEqual(new Set(boundedByConstruction.keys()));
  });

  it.each([
    ['from every place to the end', { source: '\\([^)]*\\)', flags: 'g' }],
    ['at the end of a text', { source: '\\s+$', flags: '' }],
    ['between two quantifiers', { source: '^\\s*,?\\s*$', flags: '' }],
    ['within itself', { source: '^(a+)+$', flags: '' }],
  ])('is found where it is not linear: %s', (_where, expression) => {
    expect(superLinearParts(expression)).not.toEqual([]);
  });

  it('is found in a file as a literal and as made of a text', () => {
    expect(expressionsIn('a.ts', 'const a = /b+$/g; const c = () => /d/;')).toEqual({
      literals: [
        { source: 'b+$', flags: 'g' },
        { source: 'd', flags: '' },
      ],
      makes: false,
    });
    expect(expressionsIn('a.ts', "const a = new RegExp('b');").makes).toBe(true);
    expect(expressionsIn('a.ts', "const a = RegExp('b');").makes).toBe(true);
  });
});
