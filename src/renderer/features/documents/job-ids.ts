import { documentOfLink } from '#shared/service/app-link.ts';
import { isUuid, vendorIdProblem } from '#shared/service/operations.ts';
import { trimCharacters } from '#shared/base/fold-text.ts';

interface NamedJob {
  id: string;
  vendorId: string | null;
}

/** The first line of {@link textOfJobs}; {@link jobsIn} finds the vendors by it. */
const headings = 'Job,Vendor';

/** Reads each job once from pasted text: IDs, links, or `job,vendor` lines. Text that is no ID is kept and reported. */
export function jobsIn(text: string): NamedJob[] {
  const { columns, lines } = getTable(text);
  return once(lines.flatMap((line) => jobsOfLine(line, columns)));
}

/** Reads each job in a file once, and counts lines without one, except empty lines and headings. */
export function jobsInFile(text: string): { jobs: NamedJob[]; without: number } {
  const { columns, lines } = getTable(text);
  const found = lines.map((line) => jobsOfLine(line, columns).filter(({ id }) => isUuid(id)));
  const headed = columns === 'none named' || typeof columns === 'number';
  const without = found.filter((inLine, index) => inLine.length === 0 && (headed || index > 0)).length;
  return { jobs: once(found.flat()).map((job) => ({ ...job, id: job.id.toLowerCase() })), without };
}

/** The jobs as a text that {@link jobsIn} reads as the same. */
export function textOfJobs(jobs: readonly NamedJob[]): string {
  const named = jobs.some(({ vendorId }) => vendorId !== null);
  const lines = jobs.map(({ id, vendorId }) => (vendorId === null ? id : `${id},${quoted(vendorId)}`));
  return (named ? [headings, ...lines] : lines).join('\n');
}

/** Where the vendors are: in a column, in none although there are headings, or as in `job,vendor`. */
type Columns = number | 'none named' | 'no headings';

function getTable(text: string): { columns: Columns; lines: string[] } {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '');
  const [first = '', ...rest] = lines;
  const heads = getCells(first).map((cell) => cell.toLowerCase().replaceAll(/[\s_-]/g, ''));
  const column = heads.findIndex((head) => /^vendor(id|no|number)?$/.test(head));
  if (idsIn(first).some(isUuid)) return { columns: 'no headings', lines };
  if (column !== -1) return { columns: column, lines: rest };
  const known = heads.some((head) => /^(job|document)(id|no|number)?$/.test(head));
  return known && heads.length > 1
    ? { columns: 'none named', lines: rest }
    : { columns: 'no headings', lines };
}

function jobsOfLine(line: string, columns: Columns): NamedJob[] {
  const cells = getCells(line);
  if (typeof columns === 'number') {
    const vendorId = cells[columns] ?? '';
    const others = cells.filter((_, index) => index !== columns).join('\n');
    return idsIn(others).map((id) => ({ id, vendorId: vendorId === '' ? null : vendorId }));
  }
  const [job = '', vendorId = '', ...more] = cells;
  const [id, ...others] = idsIn(job);
  const named = columns === 'no headings' && more.length === 0 && others.length === 0;
  if (named && id !== undefined && isUuid(id) && mayBeVendor(vendorId)) return [{ id, vendorId }];
  return idsIn(line).map((one) => ({ id: one, vendorId: null }));
}

/** Whether a cell beside a job can be a vendor ID: not a job, form type or file. */
function mayBeVendor(cell: string): boolean {
  const formOrFile = /^w-?\d+[a-z-]*$|\.[a-z]{2,4}$/i;
  if (!/\d/.test(cell) || /\s/.test(cell) || formOrFile.test(cell)) return false;
  return documentOfLink(cell) === null && !isUuid(cell) && vendorIdProblem(cell) === null;
}

function once(jobs: readonly NamedJob[]): NamedJob[] {
  const found = new Map<string, NamedJob>();
  for (const { id, vendorId } of jobs) {
    const key = id.toLowerCase();
    found.set(key, { id, vendorId: vendorId ?? found.get(key)?.vendorId ?? null });
  }
  return [...found.values()];
}

function getCells(line: string): string[] {
  const cells = line.match(/(?:^|[,;\t])(?:[^\S\t]*"(?:[^"]|"")*"[^,;\t]*|[^,;\t]*)/g) ?? [];
  return cells.map((cell) => unquoted(cell.replace(/^[,;\t]/, '').trim()));
}

function unquoted(cell: string): string {
  const inside = /^"((?:[^"]|"")*)"$/.exec(cell)?.[1];
  return inside === undefined ? cell : inside.replaceAll('""', '"').trim();
}

const quoted = (cell: string): string => (/[",;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const idsIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((part) => trimCharacters(part, `"'<({[`, `"'>)}]`))
    .filter((part) => part !== '')
    .map((part) => documentOfLink(part) ?? part);
