import { useRef, type ReactNode } from 'react';
import type { PlaceholderValues } from '#shared/outbox/message-template.ts';
import { invitationFields } from '#shared/outbox/request-fields.ts';
import { TextArea } from '../../components/text-field.tsx';
import { MessagePreview } from './message-preview.tsx';
import { PlaceholderMenu } from './placeholder-menu.tsx';
import { TemplateMenu } from './template-menu.tsx';
import type { TemplatesFrom } from './templates-place.ts';

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
