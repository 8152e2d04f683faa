import { useRef, useEffect, useState, type DragEvent } from 'react';
import { Upload } from 'lucide-react';
import { textOfFile } from '../send-in-parts.ts';
import { Button } from './button.tsx';
import { MessageBlock } from './message-block.tsx';

/** A hidden file input and the way to open its dialog. The same file can be chosen again, changed meanwhile. */
export const useFileInput = (label: string, accept: string, onChoose: (file: File) => void) =>
  useFilesInput(label, accept, ([file]) => (file === undefined ? undefined : onChoose(file)), false);

/** The same for several files. */
export function useFilesInput(
  label: string,
  accept: string,
  onChoose: (files: File[]) => void,
  multiple = true,
) {
  const ref = useRef<HTMLInputElement>(null);
  const input = (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={label}
      accept={accept}
      multiple={multiple}
      onChange={({ currentTarget }) => {
        onChoose([...(currentTarget.files ?? [])]);
        currentTarget.value = '';
      }}
    />
  );
  return { input, choose: () => ref.current?.click() };
}

/** Takes files dropped on an element or pasted on the page; into a field only `inFields`. `drop` is for the element. */
export function useFilesDrop(take: (files: File[]) => void, inFields = false) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    function onPaste(event: ClipboardEvent): void {
      const files = [...(event.clipboardData?.files ?? [])];
      // Office copies cells as text and as a picture; a field takes the text.
      const isForField = !inFields || event.clipboardData?.types.includes('text/plain') === true;
      const inField = event.target instanceof Element && event.target.closest('input, textarea') !== null;
      if (files.length === 0 || (inField && isForField)) return;
      event.preventDefault();
      take(files);
    }
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  });
  const drop = {
    onDragOver(event: DragEvent): void {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent): void {
      event.preventDefault();
      setOver(false);
      take([...event.dataTransfer.files]);
    },
  };
  return { over, drop };
}

/** The text of a chosen file, or a sentence on why it could not be read. */
export type ChosenFile = { ok: true; name: string; text: string } | { ok: false; problem: string };

export function UnusableFile({ problems }: { problems: readonly string[] }) {
  return (
    <MessageBlock tone="neg" live title="This file cannot be used. Nothing was changed.">
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </MessageBlock>
  );
}

interface JsonFileButtonProps {
  children: string;
  inputLabel: string;
  maxBytes: number;
  pending: boolean;
  onChoose: (file: ChosenFile) => Promise<void>;
}

/** A button that opens a JSON file of this computer. A file over `maxBytes` is not read. */
export function JsonFileButton({ children, inputLabel, maxBytes, pending, onChoose }: JsonFileButtonProps) {
  const { input, choose } = useFileInput(
    inputLabel,
    '.json,application/json',
    (file) => void readTextFile(file, maxBytes).then(onChoose),
  );
  return (
    <>
      <Button icon={Upload} pending={pending} onPress={choose}>
        {children}
      </Button>
      {input}
    </>
  );
}

export async function readTextFile(file: File, maxBytes = Infinity): Promise<ChosenFile> {
  if (file.size > maxBytes) return { ok: false, problem: 'The file is too large.' };
  try {
    return { ok: true, name: file.name, text: await textOfFile(file) };
  } catch {
    // Moved, removed or no longer readable; the browser does not say which.
    return { ok: false, problem: `${file.name} could not be read. Is it still there?` };
  }
}
