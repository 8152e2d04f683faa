import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DocumentChoice, DocumentDetail } from '#shared/ipc/documents.ts';
import { call } from '../../bridge.ts';
import { greet, writeToVendor, type MailContact, type MailDraft } from '../../mail-draft.ts';
import { navigate, useNavigation } from '../../stores/navigation.ts';
import { useStart } from '../../stores/session.ts';
import { useToasts } from '../../stores/toasts.ts';
import { tellDone, stepAbout, undoStep } from '../../stores/undo.ts';
import { decisionWord, documentName } from './document-labels.ts';
import type { DecidedHere, Queue } from './review-queue-store.ts';

type LastDecision =
  | { kind: 'decided'; choice: DocumentChoice; name: string; jobId: string }
  | { kind: 'undone' };

export type Decisions = ReturnType<typeof useDecisions>;

/** The note and the decisions of this visit to the screen. A note belongs to one document. */
export function useDecisions(
  jobId: string | null,
  detail: DocumentDetail | null,
  queue: Queue,
  query: Record<string, string>,
  onChanged: (detail: DocumentDetail) => void,
) {
  const { host } = useStart();
  const [written, setWritten] = useState<{ jobId: string | null; note: string }>({ jobId, note: '' });
  const [pending, setPending] = useState<DocumentChoice | null>(null);
  const [problem, setProblem] = useState<{ jobId: string | null; sentence: string } | null>(null);
  const [last, setLast] = useState<LastDecision | null>(null);
  const [decided, setDecided] = useState<DecidedHere>(new Map());
  // A key may be pressed before the last decision is drawn, so the next document is chosen by this ref.
  const decidedNow = useRef(decided);
  function noteDecided(next: DecidedHere): void {
    decidedNow.current = next;
    setDecided(next);
  }
  /** The step of the undo stack that the toast of the last decision offers. */
  const lastStep = useRef<number | null>(null);
  const note = written.jobId === jobId ? written.note : '';

  async function decide(choice: DocumentChoice): Promise<void> {
    if (pending !== null || detail === null) return;
    setPending(choice);
    setProblem(null);
    const sentence = await carryOut(choice, detail);
    setPending(null);
    if (sentence !== null) setProblem({ jobId, sentence });
  }

  async function carryOut(choice: DocumentChoice, open: DocumentDetail): Promise<string | null> {
    const next = queue.after(open.jobId, decidedNow.current);
    let takeBack: (() => Promise<unknown>) | null = null;
    if (choice === 'ask_new_copy') {
      const noted = await writeToVendor(open.vendor, host, (contact) => newCopyRequest(open, contact));
      if (typeof noted === 'string') return noted;
      takeBack = noted;
    }
    const kept = await call('documents.decide', { jobId: open.jobId, choice, note: note.trim() });
    if (!kept.ok) return kept.error.message;
    // Synchronous, so place and decision render together.
    flushSync(() => {
      setPending(null);
      noteDecided(new Map([...decidedNow.current, [open.jobId, choice]]));
      setLast({ kind: 'decided', choice, name: documentName(open), jobId: open.jobId });
      if (next === null) onChanged(kept.value);
      if (isHere())
        navigate({ screen: 'documents', path: next === null ? [] : [next.jobId], query }, false, true);
    });
    // Only the last decision keeps its toast.
    if (lastStep.current !== null) useToasts.getState().forget(lastStep.current);
    lastStep.current = tellDone(
      `${documentName(open)}: ${decisionWord(choice).toLowerCase()}`,
      async () => {
        await takeBack?.();
        return undoDecision(open.jobId);
      },
      { about: aboutDecision(open.jobId) },
    );
    return null;
  }

  async function undoDecision(of: string): Promise<string> {
    const undone = await call('documents.undoDecision', { jobId: of });
    if (!undone.ok) return undone.error.message;
    setLast({ kind: 'undone' });
    noteDecided(new Map([...decidedNow.current].filter(([id]) => id !== of)));
    queue.toReview.reload();
    if (isHere()) navigate({ screen: 'documents', path: [of], query });
    return `Decision undone: ${documentName(undone.value)}`;
  }

  async function undo(): Promise<void> {
    const step = last?.kind === 'decided' ? stepAbout(aboutDecision(last.jobId)) : null;
    if (step !== null) await undoStep(step.id);
  }

  return {
    note,
    setNote: (text: string) => setWritten({ jobId, note: text }),
    pending,
    problem: problem?.jobId === jobId ? problem.sentence : null,
    last,
    /** Decisions of this visit by job ID; the queue drops those documents a moment later. */
    decided,
    decide,
    undo,
    reopenSkipped: () =>
      noteDecided(new Map([...decidedNow.current].filter(([, choice]) => choice !== 'skip'))),
  };
}

const isHere = (): boolean => useNavigation.getState().route.screen === 'documents';

const aboutDecision = (jobId: string): string => `document ${jobId}`;

function newCopyRequest(
  detail: Pick<DocumentDetail, 'documentType' | 'result'>,
  vendor: MailContact | null,
): MailDraft {
  const kind = detail.documentType == null || detail.documentType === '' ? 'document' : detail.documentType;
  const result = detail.result?.value;
  const remarks = [result?.qualityDetails?.feedback, result?.errors]
    .map((text) => text?.trim() ?? '')
    .filter((text) => text !== '');
  return {
    to: vendor?.email ?? '',
    subject: `New copy of your ${kind}`,
    body: [
      greet(vendor),
      '',
      `We can’t read the copy of your ${kind} well enough.`,
      ...(remarks.length === 0
        ? []
        : ['', 'Our document check found:', ...remarks.map((text) => `“${text}”`)]),
      '',
      'Please send a new copy: flat, in even light, with all four corners visible.',
      '',
      'Thank you',
    ].join('\n'),
  };
}
