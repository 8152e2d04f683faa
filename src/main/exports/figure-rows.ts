import { figureTitles, toFigureTable, type FigureId } from '#shared/figures.ts';
import { readFigures } from '../workspace/figures.ts';
import type { ListRows } from './cells.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The table behind a figure, as of now. */
export async function figureRows(workspace: Workspace, figure: FigureId): Promise<ListRows> {
  const { head, rows } = toFigureTable(figure, await readFigures(workspace));
  return {
    name: figureTitles[figure].replaceAll(',', ''),
    head,
    page: () => ({ rows, next: null, total: rows.length }),
  };
}
