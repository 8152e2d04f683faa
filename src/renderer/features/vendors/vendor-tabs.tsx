import { useState } from 'react';
import type { DocumentRow } from '#shared/ipc/documents.ts';
import type { VendorChange, FieldChange } from '#shared/ipc/vendors.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { bindClasses } from '../../class-names.ts';
import { DataTable, type DataTableProps } from '../../components/data-table.tsx';
import { nameCell, type Column, tableColumns } from '../../components/table-column.tsx';
import { EmptyState, LoadError } from '../../components/message-block.tsx';
import { OtherAnswers } from '../../components/kept-answer.tsx';
import { RawRecord } from '../../components/raw-record.tsx';
import { TabBar } from '../../components/tab-bar.tsx';
import { useLive } from '../../stores/live.ts';
import { navigate } from '../../stores/navigation.ts';
import styles from './vendor-page.module.css';
import { ServiceWord, Verbatim } from '../../components/service-word.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { defaultInviteColumns, inviteColumns as allInviteColumns } from '../invites/invite-columns.tsx';
import { ResultState } from '../verifications/result-state.tsx';
import { ExpiryDay } from '../verifications/verification-columns.tsx';
import { vendorFieldLabel } from '#shared/service/vendor-fields.ts';
import { isolated } from '#shared/base/foreign-text.ts';

const cls = bindClasses(styles);

const rowHeight = 38;
/** Up to so many rows the table is as high as its rows; longer ones scroll in themselves. */
const rowsAtOnce = 12;
const headHeight = 33;

const labels = {
  invites: 'Invites',
  verifications: 'Verifications',
  documents: 'Documents',
  changes: 'Changes',
  everything: 'Everything fetched',
};
const storedTabs = ['invites', 'verifications', 'documents'] as const;

interface VendorTabsProps {
  subject: string;
  /** The profile as it came; null where none was fetched. */
  body: string | null;
  changes: readonly VendorChange[] | null;
}

/** What else this computer knows of the vendor, and the profile as it came. */
export function VendorTabs({ subject, body, changes }: VendorTabsProps) {
  const [tab, setTab] = useState<keyof typeof labels>('invites');
  const live = useLive('vendors.related', { subject }, ['entries.changed', 'documents.changed']);
  const related = live.value;
  return (
    <section>
      <TabBar
        label="Vendor data on this computer"
        value={tab}
        onChange={setTab}
        tabs={(body === null ? storedTabs : ([...storedTabs, 'changes', 'everything'] as const)).map(
          (id) => ({
            id,
            label: labels[id],
            ...(id === 'everything' ? {} : { count: { ...related, changes }[id]?.length ?? null }),
          }),
        )}
        trailing={tab === 'everything' ? null : 'Newest first'}
      />
      {tab === 'everything' && body !== null ? (
        <div className={cls('raw')}>
          <RawRecord title="Everything fetched" record={body} open />
          <OtherAnswers
            question={{ kind: 'vendor', vendorId: subject }}
            changes={{ event: 'vendors.changed', id: subject }}
          />
        </div>
      ) : null}
      {tab === 'changes' && changes !== null ? <VendorChanges changes={changes} /> : null}
      {tab === 'everything' || tab === 'changes' ? null : (
        <LoadError title="This could not be read." of={live} within="padded-wide" />
      )}
      {related !== null && tab === 'invites' ? (
        <RelatedTable
          tab="invites"
          rows={related.invites}
          columns={inviteColumns}
          rowId={(row) => row.entryId}
          none="No invites sent."
          meaning="None were sent to this vendor from this computer."
        />
      ) : null}
      {related !== null && tab === 'verifications' ? (
        <RelatedTable
          tab="verifications"
          rows={related.verifications}
          columns={verificationColumns}
          rowId={(row) => row.entryId}
          none="No licenses verified."
          meaning="Submit a license for verification."
        />
      ) : null}
      {related !== null && tab === 'documents' ? (
        <RelatedTable
          tab="documents"
          rows={related.documents}
          columns={documentColumns}
          rowId={(row) => row.jobId}
          none="No documents looked up."
          meaning="Look one up by its job ID."
        />
      ) : null}
    </section>
  );
}

interface RelatedTableProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'rowId'> {
  tab: (typeof storedTabs)[number];
  rows: readonly Row[];
  none: string;
  meaning: string;
}

