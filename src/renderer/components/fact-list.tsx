import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { filled } from '#shared/base/foreign-text.ts';
import { bindClasses } from '../class-names.ts';
import styles from './fact-list.module.css';
import { Icon } from './icon.tsx';
import { LongText } from './long-text.tsx';
import { CopyButton } from './copy-button.tsx';
import { Disclosure } from './raw-record.tsx';
import { AsItCame, type Path } from './as-it-came.tsx';
import { Verbatim } from './service-word.tsx';

const cls = bindClasses(styles);
const nowhere: Path = [];

/** One fact. A value of null, undefined or empty text reads "Not provided", or what `missing` says. */
export interface Fact {
  label: string;
  value: ReactNode;
  missing?: string;
  /** Its path in the answer; a value in an unexpected format there is shown and marked. */
  path?: Path;
  /** The value before the last fetch; marks the fact as changed. */
  was?: string | null;
}

export function FactList({ facts, labelWidth = 96 }: { facts: readonly Fact[]; labelWidth?: number }) {
  return (
    <dl className={`${cls('facts')} grid`} style={{ gridTemplateColumns: `${labelWidth}px minmax(0, 1fr)` }}>
      {facts.map((fact) => (
        <div key={fact.label} className={`${cls('fact')} grid across`}>
          <dt className="faint">{fact.label}</dt>
          <dd className={`${cls('value')} narrows breakable`}>
            <AsItCame path={fact.path ?? nowhere}>
              {fact.value == null || (typeof fact.value === 'string' && filled(fact.value) === null) ? (
                <span className="faint">{fact.missing ?? 'Not provided'}</span>
              ) : typeof fact.value === 'string' ? (
                <LongText>{fact.value}</LongText>
              ) : (
                fact.value
              )}
            </AsItCame>
            {fact.was == null ? null : (
              <span className="flag" title={`Was ${fact.was.slice(0, 400)}`}>
                Changed<span className="visually-hidden">{`, was ${fact.was}`}</span>
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Yes or No, or "Not provided", which is not No. */
export function YesNo({ value }: { value: boolean | null | undefined }) {
  if (value == null) return <span className="faint">Not provided</span>;
  return (
    <span className={`${cls(value ? 'yes' : 'no')} inline-row gap-6`}>
      <Icon of={value ? Check : Minus} size={14} />
      {value ? 'Yes' : 'No'}
    </span>
  );
}

interface Id {
  label: string;
  text: string;
  what: string;
}

export const entryIds = ({ entryId, idempotencyKey }: { entryId: string; idempotencyKey: string }): Id[] => [
  { label: 'Item ID', text: entryId, what: 'the item ID' },
  { label: 'Key of its tries', text: idempotencyKey, what: 'the key' },
];

/** IDs and keys that can be copied, in a closed disclosure. */
export function TechnicalDetails({ ids }: { ids: readonly Id[] }) {
  if (ids.length === 0) return null;
  return (
    <Disclosure title="Technical details">
      <FactList
        labelWidth={112}
        facts={ids.map(({ label, ...id }) => ({ label, value: <Identifier {...id} /> }))}
      />
    </Disclosure>
  );
}

function Identifier({ text, what }: { text: string; what: string }) {
  return (
    <span className={`${cls('identifier')} row gap-4`}>
      <span className="one-line" title={text}>
        <Verbatim>{text}</Verbatim>
      </span>
      <CopyButton text={text} what={what} />
    </span>
  );
}
