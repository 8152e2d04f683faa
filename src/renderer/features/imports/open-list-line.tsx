import { FileSpreadsheet } from 'lucide-react';
import { useEffect } from 'react';
import { counted } from '#shared/base/counted.ts';
import type { ListKind } from '#shared/imports/import-fields.ts';
import type { ImportStatus } from '#shared/ipc/imports.ts';
import { Button } from '../../components/button.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { Problem } from '../../components/problem.tsx';
import { useAction } from '../../stores/action.ts';
import { navigate } from '../../stores/navigation.ts';
import { followImport, useImport } from './import-store.ts';
import { listLabels } from './list-labels.ts';

/** The list that is open and not finished, above the list of what its rows become. Nothing where none is. */
export function OpenListLine({ list }: { list: ListKind }) {
  const { kind, status } = useImport();
  const close = useAction('imports.cancel');
  useEffect(() => followImport(), []);
  if (kind === 'asking' || status?.list !== list || status.phase.kind !== 'ready') return null;
  const { importId, fileName, counts } = status;
  return (
    <>
      <Problem error={close.error} />
      <MessageBlock
        tone="neu"
        slim
        icon={FileSpreadsheet}
        actions={
          <>
            <Button size="small" onPress={() => navigate(listLabels[list].place)}>
              {counts.queued === 0 ? 'Continue' : 'Finish'}
            </Button>
            <Button size="small" pending={close.pending} onPress={() => void close.run({ importId })}>
              Close list
            </Button>
          </>
        }
      >
        <strong>{fileName}</strong>: {rowsLeft(counts)}
      </MessageBlock>
    </>
  );
}

function rowsLeft({ queued, toFinish, ready, problems, duplicates }: ImportStatus['counts']): string {
  const parts = [
    ready === 0 ? null : `${ready} ready`,
    problems === 0 ? null : counted(problems, 'needs fixing', 'need fixing'),
    duplicates === 0 ? null : counted(duplicates, 'duplicate', 'duplicates'),
  ].filter((part) => part !== null);
  const left =
    queued === 0
      ? counted(toFinish, 'row', 'rows') + ', none sent yet'
      : counted(toFinish, 'row left', 'rows left');
  return parts.length === 0 ? `${left}.` : `${left}. ${parts.join(', ')}.`;
}
