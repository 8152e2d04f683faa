import { FileSpreadsheet, ListX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { pluralize, countText } from '#shared/base/pluralize.ts';
import type { ListKind } from '#shared/imports/import-fields.ts';
import type { ImportedList, ImportStatus } from '#shared/ipc/imports.ts';
import type { EntryKind } from '#shared/outbox/outbox.ts';
import { call } from '../../bridge.ts';
import { SmallButton } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { LoadError, Problem, Note } from '../../components/message-block.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useAction } from '../../stores/action.ts';
import { useLive, type Dependency } from '../../stores/live.ts';
import { useToasts } from '../../stores/toasts.ts';
import { followImport, useImport } from './import-store.ts';
import { listLabels, toListKind } from './list-labels.tsx';

const shownAtMost = 3;
/** Counts refresh once a second, as a list being sent changes often. */
const secondMs = 1000;
const anyEntry: readonly Dependency[] = ['entries.changed'];

/** Imported lists not fully sent, with undo. `batch`: that list alone, even if all sent. */
export function ImportedLists({ kind, batch = null }: { kind: EntryKind | null; batch?: number | null }) {
  const live = useLive('imports.lists', { batch }, anyEntry, secondMs);
  if (live.value === null) return <LoadError title="Imported lists could not be read." of={live} />;
  const lists = live.value.filter((list) =>
    batch === null ? kind === null || list.kind === kind : list.batch === batch,
  );
  const more = lists.length - shownAtMost;
  return (
    <>
      {lists.slice(0, shownAtMost).map((list) => (
        <ImportedListLine key={list.batch} list={list} alone={batch !== null} onChanged={live.reload} />
      ))}
      {more > 0 ? (
        <Note>{`${pluralize(more, 'earlier list has', 'earlier lists have')} unsent items too.`}</Note>
      ) : null}
    </>
  );
}

interface ImportedListLineProps {
  list: ImportedList;
  alone: boolean;
  onChanged: () => void;
}

function ImportedListLine({ list, alone, onChanged }: ImportedListLineProps) {
  const [asking, setAsking] = useState(false);
  const { batch, kind, fileName, queuedAt, rows, unsent, undoing } = list;
  const words = listLabels[toListKind[kind]];
  const { rows: toRows } = words;

  async function takeBack(): Promise<string | null> {
    const result = await call('imports.undo', { batch });
    onChanged();
    if (!result.ok) return `Not everything was canceled. ${result.error.message}`;
    useToasts.getState().show({
      text: `${pluralize(result.value.takenBack, words.one, words.many)} from ${fileName} canceled`,
    });
    return null;
  }

  return (
    <Note
      icon={ListX}
      actions={
        <>
          {alone || toRows === null ? null : <SmallButton to={toRows(batch)}>Show it</SmallButton>}
          {unsent === 0 || undoing ? null : (
            <SmallButton onPress={() => setAsking(true)}>{`Cancel ${countText(unsent)}`}</SmallButton>
          )}
        </>
      }
    >
      <strong>{fileName}</strong>, queued <TimeText at={queuedAt} />: {describeProgress(list, words.many)}
      {asking ? (
        <ConfirmDialog
          title={`Cancel ${pluralize(unsent, words.one, words.many)} from ${fileName}?`}
          confirmLabel={`Cancel ${countText(unsent)}`}
          cancelLabel="Leave them queued"
          danger
          onConfirm={takeBack}
          onClose={() => setAsking(false)}
        >
          {`They are not sent, and stay on this computer as canceled. ${
            rows === unsent
              ? 'Nothing in this list was sent yet.'
              : `The other ${countText(rows - unsent)} were sent, decided or need you, and stay as they are.`
          }`}
        </ConfirmDialog>
      ) : null}
    </Note>
  );
}

function describeProgress({ rows, unsent, takenBack, undoing }: ImportedList, many: string): string {
  if (undoing) return `being canceled, ${countText(unsent)} left.`;
  if (unsent > 0 && rows === 1) return 'not sent yet.';
  if (unsent > 0)
    return `${countText(unsent)} of ${countText(rows)} ${many} ${unsent === 1 ? 'is' : 'are'} not sent yet.`;
  if (takenBack > 0) return `${countText(takenBack)} of ${countText(rows)} ${many} were canceled.`;
  return `none of its ${countText(rows)} ${many} is waiting.`;
}

/** The open import that is not finished, above the list of its entries. Nothing where there is none. */
export function OpenListLine({ list }: { list: ListKind }) {
  const { kind, status } = useImport();
  const close = useAction('imports.cancel');
  useEffect(() => followImport(), []);
  if (kind === 'asking' || status?.list !== list || status.phase.kind !== 'ready') return null;
  const { importId, fileName, counts } = status;
  return (
    <>
      <Problem error={close.error} />
      <Note
        icon={FileSpreadsheet}
        actions={
          <>
            <SmallButton to={listLabels[list].place}>
              {counts.queued === 0 ? 'Continue' : 'Finish'}
            </SmallButton>
            <SmallButton pending={close.pending} onPress={() => void close.run({ importId })}>
              Close list
            </SmallButton>
          </>
        }
      >
        <strong>{fileName}</strong>: {rowsLeft(counts)}
      </Note>
    </>
  );
}

function rowsLeft({ queued, toFinish, ready, problems, duplicates }: ImportStatus['counts']): string {
  const parts = [
    ready === 0 ? null : `${ready} ready`,
    problems === 0 ? null : pluralize(problems, 'needs fixing', 'need fixing'),
    duplicates === 0 ? null : pluralize(duplicates, 'duplicate', 'duplicates'),
  ].filter((part) => part !== null);
  const left =
    queued === 0
      ? `${pluralize(toFinish, 'row')}, none sent yet`
      : pluralize(toFinish, 'row left', 'rows left');
  return parts.length === 0 ? `${left}.` : `${left}. ${parts.join(', ')}.`;
}
