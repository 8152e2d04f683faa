import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { draftChip } from '#shared/words/chip.ts';
import { draftId, type DraftRow } from '#shared/ipc/drafts.ts';
import type { EntryKind } from '#shared/outbox/outbox.ts';
import { DataTable } from '../../components/data-table.tsx';
import type { Column } from '../../components/table-column.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { NotRead, Problem } from '../../components/problem.tsx';
import { Chip } from '../../components/state-chip.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { discardDraft } from '../../stores/drafts.ts';
import { useLive } from '../../stores/live.ts';
import { navigate, type RouteTarget } from '../../stores/navigation.ts';

/** What is typed and not enqueued yet, each to be opened where it was left, or discarded. */
export function DraftList({
  kind,
  newLabel,
  form,
}: {
  kind: EntryKind;
  newLabel: string;
  /** Where the forms of this kind are: the query says which of them. */
  form: Pick<RouteTarget, 'screen' | 'path'>;
}) {
  const { state, reload } = useLive('drafts.list', { kind }, [{ event: 'drafts.changed', id: null }]);
  const [problem, setProblem] = useState<string | null>(null);
  const columns: Column<DraftRow>[] = [
    { id: 'state', header: 'State', width: '142px', cell: () => <Chip chip={draftChip} inLine="icon" /> },
    {
      id: 'title',
      header: 'For',
      width: 'minmax(120px, 1.4fr)',
      cell: ({ title }) => (title === '' ? 'Nobody yet' : title),
    },
    {
      id: 'what',
      header: 'What',
      width: 'minmax(100px, 1fr)',
      cell: ({ key }) => getWhat(key, newLabel),
    },
    { id: 'saved', header: 'Saved', width: '110px', cell: ({ savedAt }) => <TimeText at={savedAt} /> },
    {
      id: 'discard',
      header: null,
      spoken: 'What to do',
      width: '36px',
      cell: (row) => (
        <IconButton
          icon={Trash2}
          label={row.title === '' ? 'Discard this draft' : `Discard the draft for ${row.title}`}
          onPress={() => void discard(row)}
        />
      ),
    },
  ];

  async function discard({ kind, key }: DraftRow): Promise<void> {
    setProblem(await discardDraft({ kind, key }));
  }

  if (state.kind === 'loading') return null;
  if (state.kind === 'failed') {
    return <NotRead title="The drafts could not be read." error={state.error} onRetry={reload} />;
  }
  return (
    <>
      <Problem title="The draft was not discarded." error={problem} />
      <DataTable
        label="Drafts"
        columns={columns}
        lines={state.value.map((row) => ({ kind: 'row', row }))}
        rowId={draftId}
        total={state.value.length}
        onOpen={({ key }) => navigate({ ...form, query: toQuery(key) })}
        empty={
          <EmptyState title="There are no drafts.">
            What you type in a form is saved here until you send or discard it.
          </EmptyState>
        }
      />
    </>
  );
}

function getWhat(key: string, newLabel: string): string {
  if (key.startsWith('corrects:')) return 'Correction';
  if (key.startsWith('edits:')) return 'Edit';
  return key.startsWith('reminds:') ? 'Reminder' : newLabel;
}

/** How the address of a form names a draft. */
function toQuery(key: string): Record<string, string> {
  const [form, id] = key.split(':');
  if (id === undefined) return {};
  return { [form === 'corrects' ? 'replaces' : form === 'new' || form === undefined ? 'draft' : form]: id };
}
