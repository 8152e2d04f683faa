import { Ban, Check, Send } from 'lucide-react';
import { useState } from 'react';
import { counted } from '#shared/base/counted.ts';
import { entryLabels } from '#shared/outbox/entry-labels.ts';
import { entryKind, type EntryKind } from '#shared/outbox/outbox.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Problem } from '../../components/message-block.tsx';
import { entryKindViews } from '../../entry-kinds.ts';
import { bindClasses } from '../../class-names.ts';
import { useLive } from '../../stores/live.ts';
import { tellDecided } from '../../stores/undo.ts';
import styles from './decide-doubts.module.css';

const cls = bindClasses(styles);

type Decision = 'send_again' | 'mark_as_sent' | 'cancel';

interface Asked {
  kind: EntryKind;
  decision: Decision;
  /** What the person was told of; what comes into doubt meanwhile is not decided along with it. */
  ids: readonly string[];
}

const decisions = [
  { decision: 'send_again', event: 'sent_again', label: 'Send again', ofMany: 'Send all again', icon: Send },
  {
    decision: 'mark_as_sent',
    event: 'marked_as_sent',
    label: 'Mark as sent',
    ofMany: 'Mark all as sent',
    icon: Check,
  },
  { decision: 'cancel', event: 'cancelled', label: 'Cancel', ofMany: 'Cancel all', icon: Ban },
] as const;

function getCounted(kind: EntryKind, count: number): string {
  const { one, many } = entryLabels[kind].labels;
  return counted(count, one, many);
}

function getTitle({ kind, decision, ids }: Asked): string {
  const many = getCounted(kind, ids.length);
  switch (decision) {
    case 'send_again':
      return `Send ${many} again?`;
    case 'mark_as_sent':
      return `Mark ${many} as sent?`;
    case 'cancel':
      return `Cancel ${many}?`;
  }
}

function getConsequence({ kind, decision, ids }: Asked): string {
  const view = entryKindViews[kind];
  const isOne = ids.length === 1;
  switch (decision) {
    case 'send_again':
      return view.sendAgain.ofAll(isOne);
    case 'mark_as_sent':
      return view.markAsSent.ofAll(isOne);
    case 'cancel':
      return view.cancel.ofAll(isOne);
  }
}

/** Decides on all that may have been sent, each kind in one go. */
export function DecideDoubts() {
  const { state } = useLive('outbox.inDoubt', null, [{ event: 'entries.changed', id: null }]);
  const [asked, setAsked] = useState<Asked | null>(null);
  if (state.kind === 'loading') return null;
  if (state.kind === 'failed') {
    return <Problem error={state.error} />;
  }
  const kinds = entryKind.options.filter((kind) => state.value[kind].length > 0);
  return (
    <>
      {kinds.map((kind) => {
        const ids = state.value[kind];
        return (
          <div
            key={kind}
            role="group"
            aria-label={`Decide on ${getCounted(kind, ids.length)}`}
            className="row wrap gap-8 above-8"
          >
            <span className={`${cls('count')} medium`}>{getCounted(kind, ids.length)}</span>
            {decisions.map(({ decision, label, ofMany, icon }) => (
              <Button
                key={decision}
                size="small"
                icon={icon}
                onPress={() => setAsked({ kind, decision, ids })}
              >
                {ids.length === 1 ? label : ofMany}
              </Button>
            ))}
          </div>
        );
      })}
      {asked === null ? null : (
        <ConfirmDialog
          title={getTitle(asked)}
          confirmLabel={decisions.find(({ decision }) => decision === asked.decision)?.label ?? ''}
          danger={asked.decision === 'cancel'}
          {...(asked.decision === 'cancel'
            ? { cancelLabel: asked.ids.length === 1 ? 'Keep it' : 'Keep them' }
            : {})}
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            const result = await call('outbox.decideMany', {
              entryIds: [...asked.ids],
              decision: asked.decision,
            });
            if (!result.ok) return result.error.message;
            const { changed, notBefore } = result.value;
            const event = decisions.find(({ decision }) => decision === asked.decision)?.event;
            if (event !== undefined) tellDecided(event, asked.kind, changed, notBefore);
            return null;
          }}
        >
          {getConsequence(asked)}
        </ConfirmDialog>
      )}
    </>
  );
}
