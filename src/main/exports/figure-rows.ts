import { figureTitles, toFigureTable, type FigureId } from '#shared/figures.ts';
import { readFigures } from '../workspace/figures.ts';
import type { ListRows } from './cells.ts';

/** The table behind a figure, as of now. */
export async function figureRows(
  workspace: Parameters<typeof readFigures>[0],
  figure: FigureId,
): Promise<ListRows> {
  const { head, rows } = toFigureTable(figure, await readFigures(workspace));
  return {
    name: figureTitles[figure].replaceAll(',', ''),
    head,
    page: () => ({ rows, next: null, total: rows.length }),
  };
}
