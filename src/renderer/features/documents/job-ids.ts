/**
 * The job IDs in a pasted text: one a line, or with commas, semicolons, tabs or spaces between them, as they come out of a
 * list or a table. Each counts once; what is no ID is kept, so that it can be answered.
 */
export function idsIn(text: string): string[] {
  const parts = text
    .split(/[\s,;]+/)
    .map((part) => part.replace(/^["'<({[]+|["'>)}\]]+$/g, ''))
    .filter((part) => part !== '');
  return [...new Map(parts.map((part) => [part.toLowerCase(), part])).values()];
}
