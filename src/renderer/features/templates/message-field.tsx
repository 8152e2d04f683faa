import { useRef, type ReactNode, type RefObject } from 'react';
import {
  type PlaceholderValues,
  placeholderMeanings,
  placeholders,
  written,
} from '#shared/outbox/message-template.ts';
import { invitationFields } from '#shared/outbox/request-fields.ts';
import { TextArea } from '../../components/text-field.tsx';
import { MessagePreview } from './message-preview.tsx';
import { TemplateMenu } from './template-menu.tsx';
import type { TemplatesFrom } from './templates.ts';
import { Braces } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Menu } from '../../components/menu.tsx';

/** The message of an invite: typed or taken from a template, with a preview where it has placeholders. */
export function MessageField({
  value,
  onChange,
  values,
  error,
  from,
}: {
  value: string;
  onChange: (value: string) => void;
  /** What this invite has for each placeholder, as far as it is filled in. */
  values: PlaceholderValues;
  error?: ReactNode;
  from: TemplatesFrom;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <TextArea
        label={invitationFields.inviteMessage.label}
        optional
        hint="Goes into the email to the vendor."
        value={value}
        onChange={onChange}
        error={error}
        rows={4}
        inputRef={area}
        tools={
          <>
            <TemplateMenu value={value} onChoose={onChange} from={from} />
            <PlaceholderMenu area={area} value={value} onChange={onChange} />
          </>
        }
      />
      <MessagePreview message={value} values={values} title="Preview with the filled-in values" />
    </>
  );
}

/** Inserts a placeholder into a message at the caret. */
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
    // The caret can move behind the inserted text only once React has drawn it.
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
