const candidates = [',', ';', '\t', '|', '^', '~'] as const;
const sampleLines = 30;

/** Detects the delimiter that most lines have equally often outside quotes; a text without one has a single column. `declared` as in `sep=;`. */
export function detectDelimiter(beginning: string): { character: string; declared: boolean } {
  const declared = /^sep=(.)\r?\n/.exec(beginning)?.[1];
  if (declared !== undefined) return { character: declared, declared: true };
  const counts = candidates.map((character) => ({ character, lines: countsByLine(beginning, character) }));
  let best = { character: ',', score: 0 };
  for (const { character, lines } of counts) {
    const score = getScore(lines) * (1 - shareInProse(beginning, character) / 2);
    if (score > best.score) best = { character, score };
  }
  return { character: best.character, declared: false };
}

/** The share of a character's occurrences with a space after but none before. */
function shareInProse(text: string, character: string): number {
  const parts = text.split(character);
  const inProse = parts.slice(1).filter((part, at) => part.startsWith(' ') && !parts[at]?.endsWith(' '));
  return parts.length < 2 ? 0 : inProse.length / (parts.length - 1);
}

function countsByLine(text: string, character: string): number[] {
  const counts: number[] = [];
  let inQuotes = false;
  let count = 0;
  let length = 0;
  for (const one of text) {
    if (one === '"') inQuotes = !inQuotes;
    else if (one === '\n' && !inQuotes) {
      if (length > 0) counts.push(count);
      if (counts.length === sampleLines) return counts;
      count = 0;
      length = 0;
      continue;
    } else if (one === character && !inQuotes) count += 1;
    if (one !== '\r') length += 1;
  }
  if (length > 0 && counts.length === 0) counts.push(count);
  return counts;
}

function getScore(lines: readonly number[]): number {
  const times = new Map<number, number>();
  for (const count of lines) if (count > 0) times.set(count, (times.get(count) ?? 0) + 1);
  return Math.max(
    0,
    ...[...times].map(([count, alike]) => alike / lines.length + Math.min(count, 50) / 1000),
  );
}
