import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { bindClasses } from '../../class-names.ts';
import styles from './row-list.module.css';

const cls = bindClasses(styles);

/** A cell while it is edited. Enter saves and goes on to the next problem, Esc puts it back, Tab saves and edits the next. */
export function CellEditor({
  name,
  text,
  onSave,
  onEnd,
  onSaved,
  onNext,
}: {
  name: string;
  text: string;
  onSave: (text: string) => Promise<boolean>;
  onEnd: (how: 'put_back' | 'left') => void;
  /** It was saved with Enter. */
  onSaved: () => void;
  onNext: () => boolean;
}) {
  const [typed, setTyped] = useState(text);
  const input = useRef<HTMLInputElement>(null);
  const closed = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  async function save(): Promise<boolean> {
    return typed === text || (await onSave(typed));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.stopPropagation();
      closed.current = true;
      onEnd('put_back');
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      closed.current = true;
      void save().then((saved) => {
        if (saved) onSaved();
        else closed.current = false;
      });
    } else if (event.key === 'Tab' && !event.shiftKey) {
      closed.current = true;
      void save();
      if (onNext()) event.preventDefault();
    }
  }

  return (
    <>
      <input
        ref={input}
        className={`${cls('editor')} surface`}
        aria-label={name}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (closed.current) return;
          void save().then((saved) => {
            if (saved) onEnd('left');
          });
        }}
      />
      <span className={`${cls('keys')} negative within unbroken row note gap-4`}>
        Enter saves, Esc cancels
      </span>
    </>
  );
}
