import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { bindClasses } from '../class-names.ts';
import { FactList } from './fact-list.tsx';
import styles from './identifier.module.css';
import { Disclosure } from './raw-record.tsx';
import { Verbatim } from './service-word.tsx';

type CopyState = 'ready' | 'copied' | 'refused';

/** Copies a text and says so. `what` names it: "Copy the vendor ID". Without `word` it is an icon alone. */
export function CopyButton({
  text,
  what,
  word,
}: {
  text: string | (() => string);
  what: string;
  word?: string;
}) {
  const [state, setState] = useState<CopyState>('ready');
  useEffect(() => {
    if (state === 'ready') return undefined;
    const timer = setTimeout(() => setState('ready'), 2000);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setState('copied');
    } catch {
      setState('refused');
    }
  }

  const said = {
    ready: `Copy ${what}`,
    copied: 'Copied',
    refused: 'Could not copy. Select the text instead.',
  }[state];
  const icon = state === 'copied' ? Check : Copy;
  if (word === undefined) return <IconButton icon={icon} label={said} onPress={() => void copy()} />;
  return (
    <Button variant="quiet" size="small" icon={icon} label={said} onPress={() => void copy()}>
      {state === 'ready' ? word : said}
    </Button>
  );
}

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
