import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { draftId, type DraftRow } from '#shared/ipc/drafts.ts';
import type { EntryKind } from '#shared/outbox/outbox.ts';
import { draftChip } from '#shared/words/chip.ts';
import { entryLabels } from '#shared/outbox/entry-labels.ts';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState, MessageBlock, LoadError, Problem, Note } from '../../components/message-block.tsx';
import { IconButton } from '../../components/button.tsx';
import { Chip } from '../../components/state-chip.tsx';
import type { Column } from '../../components/table-column.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { discardDraft, type FormStart } from '../../stores/drafts.ts';
import { useLive } from '../../stores/live.ts';
import { navigate } from '../../stores/navigation.ts';
import { Page } from '../../components/page.tsx';

/** The tab of a list's drafts: shown while there are any, and while it is open. */
export function useDraftsTab(kind: EntryKind, isOpen: boolean) {
  const { value: drafts } = useLive('drafts.list', { kind }, ['drafts.changed']);
  const count = drafts?.length ?? null;
  const tab = { id: 'drafts' as const, label: 'Drafts', count };
  return { tabs: isOpen || (count ?? 0) > 0 ? [tab] : [], hasNone: count === 0 };
}

/** The drafts of one kind under the head of its list. */
export function DraftScreen({ kind, children }: { kind: EntryKind; children: ReactNode }) {
  return (
    <Page>
      {children}
      <DraftList kind={kind} />
    </Page>
  );
}

/** Forms that were typed and not queued, to open again or discard. */
function DraftList({ kind }: { kind: EntryKind }) {
  const live = useLive('drafts.list', { kind }, ['drafts.changed']);
  const { screen, labels } = entryLabels[kind];
  const [problem, setProblem] = useState<string | null>(null);
  const columns: Column<DraftRow>[] = [
    { id: 'state', header: 'State', width: '142px', cell: () => <Chip chip={draftChip} inLine="icon" /> },
    {
      id: 'title',
      header: 'For',
      width: 'minmax(120px, 1.4fr)',
      cell: ({ title }) => (title === '' ? 'Nobody yet' : title),
    },
    { id: 'what', header: 'What', width: 'minmax(100px, 1fr)', cell: ({ key }) => getWhat(key, labels.one) },
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
          onPress={() => void discardDraft({ kind, key: row.key }).then(setProblem)}
        />
      ),
    },
  ];

  if (live.value === null) return <LoadError title="The drafts could not be read." of={live} />;
  return (
    <>
      <Problem title="The draft was not discarded." error={problem} />
      <DataTable
        label="Drafts"
        columns={columns}
        lines={live.value.map((row) => ({ kind: 'row', row }))}
        rowId={draftId}
        total={live.value.length}
        onOpen={({ key }) => navigate({ screen, path: ['new'], query: toQuery(key) })}
        empty={
          <EmptyState title="There are no drafts.">
            What you type in a form is saved here until you send or discard it.
          </EmptyState>
        }
      />
    </>
  );
}

function getWhat(key: string, noun: string): string {
  if (key.startsWith('corrects:')) return 'Correction';
  if (key.startsWith('edits:')) return 'Edit';
  return key.startsWith('reminds:') ? 'Reminder' : `New ${noun}`;
}

function toQuery(key: string): Record<string, string> {
  const [form, id] = key.split(':');
  if (id === undefined) return {};
  return { [form === 'corrects' ? 'replaces' : form === 'new' || form === undefined ? 'draft' : form]: id };
}

interface DraftNoteProps {
  start: Extract<FormStart, { kind: 'here' }>;
  /** What was not done with it yet. */
  left: 'queued' | 'submitted';
  children?: ReactNode;
}

/** Says that a form starts from a draft, or why the draft could not be read; nothing without one. */
export function DraftNote({ start, left, children }: DraftNoteProps) {
  if (start.problem !== null) {
    return (
      <MessageBlock tone="cau" title="An earlier draft could not be read.">
        {start.problem.message}
      </MessageBlock>
    );
  }
  if (start.savedAt === null) return null;
  return (
    <Note actions={children}>
      Your draft from <TimeText at={start.savedAt} form="detail" /> is back. It was not {left} yet.
    </Note>
  );
}

/**
 * The key of a form's draft. Corrections and a vendor's checks have their own.
 * `about` is whom a new one is about, by the vendor's ID or whatever names it alone; null where nobody is named
 */
export function toDraftKey({
  about,
  replaces,
  draftId,
}: Record<'about' | 'replaces' | 'draftId', string | null>): string {
  if (replaces !== null) return `corrects:${replaces}`;
  const id = draftId ?? (about === null ? null : idAbout(about));
  return id === null ? 'new' : `new:${id}`;
}

const draftIdPattern = /^[0-9a-f-]{36}$/;

/** A name as a draft's ID of 36 characters: the name itself where it has that form, otherwise a hash of it. */
function idAbout(name: string): string {
  const id = name.trim().toLowerCase();
  if (draftIdPattern.test(id)) return id;
  const parts = [1, 2, 3, 4].map((part) => hashed(`${part} ${name.trim()}`));
  return parts.join('').padEnd(36, '0');
}

/** FNV-1a over the text's UTF-16 units, as eight hexadecimal figures. */
function hashed(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
