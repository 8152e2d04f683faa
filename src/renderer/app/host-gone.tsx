import { Unplug } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { classesOf } from '../class-names.ts';
import { Icon } from '../components/icon.tsx';
import { followHost, useHost } from '../stores/host.ts';
import styles from './host-gone.module.css';

const cls = classesOf(styles);

/** Lies over everything while the page's host is not there: nothing below holds any more, and nothing of it can be used. */
export function HostGone() {
  const state = useHost((store) => store.state);
  useEffect(() => followHost(), []);
  return state === 'here' ? null : <Notice known={state === 'gone'} />;
}

function Notice({ known }: { known: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    if (shown === null) return undefined;
    // Keys of the screen below do nothing either.
    const keep = (event: Event) => event.stopPropagation();
    shown.addEventListener('keydown', keep);
    shown.showModal();
    return () => {
      shown.removeEventListener('keydown', keep);
      shown.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={cls('notice')}
      aria-labelledby="host-gone-title"
      aria-describedby="host-gone-words"
      onCancel={(event) => event.preventDefault()}
      // A browser may close it at a second Escape all the same.
      onClose={() => dialog.current?.showModal()}
    >
      <div className={cls('column')}>
        <span className={cls('icon')}>
          <Icon of={Unplug} size={20} />
        </span>
        <h1 id="host-gone-title" className={cls('title')} tabIndex={-1}>
          Gangway stopped
        </h1>
        <div id="host-gone-words" className={cls('words')}>
          <p>Nothing queued is lost. Nothing is sent until Gangway runs again.</p>
          {known ? (
            <p>Start Gangway again and open the address that it prints.</p>
          ) : (
            <p>
              It was started again since, and does not know this page. Press Enter in the terminal where
              Gangway runs; it prints a new address. Open that in this browser.
            </p>
          )}
          <p className={cls('more')}>This page goes on by itself then, with what you typed.</p>
        </div>
      </div>
    </dialog>
  );
}
