import { Check, Info, Undo2 } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { secondsLeft } from '#shared/words/undo-messages.ts';
import { bindClasses } from '../class-names.ts';
import { shortcutKeys } from '../shortcuts.ts';
import { sendDelayed, useDelayedGroup } from '../stores/delayed.ts';
import { useNow } from '../time.ts';
import { type Toast, useToasts } from '../stores/toasts.ts';
import { undoStep, useUndo } from '../stores/undo.ts';
import { Icon } from './icon.tsx';
import { KeyCap } from './key-cap.tsx';
import styles from './toast-area.module.css';

const cls = bindClasses(styles);

const stay = 10_000;

/** Where toasts appear: bottom left of the content, above the bar of buttons where a screen has one there. */
export function ToastArea() {
  const toasts = useToasts((store) => store.toasts);
  const area = useRef<HTMLDivElement>(null);
  const below = useRoomBelow(area, toasts.length > 0);
  return (
    <div
      ref={area}
      role="status"
      className={`${cls('area')} stack gap-8 absolute`}
      style={{ bottom: below + 16 }}
    >
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

const icons = { done: Check, undo: Undo2, note: Info } as const;

function ToastItem({ toast }: { toast: Toast }) {
  const { dismiss } = useToasts.getState();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    // Stays as long as the undo is offered.
    const left = toast.until === null ? 0 : toast.until - Date.now();
    const timer = setTimeout(() => dismiss(toast.id), Math.max(stay, left));
    return () => clearTimeout(timer);
  }, [held, toast.id, toast.until, dismiss]);

  const now = useNow('second');
  const last = useUndo(({ steps }) => steps.at(-1)?.id ?? null);
  const { step, until } = toast;
  // The undo offer ends when its group is sent.
  const waits = useDelayedGroup(until ?? 0) !== null;
  const over = until !== null && !waits && until <= now;
  return (
    <div
      className={`${cls('toast')} within row gap-10 round-card floats`}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon of={icons[toast.icon]} />
      <span className={`${cls('text')} narrows breakable`}>{toast.text}</span>
      {until === null ? null : <Waiting until={until} />}
      {step === null || over ? null : (
        <ToastButton onClick={() => void undoStep(step)}>
          Undo
          {step === last ? <KeyCap keys={shortcutKeys.undo} /> : null}
        </ToastButton>
      )}
    </div>
  );
}

function Waiting({ until }: { until: number }) {
  const group = useDelayedGroup(until);
  const now = useNow('second');
  if (group === null) return null;
  return (
    <>
      <span aria-hidden>{`Sends in ${secondsLeft(until, now)} s`}</span>
      <ToastButton onClick={() => void sendDelayed(until)}>Send now</ToastButton>
    </>
  );
}

function ToastButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className={`${cls('action')} inline-row gap-6 fixed medium pad-0-6`}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** The height in pixels of the buttons at the bottom of the place around `element`; 0 for none. Measured while `needed`. */
function useRoomBelow(element: RefObject<HTMLElement | null>, needed: boolean): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const place = element.current?.parentElement;
    if (!needed || place == null) return undefined;
    function measure(): void {
      if (place != null) setRoom(heightOfFoot(place));
    }
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(place);
    // Each screen has its own footer.
    const content = new MutationObserver(measure);
    content.observe(place, { childList: true, subtree: true });
    return () => {
      sizes.disconnect();
      content.disconnect();
    };
  }, [element, needed]);
  return room;
}

function heightOfFoot(place: HTMLElement): number {
  const edge = place.getBoundingClientRect().bottom;
  const feet = [...place.querySelectorAll('footer')].map((foot) => foot.getBoundingClientRect());
  // A footer may have a margin below.
  const atEdge = feet.filter(({ bottom, height }) => height > 0 && bottom <= edge + 1 && edge - bottom < 24);
  return atEdge.reduce((most, { top }) => Math.max(most, edge - top), 0);
}
