import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { classesOf } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import styles from './picture.module.css';

const cls = classesOf(styles);

/** Chooses a picture or a PDF of this computer to look at. It is shown, not kept and not sent. */
export function LocalCopyButton({
  quiet = false,
  onOpen,
}: {
  /** For the toolbar, where it shrinks to its icon when there is little room. */
  quiet?: boolean;
  onOpen: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="A copy of the document on this computer"
        accept="image/*,application/pdf,.pdf"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) onOpen(file);
          event.target.value = '';
        }}
      />
      {quiet ? (
        <>
          <span className={cls('roomy')}>
            <Button icon={Paperclip} variant="quiet" size="small" onPress={choose}>
              Open a local copy
            </Button>
          </span>
          <span className={cls('tight')}>
            <IconButton icon={Paperclip} label="Open a local copy" onPress={choose} />
          </span>
        </>
      ) : (
        <Button icon={Paperclip} onPress={choose}>
          Open a local copy
        </Button>
      )}
    </>
  );
}
