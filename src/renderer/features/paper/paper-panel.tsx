import { FileUp } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { pictureTypes } from '#shared/base/picture-file.ts';
import { bindClasses } from '../../class-names.ts';
import { SmallButton } from '../../components/button.tsx';
import { useFileInput, useFilesDrop } from '../../components/file-input.tsx';
import { Icon } from '../../components/icon.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import styles from './paper-panel.module.css';
import type { PaperReader } from './paper-reader.ts';

const cls = bindClasses(styles);

export const boxClass = `${cls('panel')} subtle stack gap-12 round-card`;

const mainWords = {
  empty: 'Choose a document',
  reading: 'Cancel',
  read: 'Choose another document',
} as const;

interface PaperPanelProps<Field extends string> {
  label: string;
  what: string;
  failed: string;
  reader: PaperReader<Field>;
  actions?: ReactNode;
  children: ReactNode;
}

/** Takes a document to read on this computer; its children show the result. */
export function PaperPanel<Field extends string>(props: PaperPanelProps<Field>) {
  const { label, what, failed, actions, children } = props;
  const { phase, take, cancel, readNext } = props.reader;
  const { box, input, choose } = useDropBox('Document to read', take);
  const main = useRef<HTMLButtonElement>(null);
  const isReading = phase.kind === 'reading';
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    // The pressed button may be gone.
    if (hadFocus.current && document.activeElement === document.body) main.current?.focus();
  }, [isReading]);
  return (
    <section aria-label={label}>
      <div
        {...box}
        onFocus={() => {
          hadFocus.current = true;
        }}
        onBlur={({ relatedTarget }) => {
          if (relatedTarget !== null) hadFocus.current = false;
        }}
      >
        {input}
        {phase.kind === 'empty' ? (
          <>
            {phase.problem === null ? null : (
              <MessageBlock tone="neg" slim live title={phase.problem}>
                {failed}
              </MessageBlock>
            )}
            <DropHint what={what}>It is read on this computer. It is not sent and not kept.</DropHint>
          </>
        ) : null}
        {phase.kind === 'reading' ? <PageProgress {...phase} /> : null}
        {phase.kind === 'read' ? children : null}
        <div className="flow gap-8">
          {isReading ? null : actions}
          {phase.kind === 'read' && phase.page < phase.pages ? (
            <SmallButton onPress={readNext}>Read the next page</SmallButton>
          ) : null}
          <SmallButton
            // A key that is still down when reading ends presses nothing else.
            key={isReading ? 'cancel' : 'choose'}
            ref={main}
            onPress={isReading ? cancel : choose}
          >
            {mainWords[phase.kind]}
          </SmallButton>
        </div>
      </div>
    </section>
  );
}

export function DropHint({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div className="row-top gap-4 column faint-icons">
      <Icon of={FileUp} size={20} />
      <p className="medium">{`Drop or paste ${what}, or choose one`}</p>
      <p className="quiet">{children}</p>
    </div>
  );
}

/** A page takes a few seconds; on a busy computer longer. */
const longMs = 8000;

/** How far a page has been read. Says that reading goes on where that takes long. */
export function PageProgress({ page, pages, share }: { page: number; pages: number; share: number }) {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), longMs);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [page]);
  const which = `page ${page}${pages === 1 ? '' : ` of ${pages}`}`;
  return <Progress share={share}>{`${isLong ? 'Still reading' : 'Reading'} ${which} …`}</Progress>;
}

/** What is under way, and the share that is done, from 0 to 1. */
export function Progress({ share, children }: { share: number; children: string }) {
  return (
    <div className="row-top gap-4 column faint-icons" role="status">
      <p className="medium">{children}</p>
      <progress
        className={`${cls('progress')} whole-width wide-320`}
        aria-label="Read so far"
        max={1}
        value={share}
      />
    </div>
  );
}

/** Takes a document that is dropped on a box, pasted anywhere on the page, or chosen. `box` is for the box's element. */
export function useDropBox(label: string, take: (file: Blob) => void) {
  const chooser = useFileInput(label, pictureTypes, take);
  const { over, drop } = useFilesDrop(([file]) => (file === undefined ? undefined : take(file)), true);
  return { box: { className: `${boxClass} ${cls(over && 'over')}`, ...drop }, ...chooser };
}
