import { useRef } from 'react';

/** A hidden file input and the way to open its dialog. The same file can be chosen again, changed meanwhile. */
export function useFileInput(label: string, accept: string, onChoose: (file: File) => void) {
  const ref = useRef<HTMLInputElement>(null);
  const input = (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={label}
      accept={accept}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        if (file !== undefined) onChoose(file);
        currentTarget.value = '';
      }}
    />
  );
  return { input, choose: () => ref.current?.click() };
}
