import { useEffect, type DragEvent } from 'react';
import type { ImportStatus } from '#shared/ipc/imports.ts';
import { Page, PageHeader } from '../../components/page.tsx';
import { useOffline } from '../../stores/sync.ts';
import { ColumnsPanel } from './columns-panel.tsx';
import { DropArea } from './drop-area.tsx';
import { FileChip } from './file-chip.tsx';
import { ImportFoot } from './import-foot.tsx';
import { ImportProgress } from './import-progress.tsx';
import { followImport, sendFile, useImport } from './import-store.ts';
import { RowsPanel } from './rows-panel.tsx';
import styles from './import-screen.module.css';
import { classesOf } from '../../class-names.ts';

const cls = classesOf(styles);

/** Inviting many from a list: the file, its columns, its rows, and one button that queues all that are ready. */
export function ImportScreen() {
  const { kind, status, sending } = useImport();
  const offline = useOffline();
  useEffect(() => followImport(), []);
  // A file that another window was handing over will not come any more.
  const cutShort = status?.phase.kind === 'receiving' && !sending;
  return (
    <Page>
      <PageHeader
        title="Import list"
        parent={{ label: 'Invites', target: { screen: 'invites' } }}
        {...(status === null || cutShort ? {} : { subtitle: <FileChip status={status} /> })}
        actions={
          offline ? (
            <span className={cls('offline')}>Queued invites will wait here until the network is back.</span>
          ) : null
        }
        ruled
      />
      <div
        role="presentation"
        className={cls('place')}
        onDragOver={(event) => event.preventDefault()}
        onDrop={take}
      >
        {kind === 'asking' ? null : status === null || cutShort ? (
          <DropArea cutShort={cutShort} />
        ) : (
          <Open status={status} />
        )}
      </div>
    </Page>
  );
}

/** A file may be dropped anywhere here, also on the rows of the one before. */
function take(event: DragEvent): void {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file !== undefined) void sendFile(file);
}

function Open({ status }: { status: ImportStatus }) {
  const { phase } = status;
  switch (phase.kind) {
    case 'receiving':
    case 'reading':
      return <ImportProgress status={status} />;
    case 'failed':
      return <DropArea failure={phase.message} />;
    case 'checking':
    case 'queueing':
    case 'ready':
      return (
        <>
          <div className={cls('columns')}>
            <ColumnsPanel key={status.importId} status={status} />
            {phase.kind === 'ready' ? <RowsPanel status={status} /> : <ImportProgress status={status} />}
          </div>
          <ImportFoot status={status} />
        </>
      );
  }
}
