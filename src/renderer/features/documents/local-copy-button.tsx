import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import styles from './picture.module.css';

const cls = bindClasses(styles);

/** Chooses a picture or a PDF of this computer to stand in the place of the document's. It is kept here and not sent. */
export function LocalCopyButton({
  quiet = false,
  pending = false,
  onOpen,
}: {
  /** For the toolbar, where it shrinks to its icon when there is little room. */
  quiet?: boolean;
  pending?: boolean;
  onOpen: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  useShortcut(shortcutKeys.localCopy, choose, { enabled: !pending });
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="A copy of the document on this computer"
        accept="image/png,image/jpeg,image/webp,image/tiff,application/pdf,.tif,.tiff,.pdf"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) onOpen(file);
          event.target.value = '';
        }}
      />
      {quiet ? (
        <>
          <span className={cls('roomy')}>
            <Button
              icon={Paperclip}
              variant="quiet"
              size="small"
              keys={shortcutKeys.localCopy}
              pending={pending}
              onPress={choose}
            >
              Open a local copy
            </Button>
          </span>
          <span className={cls('tight')}>
            <IconButton
              icon={Paperclip}
              label="Open a local copy"
              keys={shortcutKeys.localCopy}
              disabled={pending}
              onPress={choose}
            />
          </span>
        </>
      ) : (
        <Button icon={Paperclip} keys={shortcutKeys.localCopy} pending={pending} onPress={choose}>
          Open a local copy
        </Button>
      )}
    </>
  );
}
