import { FileSpreadsheet } from 'lucide-react';
import { counted } from '#shared/base/counted.ts';
import type { ImportStatus } from '#shared/ipc/imports.ts';
import { bindClasses } from '../../class-names.ts';
import { Icon } from '../../components/icon.tsx';
import { Select } from '../../components/select.tsx';
import { ChooseFile } from './drop-area.tsx';
import styles from './import-screen.module.css';
import { chooseSheet } from './import-store.ts';

const cls = bindClasses(styles);

/** Which file and sheet is open, how many rows it has, and ways to another. */
export function FileChip({ status }: { status: ImportStatus }) {
  const { importId, fileName, sheets, sheet, counts, phase } = status;
  const settled = phase.kind === 'ready' || phase.kind === 'failed';
  const isQueued = counts.queued > 0;

  return (
    <span className={`${cls('chip')} within inline-row gap-8 quiet`}>
      <Icon of={FileSpreadsheet} />
      <strong className="text bold one-line" title={fileName}>
        {fileName}
      </strong>
      {phase.kind === 'ready' ? (
        <span>
          {isQueued ? counted(counts.toFinish, 'row left', 'rows left') : counted(counts.all, 'row', 'rows')}
        </span>
      ) : null}
      {sheets.length > 1 ? (
        <span className={cls('sheet')}>
          <Select
            label="Sheet"
            labelHidden
            value={String(sheet)}
            disabled={!settled || isQueued}
            onChange={(next) => void chooseSheet(importId, Number(next))}
            choices={sheets.map((name, index) => ({ value: String(index), label: name }))}
          />
        </span>
      ) : null}
      {settled ? <ChooseFile list={status.list} label="Change" link /> : null}
    </span>
  );
}
