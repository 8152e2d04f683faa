import { FileUp } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { call } from '../../bridge.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { navigate } from '../../stores/navigation.ts';
import { useIncomingFile } from '../paper/incoming-file.ts';
import { processDocument } from '../paper/process-document.ts';
import styles from './own-document.module.css';

const cls = bindClasses(styles);

type Phase =
  | { kind: 'empty'; problem: string | null }
  | { kind: 'reading'; share: number }
  | { kind: 'giving' };

/** Gives the practice service a document of the person's own, which is read and judged by this page, and opens its result. */
export function OwnDocument({ onClose }: { onClose: () => void }) {
  const [phase, setPhase] = useState<Phase>({ kind: 'empty', problem: null });
  const stop = useRef<() => void>(() => undefined);
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
      stop.current();
    };
  }, []);

  const end = useRef<HTMLButtonElement>(null);
  const isEmpty = phase.kind === 'empty';
  useLayoutEffect(() => {
    // The button that was pressed is gone.
    if (!isEmpty && document.activeElement === document.body) end.current?.focus();
  }, [isEmpty]);

  async function give(file: Blob): Promise<void> {
    stop.current();
    setPhase({ kind: 'reading', share: 0 });
    const work = processDocument(file, (share) =>
      setPhase((now) => (now.kind === 'reading' ? { kind: 'reading', share } : now)),
    );
    stop.current = work.stop;
    const processed = await work.processed;
    if (processed === null) return;
    if (!processed.ok) {
      setPhase({ kind: 'empty', problem: processed.sentence });
      return;
    }
    setPhase({ kind: 'giving' });
    const given = await call('practice.giveDocument', processed.document);
    // A person who has gone elsewhere stays there; the document is in the list.
    if (!open.current) return;
    if (given.ok) navigate({ screen: 'documents', path: [given.value.jobId] }, true);
    else setPhase({ kind: 'empty', problem: given.error.message });
  }

  return (
    <DialogFrame
      title="Try your own document"
      subtitle="The practice service scores it on this computer. It is not sent anywhere, and is kept with the practice data."
      width={560}
      onClose={onClose}
      foot={
        <Button ref={end} onPress={onClose}>
          {phase.kind === 'giving' ? 'Close' : 'Cancel'}
        </Button>
      }
    >
      {phase.kind === 'empty' ? (
        <Choose problem={phase.problem} onChoose={(file) => void give(file)} />
      ) : (
        <div className={`${cls('panel')} subtle row-top gap-4`} role="status">
          <p className="medium">{phase.kind === 'reading' ? 'Reading the first page …' : 'Saving …'}</p>
          <progress
            className={`${cls('progress')} whole-width`}
            aria-label="Read so far"
            max={1}
            value={phase.kind === 'reading' ? phase.share : 1}
          />
        </div>
      )}
    </DialogFrame>
  );
}

/** Where a file is dropped, pasted or chosen, and why the last one was not taken. */
function Choose({ problem, onChoose }: { problem: string | null; onChoose: (file: Blob) => void }) {
  const { over, dropping } = useIncomingFile(onChoose);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {problem === null ? null : (
        <div className={cls('problem')}>
          <MessageBlock tone="neg" slim live title={problem}>
            Nothing was added. Try another copy.
          </MessageBlock>
        </div>
      )}
      <div className={`${cls('panel', over && 'over')} subtle row-top gap-4`} {...dropping}>
        <Icon of={FileUp} size={20} />
        <p className="medium">Drop or paste a photo, a scan or a PDF, or choose one</p>
        <p className="quiet">A license, a W-9 or a certificate of insurance. Its first page is read.</p>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Document to try"
          accept="image/*,.tif,.tiff,.pdf,application/pdf"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            event.currentTarget.value = '';
            if (file !== undefined) onChoose(file);
          }}
        />
        <div className="space-above">
          <Button size="small" autoFocus onPress={() => input.current?.click()}>
            Choose a document
          </Button>
        </div>
      </div>
    </>
  );
}
