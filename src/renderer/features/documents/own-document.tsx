import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { call } from '../../bridge.ts';
import { Button, SmallButton } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { navigate } from '../../stores/navigation.ts';
import { boxClass, DropHint, Progress, useDropBox } from '../paper/paper-panel.tsx';
import { processDocument } from '../paper/process-document.ts';

type Phase =
  | { kind: 'empty'; problem: string | null }
  | { kind: 'reading'; share: number }
  | { kind: 'giving' };

export function OwnDocument({ onClose }: { onClose: () => void }) {
  const [phase, setPhase] = useState<Phase>({ kind: 'empty', problem: null });
  const reading = useRef(new AbortController());
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
      reading.current.abort();
    };
  }, []);

  const end = useRef<HTMLButtonElement>(null);
  const isEmpty = phase.kind === 'empty';
  useLayoutEffect(() => {
    // The pressed button is gone.
    if (!isEmpty && document.activeElement === document.body) end.current?.focus();
  }, [isEmpty]);

  async function give(file: Blob): Promise<void> {
    reading.current.abort();
    reading.current = new AbortController();
    setPhase({ kind: 'reading', share: 0 });
    const processed = await processDocument(file, reading.current.signal, (share) =>
      setPhase((now) => (now.kind === 'reading' ? { kind: 'reading', share } : now)),
    );
    if (processed === null) return;
    if (!processed.ok) {
      setPhase({ kind: 'empty', problem: processed.sentence });
      return;
    }
    setPhase({ kind: 'giving' });
    const given = await call('practice.giveDocument', processed.document);
    // A person who has left stays there; the document is in the list.
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
        <>
          {phase.problem === null ? null : (
            <div className="below-12">
              <MessageBlock tone="neg" slim live title={phase.problem}>
                Nothing was added. Try another copy.
              </MessageBlock>
            </div>
          )}
          <Choose onChoose={(file) => void give(file)} />
        </>
      ) : (
        <div className={boxClass}>
          {phase.kind === 'reading' ? (
            <Progress share={phase.share}>Reading the first page …</Progress>
          ) : (
            <Progress share={1}>Saving …</Progress>
          )}
        </div>
      )}
    </DialogFrame>
  );
}

function Choose({ onChoose }: { onChoose: (file: Blob) => void }) {
  const { box, input, choose } = useDropBox('Document to try', onChoose);
  return (
    <div {...box}>
      {input}
      <DropHint what="a photo, a scan or a PDF">
        A license, a W-9 or a certificate of insurance. Its first page is read.
      </DropHint>
      <div>
        <SmallButton autoFocus onPress={choose}>
          Choose a document
        </SmallButton>
      </div>
    </div>
  );
}
