import { Braces } from 'lucide-react';
import type { RefObject } from 'react';
import { placeholderMeanings, placeholders, written } from '#shared/outbox/message-template.ts';
import { Button } from '../../components/button.tsx';
import { Menu } from '../../components/menu.tsx';

/** Puts a placeholder into a message, where the caret stands. */
export function PlaceholderMenu({
  area,
  value,
  onChange,
  disabled = false,
}: {
  area: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
}) {
  function insert(text: string): void {
    const field = area.current;
    const from = field?.selectionStart ?? value.length;
    const to = field?.selectionEnd ?? value.length;
    onChange(`${value.slice(0, from)}${text}${value.slice(to)}`);
    field?.focus();
    // The caret can stand behind what was put in only once that is drawn.
    requestAnimationFrame(() => field?.setSelectionRange(from + text.length, from + text.length));
  }

  return (
    <Menu
      label="Insert a placeholder"
      width={260}
      trigger={
        <Button size="small" variant="quiet" icon={Braces} disabled={disabled}>
          Insert
        </Button>
      }
      choices={placeholders.map((placeholder) => ({
        id: placeholder,
        label: written(placeholder),
        detail: placeholderMeanings[placeholder],
        onChoose: () => insert(written(placeholder)),
      }))}
    />
  );
}
