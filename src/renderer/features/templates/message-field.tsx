import { useRef, type ReactNode, type RefObject } from 'react';
import {
  type PlaceholderValues,
  placeholderMeanings,
  placeholders,
  written,
  fillMessage,
  hasPlaceholders,
  type Placeholder,
} from '#shared/outbox/message-template.ts';
import { invitationFields } from '#shared/outbox/request-fields.ts';
import { TextArea } from '../../components/text-field.tsx';
import { type TemplatesFrom, openedFrom, templatesPlace, useTemplates } from './templates.ts';
import { Braces, TriangleAlert, NotebookText, Pencil } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Menu, type MenuChoice } from '../../components/menu.tsx';
import { bindClasses } from '../../class-names.ts';
import { Icon } from '../../components/icon.tsx';
import styles from './message-preview.module.css';
import { navigate, useRoute } from '../../stores/navigation.ts';
import { tellDone } from '../../stores/undo.ts';

const cls = bindClasses(styles);

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

/** How a message with placeholders goes out with the values of one invite. Nothing where it goes out as written. */
export function MessagePreview({
  message,
  values,
  title,
  lackWords = 'this invite',
}: {
  message: string;
  values: PlaceholderValues;
  title: ReactNode;
  /** Who has no value, where one is missing. */
  lackWords?: string;
}) {
  if (!hasPlaceholders(message)) return null;
  const { text, empty, unknown } = fillMessage(message, values);
  return (
    <PreviewBox title={title} text={text.trim()}>
      {empty.length === 0 ? null : (
        <Caution>{`${getNames(empty)} ${empty.length === 1 ? 'has' : 'have'} no value in ${lackWords}. ${empty.length === 1 ? 'It' : 'They'} will be blank.`}</Caution>
      )}
      <UnknownWords words={unknown} />
    </PreviewBox>
  );
}

/** The message as it goes out, and below it what to know of it. */
export function PreviewBox({
  title,
  text,
  children,
}: {
  title: ReactNode;
  text: string;
  children?: ReactNode;
}) {
  return (
    <section
      className={`${cls('preview')} subtle stack gap-6 boxed-faint round-card`}
      aria-label="Preview of the message"
    >
      <p className="faint-note">{title}</p>
      <p className={`${cls('text')} preserved scrolls breakable`}>{text === '' ? 'No message.' : text}</p>
      <div className="stack gap-4" aria-live="polite">
        {children}
      </div>
    </section>
  );
}

/** Says which words in braces stay as they are, as they look like placeholders. */
export function UnknownWords({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null;
  const list = words.map((word) => `{${word}}`).join(', ');
  return (
    <Caution>
      {words.length === 1
        ? `${list} is not a placeholder. It goes out as written.`
        : `${list} are not placeholders. They go out as written.`}
    </Caution>
  );
}

/** A line that asks for a second look. */
export function Caution({ children }: { children: ReactNode }) {
  return (
    <p className={`${cls('caution')} caution row-top note gap-6`}>
      <Icon of={TriangleAlert} size={14} />
      <span>{children}</span>
    </p>
  );
}

export function getNames(all: readonly Placeholder[]): string {
  const names = all.map(written);
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** Fills a message with one of the kept templates. What stood there can be brought back. */
export function TemplateMenu({
  value,
  onChoose,
  from,
  disabled = false,
}: {
  value: string;
  onChoose: (text: string) => void;
  /** Where the manager leads back to. */
  from: TemplatesFrom;
  disabled?: boolean;
}) {
  const { state } = useTemplates();
  const { query } = useRoute();

  function choose(name: string, text: string): void {
    onChoose(text);
    if (value.trim() === '' || value === text) return;
    tellDone(`The message is now “${name}”`, () => {
      onChoose(value);
      return Promise.resolve('The earlier message is back.');
    });
  }

  const kept: MenuChoice[] =
    state.kind === 'ready'
      ? state.value.map(({ id, name, text }) => ({
          id,
          label: name,
          detail: firstLine(text),
          current: text === value,
          onChoose: () => choose(name, text),
        }))
      : [];
  const none: MenuChoice = {
    id: 'none',
    label: state.kind === 'failed' ? 'The templates could not be read.' : 'No templates yet',
    disabled: true,
    onChoose: () => undefined,
  };
  return (
    <Menu
      label="Use a template"
      width={300}
      trigger={
        <Button size="small" variant="quiet" icon={NotebookText} disabled={disabled}>
          Template
        </Button>
      }
      choices={[
        ...(kept.length === 0 ? [none] : kept),
        {
          id: 'edit',
          label: 'Edit templates',
          icon: Pencil,
          apart: true,
          onChoose: () => navigate(templatesPlace(openedFrom(from, query))),
        },
      ]}
    />
  );
}

function firstLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const line = lines.find((one) => one.length > 24) ?? lines[0] ?? '';
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
