import { FileUp } from 'lucide-react';
import { useLayoutEffect, useRef, type FocusEvent, type ReactNode } from 'react';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { useIncomingFile } from './incoming-file.ts';
import styles from './paper-panel.module.css';
import type { PaperReader } from './paper-reader.ts';
import { ReadingProgress } from './reading-progress.tsx';

const cls = bindClasses(styles);

const mainWords = {
  empty: 'Choose a document',
  reading: 'Cancel',
  read: 'Choose another document',
} as const;

/** Where a document is dropped, pasted or chosen to be read on this computer; what was read stands within it. */
export function PaperPanel<Field extends string>({
  label,
  what,
  failed,
  reader,
  actions,
  children,
}: {
  label: string;
  /** What is dropped here: `a photo, a scan or a PDF of the license`. */
  what: string;
  failed: string;
  reader: PaperReader<Field>;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { phase, take, cancel, readNext } = reader;
  const { over, dropping } = useIncomingFile(take);
  const input = useRef<HTMLInputElement>(null);
  const main = useRef<HTMLButtonElement>(null);
  const isReading = phase.kind === 'reading';
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    // The button that was pressed may be gone.
    if (hadFocus.current && document.activeElement === document.body) main.current?.focus();
  }, [isReading]);
  const focusing = {
    onFocus(): void {
      hadFocus.current = true;
    },
    onBlur({ relatedTarget }: FocusEvent): void {
      if (relatedTarget !== null) hadFocus.current = false;
    },
  };
  return (
    <section aria-label={label}>
      <div className={`${cls('panel', over && 'over')} subtle stack gap-12`} {...dropping} {...focusing}>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Document to read"
          accept="image/*,.tif,.tiff,.pdf,application/pdf"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file !== undefined) take(file);
            event.currentTarget.value = '';
          }}
        />
        {phase.kind === 'empty' ? (
          <>
            {phase.problem === null ? null : (
              <MessageBlock tone="neg" slim live title={phase.problem}>
                {failed}
              </MessageBlock>
            )}
            <div className={`${cls('start')} row-top gap-4`}>
              <Icon of={FileUp} size={20} />
              <p className="medium">{`Drop or paste ${what}, or choose one`}</p>
              <p className="quiet">It is read on this computer. It is not sent and not kept.</p>
            </div>
          </>
        ) : null}
        {phase.kind === 'reading' ? <ReadingProgress {...phase} /> : null}
        {phase.kind === 'read' ? children : null}
        <div className="flow gap-8">
          {isReading ? null : actions}
          {phase.kind === 'read' && phase.page < phase.pages ? (
            <Button size="small" onPress={readNext}>
              Read the next page
            </Button>
          ) : null}
          <Button
            // A key that is still down when reading ends presses nothing else.
            key={isReading ? 'cancel' : 'choose'}
            ref={main}
            size="small"
            onPress={isReading ? cancel : () => input.current?.click()}
          >
            {mainWords[phase.kind]}
          </Button>
        </div>
      </div>
    </section>
  );
}
