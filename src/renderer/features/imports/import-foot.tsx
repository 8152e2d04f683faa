import { Check, CircleX, Copy, Download, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { pluralize, countText } from '#shared/base/pluralize.ts';
import type { ImportFilter, ImportStatus } from '#shared/ipc/imports.ts';
import { queueHold } from '#shared/words/queue-hold.ts';
import { call } from '../../bridge.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Problem } from '../../components/message-block.tsx';
import { ProgressSegments } from '../../components/progress-segments.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useAction } from '../../stores/action.ts';
import { navigate } from '../../stores/navigation.ts';
import { saveText } from '../../stores/export-file.ts';
import { useCondition } from '../../stores/sync.ts';
import { tellDone } from '../../stores/undo.ts';
import { clockTime } from '../../time.ts';
import styles from './import-foot.module.css';
import { cancelImport, showRows } from './import-store.ts';
import { listLabels, type ListLabels } from './list-labels.tsx';

const cls = bindClasses(styles);

export function ImportFoot({ status }: { status: ImportStatus }) {
  const { importId, list, counts, phase, mappingProblem } = status;
  const words = listLabels[list];
  const queue = useAction('imports.queue');
  const problems = useAction('imports.problems');
  const open = counts.problems + counts.duplicates;
  const ready = phase.kind === 'ready' && mappingProblem === null && counts.ready > 0;

  async function queueAll(): Promise<void> {
    const result = await queue.run({ importId, expected: counts.ready });
    if (!result.ok) return;
    const { batch, queued, notBefore: until } = result.value;
    tellDone(`${pluralize(queued, words.one, words.many)} queued`, () => undoQueue(batch, words), { until });
    navigate(words.parent.target);
  }

  async function save(): Promise<void> {
    const result = await problems.run({ importId });
    if (result.ok) saveText(result.value);
  }

  useShortcut(shortcutKeys.queue, () => void queueAll(), { enabled: ready && !queue.pending });
  const held = queueHold(useCondition(), clockTime) !== null;
  const error = queue.error ?? problems.error;
  const figure = (show: ImportFilter, tone: 'ready' | 'neg' | 'cau', icon: LucideIcon, words: ReactNode) => (
    <button
      type="button"
      className={`${cls('figure', tone)} no-padding no-border no-ground`}
      onClick={() => showRows(list, show)}
    >
      <Icon of={icon} /> {words}
    </button>
  );
  return (
    <footer>
      <Problem title="Nothing was queued." error={error} within="pad-gutter-8" />
      <div className={`${cls('foot')} subtle row gap-8 pad-gutter-8 edge-above`}>
        <div className={`${cls('sum')} stack grows gap-8 narrows`}>
          <p className={`${cls('counts')} clipped figures unbroken flex`}>
            {figure('ready', 'ready', Check, <strong>{countText(counts.ready)} ready</strong>)}
            {counts.problems === 0
              ? null
              : figure(
                  'problems',
                  'neg',
                  CircleX,
                  pluralize(counts.problems, 'with a problem', 'with problems'),
                )}
            {counts.duplicates === 0
              ? null
              : figure('duplicates', 'cau', Copy, pluralize(counts.duplicates, 'duplicate'))}
            {open === 0 ? null : (
              <span className={`${cls('quiet')} quiet`}>left out until fixed or included</span>
            )}
          </p>
          <ProgressSegments
            withKey={false}
            segments={[
              { id: 'ready', label: 'ready', count: counts.ready, tone: 'pos' },
              { id: 'problems', label: 'with problems', count: counts.problems, tone: 'neg' },
              { id: 'duplicates', label: 'duplicates', count: counts.duplicates, tone: 'cau' },
              { id: 'left', label: 'left out', count: counts.leftOut, tone: 'rest' },
            ]}
          />
        </div>
        {open === 0 ? null : (
          <Button
            icon={Download}
            pending={problems.pending}
            disabled={phase.kind !== 'ready'}
            onPress={() => void save()}
          >
            {open === 1 ? 'Save the row as CSV' : `Save the ${countText(open)} rows as CSV`}
          </Button>
        )}
        <Button onPress={() => void cancelImport()}>{counts.queued === 0 ? 'Cancel' : 'Close list'}</Button>
        <Button
          variant="primary"
          keys={shortcutKeys.queue}
          pending={queue.pending}
          disabled={!ready}
          onPress={() => void queueAll()}
        >
          {`${held ? 'Queue' : words.send} ${pluralize(counts.ready, words.one, words.many)}`}
        </Button>
      </div>
    </footer>
  );
}

/** Cancels what was queued; if nothing was sent yet, the list reopens with all rows. */
async function undoQueue(batch: number, words: ListLabels): Promise<string> {
  const result = await call('imports.undo', { batch });
  if (!result.ok) return `Not everything was canceled. ${result.error.message}`;
  const { takenBack, gone } = result.value;
  const canceled = `${pluralize(takenBack, words.one, words.many)} canceled.`;
  if (gone > 0) return `${canceled} ${countText(gone)} had already been sent.`;
  navigate(words.place);
  return `${canceled} None were sent.`;
}
