import { countText } from '#shared/base/counted.ts';
import type { ImportStatus } from '#shared/ipc/imports.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { ProgressSegments } from '../../components/progress-segments.tsx';
import styles from './import-screen.module.css';
import { cancelImport } from './import-store.ts';
import { listLabels } from './list-labels.ts';

const cls = bindClasses(styles);

function getStep({ phase, list }: ImportStatus): { text: string; done: number; total: number | null } {
  switch (phase.kind) {
    case 'receiving':
      return { text: 'Reading the file', done: phase.received, total: phase.size };
    case 'reading':
      return { text: `Reading row ${countText(phase.row)}`, done: 0, total: null };
    case 'checking':
      return { text: `Checking row ${countText(phase.row)}`, done: phase.row, total: phase.total };
    case 'queueing':
      return {
        text: `Preparing ${listLabels[list].one} ${countText(phase.row)}`,
        done: phase.row,
        total: phase.total,
      };
    case 'ready':
    case 'failed':
      return { text: '', done: 0, total: null };
  }
}

/** How far reading, checking or queueing has come, and a way to stop it. */
export function ImportProgress({ status }: { status: ImportStatus }) {
  const { text, done, total } = getStep(status);
  return (
    <div className={`${cls('progress')} grows row-top gap-12 narrows`}>
      <p className={`${cls('step')} figures bold`} role="status">
        {text}
        {total === null || status.phase.kind === 'receiving' ? null : ` of ${countText(total)}`}
      </p>
      {total === null ? null : (
        <ProgressSegments
          withKey={false}
          segments={[
            { id: 'done', label: 'done', count: done, tone: 'prog' },
            { id: 'rest', label: 'to go', count: total - done, tone: 'rest' },
          ]}
        />
      )}
      <p className="quiet">Nothing is queued yet.</p>
      <Button onPress={() => void cancelImport()}>Cancel</Button>
    </div>
  );
}
