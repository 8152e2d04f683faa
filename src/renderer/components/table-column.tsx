import type { ReactNode } from 'react';
import { ownMember } from '#shared/base/own-member.ts';
import {
  listColumns,
  shownMember,
  type ColumnOf,
  type ShownRow,
  type TableName,
} from '#shared/settings/lists.ts';
import { YesNo } from './fact-list.tsx';
import { ServiceWord, Verbatim } from './service-word.tsx';
import { TimeText } from './time-text.tsx';

/** A column: its head, its share of the width as a CSS grid track, and what a cell shows. */
export interface Column<Row> {
  id: string;
  header: ReactNode;
  width: string;
  /** `end` for figures that are compared; not for times. */
  align?: 'start' | 'end';
  /** Null shows an en dash. Text is truncated, with a tooltip. */
  cell: (row: Row) => ReactNode;
  /** Spoken for a head that shows nothing. */
  spoken?: string;
  sortable?: boolean;
  /** The content always fits, which saves the cost of truncating each cell. */
  fits?: boolean;
}

/** How a screen draws a column of a list: always its width; a head or a cell where label and member do not do. */
type Look<Row> = Omit<Partial<Column<Row>>, 'id'> & Pick<Column<Row>, 'width'>;

export type ColumnLooks<List extends TableName, Row> = Record<ColumnOf<List>, Look<Row>>;

/**
 * Columns of a list in the order of `looks`, with the labels and members of {@link listColumns}.
 * @param getShown what the columns show a member of; null where there is nothing
 */
export function tableColumns<List extends TableName, Row>(
  list: List,
  getShown: (row: Row) => ShownRow<List> | null,
  looks: Partial<ColumnLooks<List, Row>>,
): Column<Row>[] {
  const labels: Readonly<Partial<Record<string, { label: string }>>> = listColumns[list];
  return Object.entries<Look<Row> | undefined>(looks).flatMap(([id, look]) =>
    look === undefined
      ? []
      : [
          {
            id,
            header: ownMember(labels, id)?.label,
            cell: (row: Row) => memberCell(shownMember(list, id, getShown(row))),
            ...look,
          },
        ],
  );
}

/** The text that names a row, in full in its tooltip; null without one. */
export const nameCell = (text: string | null): ReactNode =>
  text === null || text === '' ? null : (
    <span className="medium" title={text}>
      {text}
    </span>
  );

function memberCell(shown: ReturnType<typeof shownMember>): ReactNode {
  const { value, as } = shown ?? { value: null, as: 'text' };
  if (as === 'yes-no') return <YesNo value={typeof value === 'boolean' ? value : null} />;
  const text = typeof value === 'object' ? (value?.join(', ') ?? '') : String(value);
  if (text === '') return null;
  switch (as) {
    case 'word':
      return <ServiceWord word={text} />;
    case 'id':
      return <Verbatim>{text}</Verbatim>;
    case 'time':
      return <TimeText at={Number(value)} />;
    case 'text':
    case 'texts':
      return text;
  }
}
