import { CopyPlus, ListX, Undo2, WandSparkles } from 'lucide-react';
import { pluralize, countText } from '#shared/base/pluralize.ts';
import type { ImportStatus, RowGroup } from '#shared/ipc/imports.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { Problem } from '../../components/message-block.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useAction } from '../../stores/action.ts';
import styles from './bulk-actions.module.css';

const cls = bindClasses(styles);

export function BulkActions({ status, onShowMended }: { status: ImportStatus; onShowMended: () => void }) {
  const { importId, counts, groups, lastBulk } = status;
  const mend = useAction('imports.mendAll');
  const choose = useAction('imports.chooseAll');
  const undo = useAction('imports.undoBulk');
  const pending = mend.pending || choose.pending || undo.pending;
  const several = groups.filter(({ count }) => count > 1);
  const error = mend.error ?? choose.error ?? undo.error;

  const mendAll = () => void mend.run({ importId });
  const takeBack = () => void undo.run({ importId });
  useShortcut(shortcutKeys.mend, mendAll, { enabled: counts.mendable > 0 && !pending });
  useShortcut(shortcutKeys.undo, takeBack, { enabled: lastBulk !== null && !pending });

  if (counts.mendable === 0 && several.length === 0 && lastBulk === null && error === null) return null;
  return (
    <div className={`${cls('actions')} wrap fixed row gap-8 ruled-below pad-gutter-8`}>
      <Problem error={error} />
      {counts.mendable === 0 ? null : (
        <Button
          size="small"
          icon={WandSparkles}
          keys={shortcutKeys.mend}
          pending={mend.pending}
          disabled={pending}
          onPress={mendAll}
        >
          {counts.mendable === 1 ? 'Fix 1 automatically' : `Fix ${countText(counts.mendable)} automatically`}
        </Button>
      )}
      {several.map(({ group, count }) => (
        <Button
          key={group}
          size="small"
          icon={group === 'title' ? ListX : CopyPlus}
          disabled={pending}
          onPress={() => void choose.run({ importId, group, choice: group === 'title' ? 'out' : 'in' })}
        >
          {groupLabels[group](countText(count))}
        </Button>
      ))}
      {lastBulk === null ? null : (
        <span className={`${cls('done')} inline-row gap-8 quiet`} role="status">
          {doneMessage(lastBulk)}
          {lastBulk.kind === 'mended' && counts.mended > 0 ? (
            <Button variant="link" size="small" label="Show the fixed cells" onPress={onShowMended}>
              Show
            </Button>
          ) : null}
          <Button
            size="small"
            icon={Undo2}
            keys={shortcutKeys.undo}
            pending={undo.pending}
            disabled={pending}
            label={`Undo: ${doneMessage(lastBulk)}`}
            onPress={takeBack}
          >
            Undo
          </Button>
        </span>
      )}
    </div>
  );
}

const groupLabels: Readonly<Record<RowGroup, (all: string) => string>> = {
  invite: (all) => `Include all ${all} invited before`,
  vendor: (all) => `Include all ${all} that are vendors already`,
  verification: (all) => `Include all ${all} submitted before`,
  row: (all) => `Include all ${all} repeated in this list`,
  title: (all) => `Skip all ${all} titles`,
  hidden: (all) => `Include all ${all} hidden rows`,
  inactive: (all) => `Include all ${all} inactive rows`,
  ragged: (all) => `Check all ${all} with more or fewer cells`,
  over_lines: (all) => `Check all ${all} with an open quotation mark`,
  other_headings: (all) => `Check all ${all} below other headings`,
};

type Done = NonNullable<ImportStatus['lastBulk']>;

const doneLabels: Readonly<Record<Done['kind'], [what: string, done: string]>> = {
  mended: ['cell', 'fixed'],
  included: ['row', 'included'],
  skipped: ['row', 'skipped'],
};

function doneMessage({ kind, count }: Done): string {
  const [what, done] = doneLabels[kind];
  return `${pluralize(count, what)} ${done}.`;
}
