import type { ReactNode } from 'react';
import type { TableName } from '#shared/settings/lists.ts';
import { bindClasses } from '../class-names.ts';
import type { ChosenColumns } from '../stores/columns.ts';
import type { Exporting } from '../stores/export-file.ts';
import { FilterChips, type OtherFilter } from './column-filters.tsx';
import { ExportState } from './export-menu.tsx';
import styles from './list-notices.module.css';
import { Problem } from './message-block.tsx';

const cls = bindClasses(styles);

/** What is said above a list: what is under way, what could not be done. Takes no room where nothing is. */
export function Notices({ children }: { children: ReactNode }) {
  return <div className={`${cls('notices')} stack fixed gap-8`}>{children}</div>;
}

/** What is said above a table of the app: what it is narrowed by, and why its columns could not be kept. */
export function ListNotices({
  list,
  others,
  chosen,
  exporting,
  children,
}: {
  list: TableName;
  others?: readonly OtherFilter[];
  chosen: Pick<ChosenColumns<{ id: string }>, 'error'>;
  exporting?: Exporting;
  children?: ReactNode;
}) {
  return (
    <Notices>
      <FilterChips list={list} others={others} />
      {children}
      {exporting === undefined ? null : <ExportState exporting={exporting} />}
      <Problem title="The columns could not be saved." error={chosen.error} />
    </Notices>
  );
}
