import { memo, type ReactNode } from 'react';
import type { DocumentDetail } from '#shared/ipc/documents.ts';
import { adviceAction } from '#shared/service/score.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { useWorkspace } from '../../stores/session.ts';
import { DecisionBar } from './decision-bar.tsx';
import type { Decisions, LastDecision } from './decisions.ts';
import { decisionWord, isProcessing, getOtherId } from './document-labels.ts';
import { Picture } from './picture.tsx';
import { ResultPanel } from './result-panel.tsx';
import styles from './review.module.css';

const cls = bindClasses(styles);

// They are most of the screen, and stay as they are while a note is written or a decision kept.
const Paper = memo(Picture);
const Data = memo(ResultPanel);

/** One document: its picture, what was read from it, and the decisions. The bar stays while the next one is read. */
export function Review({
  detail,
  decisions,
  onChanged,
}: {
  detail: DocumentDetail | null;
  decisions: Decisions;
  onChanged: (detail: DocumentDetail) => void;
}) {
  const threshold = useWorkspace().settings.scoreThreshold;
  const { decide, undo } = decisions;
  const errors = detail?.result?.value.errors ?? '';
  return (
    <div className={`${cls('review')} stack fills-column narrows`}>
      <div className={`${cls('main')} fills-column`}>
        {detail === null ? null : (
          <>
            <Paper detail={detail} onChanged={onChanged} />
            <Data key={`panel ${detail.jobId}`} detail={detail} onChanged={onChanged} />
          </>
        )}
      </div>
      <DecisionBar
        advice={
          detail === null || getOtherId(detail) !== null
            ? 'none'
            : adviceAction(detail.score, threshold, errors)
        }
        ready={detail !== null && detail.result !== null && (!isProcessing(detail) || errors !== '')}
        pending={decisions.pending}
        note={decisions.note}
        problem={decisions.problem}
        words={<LastDecisionMessage last={decisions.last} onUndo={() => void undo()} />}
        onNote={decisions.setNote}
        onDecide={(choice) => void decide(choice)}
      />
    </div>
  );
}

/** What was decided last, with a way back; at first, where decisions are kept. */
export function LastDecisionMessage({
  last,
  onUndo,
}: {
  last: LastDecision | null;
  onUndo: () => void;
}): ReactNode {
  if (last === null) {
    return (
      <span title="The service can’t receive decisions.">
        Kept on this computer.
        <span className={cls('why')}> The service can’t receive decisions.</span>
      </span>
    );
  }
  switch (last.kind) {
    case 'undone':
      return 'Last decision undone.';
    case 'decided':
      return (
        <span className="row gap-8">
          <span className="one-line">{`${decisionWord(last.choice)}: ${last.name}`}</span>
          <Button variant="link" size="small" onPress={onUndo}>
            Undo
          </Button>
        </span>
      );
  }
}
