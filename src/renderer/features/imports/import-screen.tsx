import { useEffect, type DragEvent } from 'react';
import type { ListKind } from '#shared/imports/import-fields.ts';
import type { ImportStatus } from '#shared/ipc/imports.ts';
import { queueHold } from '#shared/words/queue-hold.ts';
import { Page, PageHeader } from '../../components/page.tsx';
import { focusPageHeading, isFocusIdle } from '../../components/page-heading.tsx';
import { useCondition } from '../../stores/sync.ts';
import { clockTime } from '../../time.ts';
import { ColumnsPanel } from './columns-panel.tsx';
import { DropArea } from './drop-area.tsx';
import { FileChip } from './file-chip.tsx';
import { ImportFoot } from './import-foot.tsx';
import { ImportProgress } from './import-progress.tsx';
import { followImport, sendFile, useImport } from './import-store.ts';
import { listLabels } from './list-labels.ts';
import { RowsPanel } from './rows-panel.tsx';
import styles from './import-screen.module.css';
import { bindClasses } from '../../class-names.ts';

const cls = bindClasses(styles);

/** Imports invites or licenses from a list: its file, columns and rows, and one button that queues ready rows. */
export function ImportScreen({ list }: { list: ListKind }) {
  const { kind, status: open, sending } = useImport();
  const words = listLabels[list];
  const status = open?.list === list ? open : null;
  const hold = queueHold(useCondition(), clockTime);
  useEffect(() => followImport(), []);
  // The button that chose or closed the file is gone with its step.
  useEffect(() => {
    if (isFocusIdle()) focusPageHeading();
  }, [status?.phase.kind]);
  // A file that another window was handing over will not come any more.
  const cutShort = status?.phase.kind === 'receiving' && !sending;
  return (
    <Page>
      <PageHeader
        title={words.title}
        parent={words.parent}
        {...(status === null || cutShort ? {} : { subtitle: <FileChip status={status} /> })}
        actions={
          hold === null ? null : (
            <span className="quiet-note">
              Queued {words.many} are saved here and sent {hold.until}.
            </span>
          )
        }
        ruled
      />
      <div
        role="presentation"
        className="whole-room"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => take(event, list)}
      >
        {kind === 'asking' ? null : status === null || cutShort ? (
          <DropArea list={list} cutShort={cutShort} other={status === null ? open : null} />
        ) : (
          <Open status={status} />
        )}
      </div>
    </Page>
  );
}

/** A file may be dropped anywhere here, also on the rows of the one before. */
function take(event: DragEvent, list: ListKind): void {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file !== undefined) void sendFile(file, list);
}

function Open({ status }: { status: ImportStatus }) {
  const { phase } = status;
  switch (phase.kind) {
    case 'receiving':
    case 'reading':
      return <ImportProgress status={status} />;
    case 'failed':
      return <DropArea list={status.list} failure={phase.message} />;
    case 'checking':
    case 'queueing':
    case 'ready':
      return (
        <>
          <div className={`${cls('columns')} grow`}>
            <ColumnsPanel key={status.importId} status={status} />
            {phase.kind === 'ready' ? <RowsPanel status={status} /> : <ImportProgress status={status} />}
          </div>
          <ImportFoot status={status} />
        </>
      );
  }
}
