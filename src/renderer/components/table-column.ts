import type { ReactNode } from 'react';

/** A column: its head, its share of the width as a CSS grid track, and what a cell shows. */
export interface Column<Row> {
  id: string;
  header: ReactNode;
  width: string;
  /** Figures that are compared stand at the end; times do not. */
  align?: 'start' | 'end';
  /** An empty cell is an en dash: hand back null for it. Text is cut short with the whole of it in a tooltip. */
  cell: (row: Row) => ReactNode;
  /** What the head says to a screen reader where it shows nothing. */
  spoken?: string;
  /** Whether the table can be sorted by this column, where it can be sorted at all; it can unless told otherwise. */
  sortable?: boolean;
  /** What the cells show always fits, or sees to it itself: nothing has to be cut, which a browser pays for in each cell. */
  fits?: boolean;
}
