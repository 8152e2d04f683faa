import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  fillMessage,
  hasPlaceholders,
  written,
  type Placeholder,
  type PlaceholderValues,
} from '#shared/outbox/message-template.ts';
import { bindClasses } from '../../class-names.ts';
import { Icon } from '../../components/icon.tsx';
import styles from './message-preview.module.css';

const cls = bindClasses(styles);

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

/** Placeholders as they are written, one after the other. */
export function getNames(all: readonly Placeholder[]): string {
  const names = all.map(written);
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
