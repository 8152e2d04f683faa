import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { classesOf } from '../class-names.ts';
import { useToasts, type Toast } from '../stores/toasts.ts';
import { Icon } from './icon.tsx';
import styles from './toast-area.module.css';

const cls = classesOf(styles);

/** How long a toast stays, in milliseconds. */
const stay = 10_000;

/** Where toasts appear: bottom left of the content. */
export function ToastArea() {
  const toasts = useToasts((store) => store.toasts);
  return (
    <div role="status" className={cls('area')}>
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastItem({ toast }: { toast: Toast }) {
  const { show, dismiss } = useToasts.getState();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => dismiss(toast.id), stay);
    return () => clearTimeout(timer);
  }, [held, toast.id, dismiss]);

  async function undo(take: () => Promise<string>): Promise<void> {
    dismiss(toast.id);
    show({ text: await take(), undo: null });
  }

  const { undo: take } = toast;
  return (
    <div
      className={cls('toast')}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon of={Check} />
      <span>{toast.text}</span>
      {take === null ? null : (
        <button type="button" className={cls('undo')} onClick={() => void undo(take)}>
          Undo
        </button>
      )}
    </div>
  );
}
