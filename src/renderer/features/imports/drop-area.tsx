import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ListKind } from '#shared/imports/import-fields.ts';
import type { ImportStatus } from '#shared/ipc/imports.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { Problem } from '../../components/problem.tsx';
import styles from './import-screen.module.css';
import { navigate } from '../../stores/navigation.ts';
import { saveText } from '../../stores/export-file.ts';
import { sendFile, useImport } from './import-store.ts';
import { listLabels } from './list-labels.ts';

const cls = bindClasses(styles);

/** Where a list is dropped or chosen; says why the last one could not be used. */
export function DropArea({
  list,
  failure = null,
  cutShort = false,
  other = null,
}: {
  list: ListKind;
  failure?: string | null;
  cutShort?: boolean;
  /** A list of another kind that is open. */
  other?: ImportStatus | null;
}) {
  const problem = useImport((store) => store.problem) ?? failure;
  const [over, setOver] = useState(false);

  return (
    <div className="scroller stack gap-16 padded-wide">
      <Problem title="This list can’t be imported." error={problem} />
      {cutShort ? (
        <MessageBlock tone="neu" live>
          This window was reloaded while the file was being read. Choose the file again.
        </MessageBlock>
      ) : null}
      {other === null ? null : (
        <MessageBlock
          tone="neu"
          title={`${other.fileName} is still open, and none of it is queued.`}
          actions={
            <Button onPress={() => navigate(listLabels[other.list].place)}>
              {`Continue with those ${listLabels[other.list].many}`}
            </Button>
          }
        >
          One list is open at a time. Choosing a file here closes it.
        </MessageBlock>
      )}
      <div
        className={`${cls('drop', over && 'over')} subtle centered grows row gap-8`}
        onDragOver={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
      >
        <Icon of={FileUp} size={20} />
        <p className={`${cls('dropTitle')} bold`}>Drop a spreadsheet or a CSV file, or choose one</p>
        <p className="quiet">Every row is checked here before anything is queued.</p>
        <ChooseFile list={list} />
        <Button
          variant="link"
          size="small"
          onPress={() => saveText({ ...listLabels[list].example, contentType: 'text/csv' })}
        >
          Save an example file
        </Button>
      </div>
    </div>
  );
}

/** The button that opens the system's own dialog for a file. */
export function ChooseFile({
  list,
  label = 'Choose a file',
  link = false,
}: {
  list: ListKind;
  label?: string;
  link?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant={link ? 'link' : 'primary'}
        {...(link ? { size: 'small' as const } : {})}
        onPress={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="List to import"
        accept=".csv,.txt,.tsv,.xlsx,.xlsm,.xlsb,.xls,.ods,.numbers,.htm,.html,.xml,text/csv"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file !== undefined) void sendFile(file, list);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