function RelatedTable<Row>({ tab, rows, none, meaning, ...table }: RelatedTableProps<Row>) {
  if (rows.length === 0) {
    return (
      <div className="padded-wide">
        <EmptyState title={none}>{meaning}</EmptyState>
      </div>
    );
  }
  return (
    <>
      <div className="stack" style={{ height: headHeight + Math.min(rows.length, rowsAtOnce) * rowHeight }}>
        <DataTable
          {...table}
          label={labels[tab]}
          lines={rows.map((row) => ({ kind: 'row', row }))}
          total={rows.length}
          rowHeight={rowHeight}
          onOpen={(row) => navigate({ screen: tab, path: [table.rowId(row)] })}
        />
      </div>
      <p className={`${cls('relatedFoot')} faint-note`}>
        Items sent or looked up from this computer. The service cannot list what others sent.
      </p>
    </>
  );
}

const inviteColumns = allInviteColumns.filter(
  ({ id }) => id !== 'company' && defaultInviteColumns.includes(id),
);

const verificationColumns: readonly Column<VerificationRow>[] = [
  ...tableColumns('verifications', (row: VerificationRow) => row, {
    number: { width: 'minmax(104px, 1fr)', cell: (row) => nameCell(row.licenseNumber) },
    trade: { width: 'minmax(80px, 1fr)' },
  }),
  { id: 'result', header: 'Result', width: '134px', cell: (row) => <ResultState row={row} /> },
  ...tableColumns('verifications', (row: VerificationRow) => row, {
    status: {
      header: 'Service status',
      width: 'minmax(120px, 1fr)',
      cell: (row) => <ServiceWord word={row.status} />,
    },
    expires: { width: '96px', cell: (row) => (row.expiryDate === null ? null : <ExpiryDay row={row} />) },
    checked: {
      header: 'Checked',
      width: '72px',
      cell: (row) => (row.watch?.lastAt == null ? null : <TimeText at={row.watch.lastAt} />),
    },
  }),
];

const documentColumns: readonly Column<DocumentRow>[] = [
  {
    id: 'type',
    header: 'Type',
    width: 'minmax(100px, 1fr)',
    cell: (row) => nameCell(row.documentType ?? 'Not provided'),
  },
  { id: 'name', header: 'Name on it', width: 'minmax(120px, 1.4fr)', cell: (row) => row.title },
  {
    id: 'score',
    header: 'Quality',
    width: '64px',
    align: 'end',
    cell: (row) => (row.overallScore === null ? null : String(row.overallScore)),
  },
  {
    id: 'status',
    header: 'Service status',
    width: 'minmax(120px, 1fr)',
    cell: (row) => <ServiceWord word={row.status} />,
  },
  {
    id: 'fetched',
    header: 'Fetched',
    width: '80px',
    cell: (row) => (row.fetchedAt === null ? null : <TimeText at={row.fetchedAt} />),
  },
];

/** What each fetch brought that the one before did not have, field by field, newest first. */
function VendorChanges({ changes }: { changes: readonly VendorChange[] }) {
  if (changes.length === 0) {
    return (
      <div className="padded-wide">
        <EmptyState title="Nothing changed yet.">
          When a later fetch finds different values, they appear here with the old ones.
        </EmptyState>
      </div>
    );
  }
  return (
    <ol className={`${cls('changes')} stack`}>
      {changes.map((change) => (
        <li key={change.at}>
          <h3 className="bold below-6 size-13">
            Fetched <TimeText at={change.at} form="detail" />
            <span className="faint regular">
              , before that <TimeText at={change.previousAt} form="detail" />
            </span>
          </h3>
          <table className={`${cls('table')} whole-width`}>
            <thead className="visually-hidden">
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Before</th>
                <th scope="col">Now</th>
              </tr>
            </thead>
            <tbody>
              {change.fields.map(({ path, before, after }) => (
                <tr key={JSON.stringify(path)}>
                  <th scope="row" className={`${cls('field')} quiet regular`}>
                    {vendorFieldLabel(path)}
                  </th>
                  <td className="faint">
                    <Side value={before} />
                  </td>
                  <td className="text">
                    <Side value={after} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </li>
      ))}
    </ol>
  );
}

function Side({ value }: { value: FieldChange['before'] }) {
  const text = valueText(value);
  return text === null ? <span className="faint">Not provided</span> : <Verbatim>{text}</Verbatim>;
}

/** A value in words; null where nothing was given. */
export function valueText(value: FieldChange['before']): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (value === true) return 'Yes';
  if (value === false) return 'No';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null)) {
    return value.length === 0 ? null : value.map((one) => isolated(String(one))).join(', ');
  }
  return JSON.stringify(value);
}

/** What a field was before the latest change, in words; null where that change left it as it was. */
export function wasBefore(latest: VendorChange | null, path: readonly string[]): string | null {
  const found = latest?.fields.find((field) => JSON.stringify(field.path) === JSON.stringify(path));
  return found === undefined ? null : (valueText(found.before) ?? 'not given');
}
