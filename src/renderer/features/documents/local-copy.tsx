import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import type { CallResult } from '#shared/ipc/call.ts';
import type { DocumentDetail } from '#shared/ipc/documents.ts';
import { call } from '../../bridge.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { useFileInput } from '../../components/file-input.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { sendInParts, unreadableFile } from '../../send-in-parts.ts';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { tellDone } from '../../stores/tell-done.ts';
import styles from './picture.module.css';

const cls = bindClasses(styles);

async function putInPlace(jobId: string, file: File): Promise<CallResult<DocumentDetail>> {
  const begun = await call('documents.localCopyBegin', {
    jobId,
    name: file.name.slice(0, 255),
    bytes: file.size,
  });
  if (!begun.ok) return begun;
  const { copyId } = begun.value;
  const sent = await sendInParts(file, (part) => call('documents.localCopyAppend', { copyId, ...part }));
  if (sent.kind === 'refused') return { ok: false, error: sent.error };
  if (sent.kind === 'unreadable') return { ok: false, error: unreadableFile(file) };
  return call('documents.localCopyFinish', { copyId });
}

async function restoreCopy(jobId: string): Promise<string> {
  const result = await call('documents.restoreLocalCopy', { jobId });
  return result.ok ? 'Your copy is back.' : `Nothing was undone. ${result.error.message}`;
}

export type LocalCopy = ReturnType<typeof useLocalCopy>;

/** A file of this computer in the place of the picture: putting it there, and taking it away again. */
export function useLocalCopy(jobId: string, onChanged: (detail: DocumentDetail) => void) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function run(work: () => Promise<CallResult<DocumentDetail>>): Promise<void> {
    setPending(true);
    setProblem(null);
    const result = await work();
    setPending(false);
    if (result.ok) onChanged(result.value);
    else setProblem(result.error.message);
  }

  return {
    pending,
    problem,
    async open(file: File): Promise<void> {
      if (file.size === 0) setProblem('The file is empty.');
      else await run(() => putInPlace(jobId, file));
    },
    remove: (): Promise<void> =>
      run(async () => {
        const removed = await call('documents.removeLocalCopy', { jobId });
        if (removed.ok) tellDone('Your copy was removed.', () => restoreCopy(jobId));
        return removed;
      }),
  };
}

/** Chooses a picture or a PDF of this computer to stand in the place of the document's. `quiet`: in the toolbar, as an icon where room is short. */
export function LocalCopyButton({ local, quiet = false }: { local: LocalCopy; quiet?: boolean }) {
  const { input, choose } = useFileInput(
    'A copy of the document on this computer',
    'image/png,image/jpeg,image/webp,image/tiff,application/pdf,.tif,.tiff,.pdf',
    (file) => void local.open(file),
  );
  useShortcut(shortcutKeys.localCopy, choose, { enabled: !local.pending });
  const shown = { icon: Paperclip, keys: shortcutKeys.localCopy, onPress: choose };
  const label = 'Open a local copy';
  if (!quiet) {
    return (
      <>
        {input}
        <Button {...shown} pending={local.pending}>
          {label}
        </Button>
      </>
    );
  }
  return (
    <>
      {input}
      <span className={cls('roomy')}>
        <Button {...shown} variant="quiet" size="small" pending={local.pending}>
          {label}
        </Button>
      </span>
      <span className={cls('tight')}>
        <IconButton {...shown} label={label} disabled={local.pending} />
      </span>
    </>
  );
}
