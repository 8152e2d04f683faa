import { useRef, type ComponentProps, type ReactNode } from 'react';
import {
  type PlaceholderValues,
  placeholderMeanings,
  written,
  fillMessage,
  hasPlaceholders,
  type Placeholder,
} from '#shared/outbox/message-template.ts';
import { TextArea } from '../../components/text-field.tsx';
import { type TemplatesFrom, openedFrom, templatesPlace, useTemplates } from './templates.ts';
import { Braces, TriangleAlert, NotebookText, Pencil } from 'lucide-react';
import { Menu, type MenuChoice } from '../../components/menu.tsx';
import { Icon } from '../../components/icon.tsx';
import { useRoute } from '../../stores/navigation.ts';
import { tellDone } from '../../stores/undo.ts';

interface MessageAreaProps extends Omit<ComponentProps<typeof TextArea>, 'inputRef' | 'tools'> {
  from: TemplatesFrom | null;
  /** The placeholders to insert, with what each stands for. */
  meanings?: Readonly<Record<string, string>>;
  /** Called instead of `onChange` with the text of a template. */
  onTemplate?: (text: string) => void;
}

/** A field for a message, with the menus of its placeholders and, unless `from` is null, of the templates. */
export function MessageArea({
  from,
  onTemplate,
  meanings = placeholderMeanings,
  ...field
}: MessageAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const { value, onChange, disabled = false } = field;

  function insert(text: string): void {
    const typed = area.current;
    const start = typed?.selectionStart ?? value.length;
    const end = typed?.selectionEnd ?? value.length;
    onChange(`${value.slice(0, start)}${text}${value.slice(end)}`);
    typed?.focus();
    // The caret can move behind the inserted text only once React has drawn it.
    requestAnimationFrame(() => typed?.setSelectionRange(start + text.length, start + text.length));
  }

  return (
    <TextArea
      {...field}
      inputRef={area}
      tools={
        <>
          {from === null ? null : (
            <TemplateMenu value={value} onChoose={onTemplate ?? onChange} from={from} disabled={disabled} />
          )}
          <Menu
            label="Insert a placeholder"
            width={260}
            button={{ children: 'Insert', size: 'small', variant: 'quiet', icon: Braces, disabled }}
            choices={Object.entries(meanings).map(([placeholder, detail]) => ({
              id: placeholder,
              label: written(placeholder),
              detail,
              onChoose: () => insert(written(placeholder)),
            }))}
          />
        </>
      }
    />
  );
}

interface MessagePreviewProps {
  message: string;
  values: PlaceholderValues;
  title: ReactNode;
  /** Who has no value, where one is missing. */
  lackWords?: string;
}

/** How a message with placeholders goes out with the values of one invite. Nothing where it goes out as written. */
export function MessagePreview({ message, values, title, lackWords = 'this invite' }: MessagePreviewProps) {
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

interface PreviewBoxProps {
  title: ReactNode;
  text: string;
  children?: ReactNode;
}

/** The message as it goes out, and below it what to know of it. */
export function PreviewBox({ title, text, children }: PreviewBoxProps) {
  return (
    <section
      className="subtle stack gap-6 boxed-faint round-card pad-10-12"
      aria-label="Preview of the message"
    >
      <p className="faint-note">{title}</p>
      <p className="preserved scrolls breakable most-260">{text === '' ? 'No message.' : text}</p>
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

export function Caution({ children }: { children: ReactNode }) {
  return (
    <p className="caution row-top note gap-6 low-icons">
      <Icon of={TriangleAlert} size={14} />
      <span>{children}</span>
    </p>
  );
}

export const getNames = (all: readonly Placeholder[]): string =>
  new Intl.ListFormat('en-GB').format(all.map(written));

interface TemplateMenuProps {
  value: string;
  onChoose: (text: string) => void;
  /** Where the manager leads back to. */
  from: TemplatesFrom;
  disabled: boolean;
}

/** Fills a message from a template; the former text can be restored. */
function TemplateMenu({ value, onChoose, from, disabled }: TemplateMenuProps) {
  const { value: templates, error } = useTemplates();
  const { query } = useRoute();

  function choose(name: string, text: string): void {
    onChoose(text);
    if (value.trim() === '' || value === text) return;
    tellDone(`The message is now “${name}”`, () => {
      onChoose(value);
      return Promise.resolve('The earlier message is back.');
    });
  }

  const kept = (templates ?? []).map(({ id, name, text }): MenuChoice => ({
    id,
    label: name,
    detail: firstLine(text),
    current: text === value,
    onChoose: () => choose(name, text),
  }));
  const none: MenuChoice = {
    label: error !== null ? 'The templates could not be read.' : 'No templates yet',
    disabled: true,
    onChoose: () => undefined,
  };
  return (
    <Menu
      label="Use a template"
      width={300}
      button={{ children: 'Template', size: 'small', variant: 'quiet', icon: NotebookText, disabled }}
      choices={[
        ...(kept.length === 0 ? [none] : kept),
        { label: 'Edit templates', icon: Pencil, apart: true, to: templatesPlace(openedFrom(from, query)) },
      ]}
    />
  );
}

function firstLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const line = lines.find((one) => one.length > 24) ?? lines[0] ?? '';
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
