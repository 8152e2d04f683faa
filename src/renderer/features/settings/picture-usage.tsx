import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { CallOutput } from '#shared/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { act } from '../../stores/undo-registry.ts';
import { useLive } from '../../stores/live.ts';

/** How much room the pictures of documents take that are kept for reading them without a network, and clearing them. */
export function PictureUsage() {
  const usage = useLive('documents.pictureUsage', null, [{ event: 'documents.changed', id: null }]);
  const [asking, setAsking] = useState(false);
  const kept = usage.state.kind === 'ready' ? usage.state.value : null;
  if (kept === null) return null;
  return (
    <>
      <p role="status">{words(kept)}</p>
      <div>
        <Button icon={Trash2} disabled={kept.fetched.files === 0} onPress={() => setAsking(true)}>
          Clear
        </Button>
      </div>
      {asking ? (
        <ConfirmDialog
          title="Clear the pictures?"
          confirmLabel="Clear"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            const cleared = await act('documents.clearPictures', null);
            if (!cleared.ok) return cleared.error.message;
            usage.adopt(cleared.value);
            return null;
          }}
        >
          Documents, scores, decisions and your own copies stay. A picture is fetched again when its document
          is opened online.
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function words({ fetched, local }: CallOutput<'documents.pictureUsage'>): string {
  const own =
    local.files === 0
      ? ''
      : ` Plus ${local.files} ${local.files === 1 ? 'copy' : 'copies'} of your own, ${megabytes(local.bytes)}.`;
  if (fetched.files === 0) return `No picture is kept.${own}`;
  const pictures = fetched.files === 1 ? '1 picture is' : `${fetched.files.toLocaleString()} pictures are`;
  return `${pictures} kept, ${megabytes(fetched.bytes)}.${own}`;
}

function megabytes(bytes: number): string {
  const size = bytes / (1024 * 1024);
  return `${size < 10 ? size.toFixed(1) : Math.round(size).toLocaleString()} MB`;
}
