import { Check, Mail, Pencil } from 'lucide-react';
import { memo, useRef, type ReactNode } from 'react';
import type { DocumentChoice, DocumentDetail } from '#shared/ipc/documents.ts';
import { adviceAction, type AdvisedAction } from '#shared/service/score.ts';
import { bindClasses } from '../../class-names.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { KeyCap } from '../../components/key-cap.tsx';
import { Problem } from '../../components/message-block.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useWorkspace } from '../../stores/session.ts';
import barStyles from './decision-bar.module.css';
import type { Decisions } from './decisions.ts';
import { decisionWord, getOtherId, isProcessing, type DetailProps } from './document-labels.ts';
import { Picture } from './picture.tsx';
import { ResultPanel } from './result-panel.tsx';
import styles from './review.module.css';

const cls = bindClasses(styles);
const bar = bindClasses(barStyles);

// Most of the screen, not drawn again while a note is typed or a decision saved.
const Paper = memo(Picture);
const Data = memo(ResultPanel);

/** One open document; the decision bar stays while the next one loads. */
export function Review({
  detail,
  decisions,
  onChanged,
}: Pick<DetailProps, 'onChanged'> & { detail: DocumentDetail | null; decisions: Decisions }) {
  const threshold = useWorkspace().settings.scoreThreshold;
  const errors = detail?.result?.value.errors ?? '';
  return (
    <div className={`${cls('review')} stack fills-column narrows`}>
      <div className={`${cls('main')} fills-column flex`}>
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
        decisions={decisions}
      />
    </div>
  );
}

/** The last decision with undo; before the first, where decisions are saved. */
export function LastDecisionMessage({ decisions: { last, undo } }: { decisions: Decisions }): ReactNode {
  if (last === null) {
    return (
      <span title="The service can’t receive decisions.">
        Kept on this computer.
        <span className={cls('why')}> The service can’t receive decisions.</span>
      </span>
    );
  }
  if (last.kind === 'undone') return 'Last decision undone.';
  return (
    <span className="row gap-8">
      <span className="one-line">{`${decisionWord(last.choice)}: ${last.name}`}</span>
      <LinkButton size="small" onPress={() => void undo()}>
        Undo
      </LinkButton>
    </span>
  );
}

interface DecisionBarProps {
  advice: AdvisedAction;
  ready: boolean;
  decisions: Decisions;
}

function DecisionBar({ advice, ready, decisions }: DecisionBarProps) {
  const { pending, note, problem, setNote, decide } = decisions;
  const input = useRef<HTMLInputElement>(null);
  const enabled = ready && pending === null;
  useShortcut(shortcutKeys.note, () => input.current?.focus());
  useShortcut(shortcutKeys.accept, () => void decide('accept'), { enabled });
  useShortcut(shortcutKeys.askNewCopy, () => void decide('ask_new_copy'), { enabled });
  useShortcut(shortcutKeys.skip, () => void decide('skip'), { enabled });
  const choice = (id: DocumentChoice, keys: string) => ({
    size: 'large' as const,
    keys,
    disabled: !ready,
    pending: pending === id,
    onPress: () => void decide(id),
  });
  return (
    <footer className={`${bar('bar')} subtle fixed edge-above`} aria-label="Decision">
      <Problem error={problem} slim within={bar('problem')} />
      <div className={`${bar('row')} row gap-8 pad-0-12`}>
        <div className={`${bar('noteBox')} surface row gap-8 faint pad-0-10 boxed-control rounded ring-near`}>
          <Icon of={Pencil} />
          <input
            ref={input}
            type="text"
            className="text grow no-padding no-border no-outline no-ground"
            aria-label="Note"
            placeholder="Add a note"
            value={note}
            maxLength={4000}
            onChange={(event) => setNote(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape' || event.key === 'Enter') {
                event.preventDefault();
                event.currentTarget.blur();
              }
            }}
          />
          {note === '' ? <KeyCap keys={shortcutKeys.note} /> : null}
        </div>
        <div className={`${bar('words')} clipped quiet-note narrows`} role="status">
          <LastDecisionMessage decisions={decisions} />
        </div>
        <Button {...choice('skip', shortcutKeys.skip)}>Skip</Button>
        <Button
          {...choice('accept', shortcutKeys.accept)}
          icon={Check}
          variant={advice === 'accept' ? 'primary' : 'secondary'}
        >
          Accept
        </Button>
        <Button
          {...choice('ask_new_copy', shortcutKeys.askNewCopy)}
          icon={Mail}
          variant={advice === 'ask' ? 'primary' : 'secondary'}
        >
          Ask for a new copy
        </Button>
      </div>
    </footer>
  );
}
