import { useRef } from 'react';
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
    (file) => void read(file, maxBytes).then(onChoose),
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

async function read(file: File, maxBytes: number): Promise<ChosenFile> {
  if (file.size > maxBytes) return { ok: false, problem: 'The file is too large.' };
  try {
    return { ok: true, name: file.name, text: await textOfFile(file) };
  } catch {
    // Moved, removed or no longer readable; the browser does not say which.
    return { ok: false, problem: `${file.name} could not be read. Is it still there?` };
  }
}
