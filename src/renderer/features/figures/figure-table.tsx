import type { FigureTable } from '#shared/onboarding/figures.ts';
import { bindClasses } from '../../class-names.ts';
import styles from './figures-screen.module.css';

const cls = bindClasses(styles);

/** The table behind a chart. */
export function FigureTableView({ table: { head, rows }, title }: { table: FigureTable; title: string }) {
  return (
    <table className={`${cls('table')} whole-width`}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          {head.map((label, column) => (
            <th key={label} scope="col" className={cls(typeof rows[0]?.[column] === 'number' && 'number')}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells.join('\n')}>
            {cells.map((cell, column) =>
              typeof cell === 'number' ? (
                <td key={head[column]} className={cls('number')}>
                  {cell.toLocaleString('en-US')}
                </td>
              ) : (
                <th key={head[column]} scope="row">
                  {cell}
                </th>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
