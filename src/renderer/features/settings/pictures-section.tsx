import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { CallOutput } from '#shared/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { act } from '../../stores/undo-registry.ts';
import { useLive } from '../../stores/live.ts';
import { useChangeSettings } from './change-settings.ts';
import { NotSaved } from './not-saved.tsx';
import { SettingNumberField } from './setting-number-field.tsx';
import { SettingsSection } from './settings-section.tsx';

/** How many pictures of documents are kept on this computer for reading them without a network. */
export function PicturesSection() {
  const { change, error } = useChangeSettings();
  const usage = useLive('documents.pictureUsage', null, [{ event: 'documents.changed', id: null }]);
  const [asking, setAsking] = useState(false);
  const kept = usage.state.kind === 'ready' ? usage.state.value : null;
  return (
    <SettingsSection
      title="Pictures of documents"
      lead="Saved on this computer, so you can read documents offline."
    >
      <SettingNumberField
        name="pictureCacheMb"
        change={change}
        label="Maximum size (MB)"
        min={50}
        max={20_000}
      />
      <p className="quiet">
        When the space is full, Gangway removes the picture you opened longest ago. Your own copies stay until
        you remove them.
      </p>
      {kept === null ? null : (
        <>
          <p role="status">{words(kept)}</p>
          <div>
            <Button icon={Trash2} disabled={kept.fetched.files === 0} onPress={() => setAsking(true)}>
              Clear
            </Button>
          </div>
        </>
      )}
      <NotSaved error={error} />
      {asking && kept !== null ? (
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
    </SettingsSection>
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
