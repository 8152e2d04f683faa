import type { ImportStatus } from '#shared/ipc/imports.ts';
import { Select } from '../../components/select.tsx';

const none = 'none';

/** Which row of the file holds the headings, and that the rows above it are left out. */
export function HeadingsRow({
  status: { headingsRow, topRows },
  disabled,
  onChoose,
}: {
  status: Pick<ImportStatus, 'headingsRow' | 'topRows'>;
  disabled: boolean;
  /** Another row's headings tell again what the columns are; without any, the columns stay what they are. */
  onChoose: (change: { headingsRow: number; fields: undefined } | { headingsRow: null }) => void;
}) {
  return (
    <Select
      label="Header row"
      value={headingsRow === null ? none : String(headingsRow)}
      disabled={disabled}
      hint={leftOutMessage(headingsRow, topRows)}
      choices={[
        ...topRows.map(({ row, text }) => ({ value: String(row), label: `Row ${row}: ${text}` })),
        { value: none, label: 'No row' },
      ]}
      onChange={(value) =>
        onChoose(value === none ? { headingsRow: null } : { headingsRow: Number(value), fields: undefined })
      }
    />
  );
}

function leftOutMessage(headingsRow: number | null, topRows: ImportStatus['topRows']): string | undefined {
  if (headingsRow === null) return 'Every row is imported, including the first.';
  const above = topRows.filter(({ row }) => row < headingsRow).map(({ row }) => row);
  const [first] = above;
  const last = above.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (first === last) return `Row ${first} skipped.`;
  return `Rows ${first} to ${last} skipped.`;
}
