import { create } from 'zustand';
import type { ListKind } from '#shared/imports/import-fields.ts';
import type { CallError, CallResult } from '#shared/ipc/call.ts';
import {
  importFilter,
  rowGroup,
  type ImportFilter,
  type ImportStatus,
  type RowGroup,
} from '#shared/ipc/imports.ts';
import { call, on, takeAnswer } from '../../bridge.ts';
import { sendInParts } from '../../send-in-parts.ts';
import { navigate } from '../../stores/navigation.ts';
import { listLabels } from './list-labels.tsx';

interface ImportStore {
  kind: 'asking' | 'here';
  status: ImportStatus | null;
  sending: boolean;
  problem: string | null;
}

const nothing: ImportStore = { kind: 'asking', status: null, sending: false, problem: null };

export const useImport = create<ImportStore>(() => nothing);

/** Loads the open import and follows it; returns the unsubscribe function. */
export function followImport(): () => void {
  let changes = 0;
  async function ask(): Promise<void> {
    changes += 1;
    const before = changes;
    const result = await call('imports.status', null);
    if (changes !== before) return;
    if (result.ok) useImport.setState({ kind: 'here', status: result.value });
    else useImport.setState({ kind: 'here', status: null, problem: result.error.message });
  }
  const stops = [
    on('imports.changed', (status) => {
      changes += 1;
      useImport.setState({ kind: 'here', status });
    }),
    // Each workspace has an import of its own.
    on('workspace.changed', () => void ask()),
  ];
  void ask();
  return () => {
    changes += 1;
    stops.forEach((stop) => stop());
    useImport.setState({ kind: 'asking' });
  };
}

const gone =
  'Gangway couldn’t read the whole file. It may have been moved, changed or deleted. Nothing was queued. Choose it again.';

const ended: CallError = { code: 'not_found', message: 'The import was ended.' };

/** Sends a list to import; the store reports errors. */
export async function sendFile(file: File, list: ListKind): Promise<void> {
  if (useImport.getState().sending) return;
  useImport.setState({ sending: true, problem: null });
  const problem = await sendWhole(file, list);
  useImport.setState({ sending: false, ...(problem === null ? {} : { problem, status: null }) });
}

async function sendWhole(file: File, list: ListKind): Promise<string | null> {
  const begun = await call('imports.begin', { list, fileName: file.name, size: file.size });
  if (!begun.ok) return begun.error.message;
  const { importId } = begun.value;
  useImport.setState({ kind: 'here', status: begun.value });
  const isOpen = () => useImport.getState().status?.importId === importId;
  const sent = await sendInParts(file, async (part) =>
    isOpen() ? call('imports.append', { importId, ...part }) : { ok: false, error: ended },
  );
  if (sent.kind === 'unreadable') {
    await call('imports.cancel', { importId });
    return gone;
  }
  // An import canceled during upload reports nothing.
  if (sent.kind === 'refused') return isOpen() ? sent.error.message : null;
  const finished = await call('imports.finish', { importId });
  return finished.ok ? null : finished.error.message;
}

export async function cancelImport(): Promise<void> {
  const { status } = useImport.getState();
  if (status === null) return;
  useImport.setState({ status: null });
  const result = await call('imports.cancel', { importId: status.importId });
  if (!result.ok && result.error.code !== 'not_found') {
    useImport.setState({ problem: result.error.message });
  }
}

/** Stores the import from a call; returns why the call was refused, or null. */
export const adoptImport = (asking: Promise<CallResult<ImportStatus>>): Promise<string | null> =>
  takeAnswer(asking, (status) => useImport.setState({ status }));

export async function chooseSheet(importId: string, sheet: number): Promise<void> {
  const problem = await adoptImport(call('imports.chooseSheet', { importId, sheet }));
  if (problem !== null) useImport.setState({ problem });
}

/** The tabs above the rows. Some filters narrow what a tab shows. */
export const rowTabs = ['all', 'ready', 'to_look_at', 'fixed', 'left_out'] as const;
export type RowTab = (typeof rowTabs)[number];

export function showRows(list: ListKind, show: ImportFilter, group: RowGroup | null = null): void {
  navigate({ ...listLabels[list].place, query: { show, ...(group === null ? {} : { group }) } }, true);
}

/** The rows that a query selects and their tab; those of `first` by default. */
export function readRowsShown(
  query: Readonly<Record<string, string>>,
  first: RowTab,
): { filter: ImportFilter; group: RowGroup | null; tab: RowTab } {
  const filter = importFilter.safeParse(query['show']).data ?? first;
  const group = rowGroup.safeParse(query['group']).data ?? null;
  return { filter, group, tab: filter === 'problems' || filter === 'duplicates' ? 'to_look_at' : filter };
}
