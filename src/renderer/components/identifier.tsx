import { bindClasses } from '../class-names.ts';
import { CopyButton } from './copy-button.tsx';
import { FactList } from './fact-list.tsx';
import styles from './identifier.module.css';
import { Disclosure } from './raw-record.tsx';
import { Verbatim } from './service-word.tsx';

const cls = bindClasses(styles);

interface Id {
  label: string;
  text: string;
  what: string;
}

export function entryIds({ entryId, idempotencyKey }: { entryId: string; idempotencyKey: string }): Id[] {
  return [
    { label: 'Item ID', text: entryId, what: 'the item ID' },
    { label: 'Key of its tries', text: idempotencyKey, what: 'the key' },
  ];
}

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
