import { Check, Mail, Pencil } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import type { AdvisedAction } from '#shared/service/score.ts';
import type { DocumentChoice } from '#shared/ipc/documents.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { KeyCap } from '../../components/key-cap.tsx';
import { Problem } from '../../components/problem.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import styles from './decision-bar.module.css';

const cls = bindClasses(styles);

/** The decisions on a document. The main button follows the advice; none of them ever moves. */
export function DecisionBar({
  advice,
  ready,
  pending,
  note,
  problem,
  words,
  onNote,
  onDecide,
}: {
  advice: AdvisedAction;
  /** Whether there is a result to decide on. */
  ready: boolean;
  pending: DocumentChoice | null;
  note: string;
  problem: string | null;
  /** What was decided last, or where decisions are kept. */
  words: ReactNode;
  onNote: (note: string) => void;
  onDecide: (choice: DocumentChoice) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const enabled = ready && pending === null;
  useShortcut(shortcutKeys.note, () => input.current?.focus());
  useShortcut(shortcutKeys.accept, () => onDecide('accept'), { enabled });
  useShortcut(shortcutKeys.askNewCopy, () => onDecide('ask_new_copy'), { enabled });
  useShortcut(shortcutKeys.skip, () => onDecide('skip'), { enabled });
  return (
    <footer className={`${cls('bar')} subtle fixed`} aria-label="Decision">
      {problem === null ? null : (
        <div className={cls('problem')}>
          <Problem error={problem} slim />
        </div>
      )}
      <div className={`${cls('row')} row gap-8`}>
        <div className={`${cls('noteBox')} surface row gap-8 faint`}>
          <Icon of={Pencil} />
          <input
            ref={input}
            type="text"
            className={`${cls('note')} text grow`}
            aria-label="Note"
            placeholder="Add a note"
            value={note}
            maxLength={4000}
            onChange={(event) => onNote(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape' || event.key === 'Enter') {
                event.preventDefault();
                event.currentTarget.blur();
              }
            }}
          />
          {note === '' ? <KeyCap keys={shortcutKeys.note} /> : null}
        </div>
        <div className={`${cls('words')} clipped quiet-note narrows`} role="status">
          {words}
        </div>
        <Button
          size="large"
          keys={shortcutKeys.skip}
          disabled={!ready}
          pending={pending === 'skip'}
          onPress={() => onDecide('skip')}
        >
          Skip
        </Button>
        <Button
          size="large"
          icon={Check}
          variant={advice === 'accept' ? 'primary' : 'secondary'}
          keys={shortcutKeys.accept}
          disabled={!ready}
          pending={pending === 'accept'}
          onPress={() => onDecide('accept')}
        >
          Accept
        </Button>
        <Button
          size="large"
          icon={Mail}
          variant={advice === 'ask' ? 'primary' : 'secondary'}
          keys={shortcutKeys.askNewCopy}
          disabled={!ready}
          pending={pending === 'ask_new_copy'}
          onPress={() => onDecide('ask_new_copy')}
        >
          Ask for a new copy
        </Button>
      </div>
    </footer>
  );
}
