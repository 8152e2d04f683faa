import { documentOfLink } from '#shared/document-link.ts';
import { isUuid } from '#shared/service/operations.ts';

/**
 * The job IDs in a pasted text: one a line, or with commas, semicolons, tabs or spaces between them, as they come out of a
 * list or a table. A link to a document of Gangway stands for its ID. Each counts once; what is no ID is kept, so that it can be answered.
 */
export function idsIn(text: string): string[] {
  const parts = text
    .split(/[\s,;]+/)
    .map((part) => part.replace(/^["'<({[]+|["'>)}\]]+$/g, ''))
    .filter((part) => part !== '')
    .map((part) => documentOfLink(part) ?? part);
  return [...new Map(parts.map((part) => [part.toLowerCase(), part])).values()];
}

/**
 * The job IDs in a file of any columns, one or more a line, each once; and how many of its lines have none, not counting empty
 * ones and a first line of headings.
 */
export function idsInFile(text: string): { ids: string[]; without: number } {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const found = lines.map((line) => idsIn(line).filter(isUuid));
  const ids = [...new Set(found.flat().map((id) => id.toLowerCase()))];
  const without = found.filter((inLine, index) => inLine.length === 0 && index > 0).length;
  return { ids, without };
}
