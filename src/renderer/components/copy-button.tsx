import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { SmallButton, IconButton } from './button.tsx';

type CopyState = 'ready' | 'copied' | 'refused';

interface CopyButtonProps {
  text: string | (() => string);
  what: string;
  word?: string;
}

/** Copies a text and says so. `what` names it: "Copy the vendor ID". Without `word` it is an icon alone. */
export function CopyButton({ text, what, word }: CopyButtonProps) {
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
    <SmallButton variant="quiet" icon={icon} label={said} onPress={() => void copy()}>
      {state === 'ready' ? word : said}
    </SmallButton>
  );
}
