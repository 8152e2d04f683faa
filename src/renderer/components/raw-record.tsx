import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { Misfit, OtherField } from '#shared/service/reading.ts';
import { classesOf } from '../class-names.ts';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';
import { MessageBlock } from './message-block.tsx';
import styles from './raw-record.module.css';

const cls = classesOf(styles);

/** A part that is closed at first. */
export function Disclosure({
  title,
  aside,
  open: openAtFirst = false,
  children,
}: {
  title: string;
  aside?: ReactNode;
  open?: boolean;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(openAtFirst);
  return (
    <section className={cls('disclosure')}>
      <AriaButton className={cls('toggle')} aria-expanded={open} onPress={() => setOpen(!open)}>
        <Icon of={open ? ChevronDown : ChevronRight} />
        <span className={cls('toggleWord')}>{title}</span>
        {aside === undefined ? null : <span className={cls('aside')}>{aside}</span>}
      </AriaButton>
      {open ? <div className={cls('inside')}>{children}</div> : null}
    </section>
  );
}

/** An answer as it came: JSON is laid out, other text stands as it is. */
export function RawRecord({
  record,
  title = 'Everything the server sent',
  open = false,
  aside,
}: {
  /** A JSON value, or the text of an answer that may be JSON. */
  record: unknown;
  title?: string;
  open?: boolean;
  aside?: ReactNode;
}) {
  const text = written(record);
  return (
    <Disclosure title={title} open={open} aside={aside}>
      <div className={cls('record')}>
        <pre className={cls('text')}>{text === '' ? 'The answer had no content.' : text}</pre>
        <span className={cls('copy')}>
          <CopyButton text={text} what="all of it" />
        </span>
      </div>
    </Disclosure>
  );
}

function written(record: unknown): string {
  if (typeof record !== 'string') return JSON.stringify(record, null, 2);
  try {
    const parsed: unknown = JSON.parse(record);
    return typeof parsed === 'object' ? JSON.stringify(parsed, null, 2) : record;
  } catch {
    return record;
  }
}

/** A path in an answer, as people write it: checklist 2 · status. */
export function pathWords(path: readonly (string | number)[]): string {
  return path.map((key) => (typeof key === 'number' ? `${key + 1}` : key)).join(' · ');
}

/** Fields that the service interface does not name; nothing is drawn where there are none. */
export function OtherFields({ fields }: { fields: readonly OtherField[] }) {
  if (fields.length === 0) return null;
  return (
    <Disclosure title="Other fields" aside={fields.length}>
      <dl className={cls('fields')}>
        {fields.map((field) => (
          <div key={field.path.join('.')} className={cls('field')}>
            <dt>{pathWords(field.path)}</dt>
            <dd>{written(field.value)}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}

/** Fields that came with another type than described, with their raw value; nothing is drawn where there are none. */
export function Misfits({ misfits }: { misfits: readonly Misfit[] }) {
  if (misfits.length === 0) return null;
  return (
    <MessageBlock
      tone="cau"
      title={
        misfits.length === 1 ? 'One value could not be read.' : `${misfits.length} values could not be read.`
      }
    >
      {misfits.length === 1 ? 'It is shown as it came.' : 'They are shown as they came.'}
      <dl className={cls('fields')}>
        {misfits.map((misfit) => (
          <div key={misfit.path.join('.')} className={cls('field')}>
            <dt>{pathWords(misfit.path)}</dt>
            <dd>{written(misfit.raw)}</dd>
          </div>
        ))}
      </dl>
    </MessageBlock>
  );
}
