import { Unplug } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { EventPayload } from '#shared/ipc/contract.ts';
import { bindClasses } from '../class-names.ts';
import { Icon } from '../components/icon.tsx';
import { followHost, useHost } from '../stores/reloading.ts';
import styles from './host-gone.module.css';

const cls = bindClasses(styles);

/** Covers the page and blocks it while its host is away. */
export function HostGone() {
  const state = useHost((store) => store.state);
  useEffect(() => followHost(), []);
  return state === 'here' ? null : <Notice state={state} />;
}

type Absence = Exclude<EventPayload<'host.changed'>, 'here'>;

const notices: Record<Absence, { title: string; meaning: string; way: string }> = {
  gone: {
    title: 'Gangway stopped',
    meaning: 'Nothing queued is lost. Nothing is sent until Gangway runs again.',
    way: 'Start Gangway again and open the address that it prints.',
  },
  unknown_here: {
    title: 'This page lost its connection to Gangway',
    meaning: 'Nothing queued is lost.',
    way: 'If Gangway was restarted, press Enter in the terminal where it runs; it prints a new address. Open that in this browser.',
  },
  not_signed_in: {
    title: 'This page is not signed in to Gangway',
    meaning: 'Gangway keeps working on what is queued. This page does not show it yet.',
    way: 'Press Enter in the terminal where Gangway runs; it prints a new address, which works once. Open that in this browser.',
  },
};

function Notice({ state }: { state: Absence }) {
  const { title, meaning, way } = notices[state];
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    if (shown === null) return undefined;
    // Blocks the shortcuts of the screen below.
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
      className={`${cls('notice')} whole-width whole-height no-margin no-border text`}
      aria-labelledby="host-gone-title"
      aria-describedby="host-gone-words"
      onCancel={(event) => event.preventDefault()}
      // A browser may still close it at a second Escape.
      onClose={() => dialog.current?.showModal()}
    >
      <div className={`${cls('column')} stack gap-12`}>
        <span className={cls('icon')}>
          <Icon of={Unplug} size={20} />
        </span>
        <h1 id="host-gone-title" className="title no-outline" tabIndex={-1}>
          {title}
        </h1>
        <div id="host-gone-words" className="stack gap-8">
          <p>{meaning}</p>
          <p>{way}</p>
          <p className="quiet">
            {state === 'not_signed_in'
              ? 'Then this page continues automatically.'
              : 'Then this page continues automatically and keeps what you typed.'}
          </p>
        </div>
      </div>
    </dialog>
  );
}
