import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../components/button.tsx';

/** Chooses a picture or a PDF of this computer to look at. It is shown, not kept and not sent. */
export function LocalCopyButton({
  quiet = false,
  onOpen,
}: {
  quiet?: boolean;
  onOpen: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
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
      <Button
        icon={Paperclip}
        {...(quiet ? ({ variant: 'quiet', size: 'small' } as const) : {})}
        onPress={() => input.current?.click()}
      >
        Open a local copy
      </Button>
    </>
  );
}
