import { ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { jsonText } from '#shared/service/json.ts';
import type { ValidationIssue, OtherField } from '#shared/service/reading.ts';
import { bindClasses } from '../class-names.ts';
import { LinkButton } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';
import { layOutJson, type Hide } from './json-layout.ts';
import { MessageBlock } from './message-block.tsx';
import { useScrollStop } from './scroll-stop.ts';
import styles from './raw-record.module.css';

const cls = bindClasses(styles);

/** A section that is closed at first; controlled by `open` if it has `onToggle`. */
export function Disclosure({
  title,
  aside,
  open: openFromOutside = false,
  onToggle,
  children,
}: {
  title: string;
  aside?: ReactNode;
  open?: boolean;
  onToggle?: (open: boolean) => void;
  children: ReactNode;
}) {
  const [openHere, setOpenHere] = useState(openFromOutside);
  const open = onToggle === undefined ? openHere : openFromOutside;
  return (
    <section className="ruled-above">
      <AriaButton
        className={`${cls('toggle')} row wrap quiet whole-width left ring-near`}
        aria-expanded={open}
        onPress={() => (onToggle ?? setOpenHere)(!open)}
      >
        <Icon of={open ? ChevronDown : ChevronRight} />
        <span className={`${cls('toggleWord')} medium`}>{title}</span>
        {aside === undefined ? null : <span className={`${cls('aside')} faint small`}>{aside}</span>}
      </AriaButton>
      {open ? <div className={cls('inside')}>{children}</div> : null}
    </section>
  );
}

/** An answer as received. JSON is laid out without changing a character. */
export function RawRecord({
  record,
  title = 'Everything the service sent',
  open = false,
  aside,
  hide,
}: {
  record: string;
  title?: string | undefined;
  open?: boolean;
  aside?: ReactNode;
  hide?: Hide;
}) {
  return (
    <Disclosure title={title} open={open} aside={aside}>
      <RecordText record={record} hide={hide} />
    </Disclosure>
  );
}

/** Characters shown at first, and the factor of each step: a browser is slow with millions. */
const shownAtFirst = 100_000;
const more = 5;

interface RecordTextProps {
  record: string;
  hide: Hide | undefined;
  /** The text is the first part of a longer one. */
  isPart?: boolean;
}

export function RecordText({ record, hide, isPart = false }: RecordTextProps) {
  const [most, setMost] = useState(shownAtFirst);
  const scrolled = useScrollStop<HTMLPreElement>();
  const { text, whole } = useMemo(() => layOutJson(record, most, hide, isPart), [record, most, hide, isPart]);
  return (
    <div className="relative">
      <pre
        ref={scrolled}
        className={`${cls('text')} surface mono preserved small breakable no-margin boxed-faint rounded lines-18 tight`}
      >
        {text === '' ? 'The answer had no content.' : text}
      </pre>
      {whole ? null : (
        <p className={`${cls('cut')} faint small`}>
          {`First ${most.toLocaleString()} characters.${isPart ? '' : ' Copy includes everything.'}`}{' '}
          <LinkButton onPress={() => setMost(most * more)}>Show more</LinkButton>
        </p>
      )}
      <span className={`${cls('copy')} absolute`}>
        <CopyButton
          text={whole ? text : () => layOutJson(record, Infinity, hide, isPart).text}
          what={isPart ? 'this part' : 'all of it'}
        />
      </span>
    </div>
  );
}

/** Values by their paths in an answer, such as "checklist 2 · status". */
function FieldTexts({ fields }: { fields: readonly Pick<OtherField, 'path' | 'value'>[] }) {
  return (
    <dl className="stack gap-6">
      {fields.map(({ path, value }) => (
        <div key={path.join('.')} className={cls('field')}>
          <dt className="faint-note">
            {path.map((key) => (typeof key === 'number' ? `${key + 1}` : key)).join(' · ')}
          </dt>
          <dd>{typeof value === 'string' ? value : layOutJson(jsonText(value)).text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Fields that the service interface does not name; null if there are none. */
export function OtherFields({ fields }: { fields: readonly OtherField[] }) {
  if (fields.length === 0) return null;
  return (
    <Disclosure title="Other fields" aside={fields.length}>
      <FieldTexts fields={fields} />
    </Disclosure>
  );
}

/** Fields with an unexpected type and their raw values; null if there are none. */
export function ValidationIssues({ validationIssues }: { validationIssues: readonly ValidationIssue[] }) {
  const count = validationIssues.length;
  if (count === 0) return null;
  return (
    <MessageBlock tone="cau" title={`${count === 1 ? 'One value' : `${count} values`} could not be read.`}>
      {count === 1 ? 'It is shown as received.' : 'They are shown as received.'}
      <FieldTexts fields={validationIssues.map(({ path, raw }) => ({ path, value: raw }))} />
    </MessageBlock>
  );
}
