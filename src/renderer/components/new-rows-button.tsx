import { useRef } from 'react';
import { Button } from './button.tsx';

/** Shows the rows that came in since the list was read. The focus moves to the current row, since the button leaves. */
export function NewRowsButton({
  list: { waiting, reload },
}: {
  list: { waiting: number; reload: () => void };
}) {
  const button = useRef<HTMLButtonElement>(null);

  function show(): void {
    let place = button.current?.parentElement ?? null;
    while (place !== null && place.querySelector('[role="grid"]') === null) place = place.parentElement;
    place?.querySelector<HTMLElement>('[role="grid"] [role="row"][tabindex="0"]')?.focus();
    reload();
  }

  if (waiting === 0) return null;
  return <Button ref={button} size="small" onPress={show}>{`${waiting} new`}</Button>;
}
