import { useEffect, useState, type DragEvent } from 'react';

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea') !== null;
}

/** Takes a file that is dropped on an element, or pasted anywhere on the page; `over` while one is held over it. */
export function useIncomingFile(take: (file: Blob) => void) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    function onPaste(event: ClipboardEvent): void {
      const [file] = event.clipboardData?.files ?? [];
      // Office puts a picture of copied cells beside their text, which is what goes into a field.
      const isText = event.clipboardData?.types.includes('text/plain') === true && isField(event.target);
      if (file === undefined || isText) return;
      event.preventDefault();
      take(file);
    }
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  });
  const dropping = {
    onDragOver(event: DragEvent): void {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent): void {
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer.files;
      if (file !== undefined) take(file);
    },
  };
  return { over, dropping };
}
