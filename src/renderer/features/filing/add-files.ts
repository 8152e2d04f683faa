import { create } from 'zustand';
import { call } from '../../bridge.ts';
import { sendInParts } from '../../send-in-parts.ts';
import { navigate, type RouteTarget } from '../../stores/navigation.ts';

export const filingPlace: RouteTarget = { screen: 'documents', path: ['file'] };

interface Adding {
  waiting: readonly File[];
  added: number;
  total: number;
  /** What became of files that were not added. */
  notes: readonly { name: string; sentence: string }[];
}

const nothing: Adding = { waiting: [], added: 0, total: 0, notes: [] };

/** Files on their way into the pile; they go on where the screen is left. */
export const useAdding = create<Adding>(() => nothing);

export const forgetAddingNotes = (): void => useAdding.setState({ notes: [] });

/** Adds files to the pile one after the other and opens the screen that files them. */
export function addFiles(files: readonly File[]): void {
  if (files.length === 0) return;
  navigate(filingPlace);
  const { waiting, added, total, notes } = useAdding.getState();
  const isIdle = waiting.length === 0;
  useAdding.setState({
    waiting: [...waiting, ...files],
    added: isIdle ? 0 : added,
    total: (isIdle ? 0 : total) + files.length,
    notes: isIdle ? [] : notes,
  });
  if (isIdle) void addAll();
}

async function addAll(): Promise<void> {
  for (;;) {
    const [file] = useAdding.getState().waiting;
    if (file === undefined) return;
    const sentence = await addOne(file);
    useAdding.setState(({ waiting, added, total, notes }) => ({
      waiting: waiting.slice(1),
      added: added + 1,
      total,
      notes: sentence === null ? notes : [...notes, { name: file.name, sentence }],
    }));
  }
}

/** Why a file was not added, in a sentence; null where it was. */
async function addOne(file: File): Promise<string | null> {
  if (file.size === 0) return 'This file is empty.';
  const begun = await call('filing.begin', { name: file.name.slice(-255) || 'File', bytes: file.size });
  if (!begun.ok) return begun.error.message;
  const { fileId } = begun.value;
  const sent = await sendInParts(file, (part) => call('filing.append', { fileId, ...part }));
  if (sent.kind !== 'sent') return sent.error.message;
  const finished = await call('filing.finish', { fileId });
  return finished.ok ? finished.value.known : finished.error.message;
}
