import { Copy, Info } from 'lucide-react';
import type { ListKind } from '#shared/imports/import-fields.ts';
import { duplicateMessage, oddRowMessage } from '#shared/words/import-messages.ts';
import type { ImportDuplicate, ImportRow } from '#shared/ipc/imports.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { navigate } from '../../stores/navigation.ts';
import { useNow } from '../../stores/now.ts';
import { listLabels } from './list-labels.ts';
import { stopAttributes } from './problem-stops.ts';
import styles from './row-list.module.css';

const cls = bindClasses(styles);

/** What keeps a row out as a whole, with what can be decided about it; nothing where nothing does. */
export function RowBand({
  row,
  list,
  onChoose,
  onShow,
}: {
  row: ImportRow;
  list: ListKind;
  onChoose: (choice: 'in' | 'out' | 'as_found') => void;
  onShow: (row: number) => void;
}) {
  const now = useNow('minute');
  const { duplicate, looksLike } = row;
  if (duplicate !== null) {
    const words = duplicateMessage(duplicate, list, now);
    return (
      <div className={`${cls('band')} rounded row gap-10`}>
        <Icon of={Copy} />
        <span className="grow one-line" title={words}>
          {words}
        </span>
        <Lead duplicate={duplicate} onShow={onShow} />
        <span className={`${cls('decide')} fixed`} {...stopAttributes(row.row, 'band')}>
          {row.included ? (
            <Button size="small" label={`Skip row ${row.row} after all`} onPress={() => onChoose('as_found')}>
              Skip
            </Button>
          ) : (
            <Button size="small" label={`Include row ${row.row} anyway`} onPress={() => onChoose('in')}>
              Include anyway
            </Button>
          )}
        </span>
      </div>
    );
  }
  // A title that a person left out needs no words any more.
  if (looksLike === null) return null;
  const words = oddRowMessage(looksLike, row.remark, listLabels[list].subject);
  return (
    <div className={`${cls('band', row.result === 'left_out' && 'quietBand')} rounded row gap-10`}>
      <Icon of={Info} />
      <span className="grow one-line" title={words}>
        {words}
      </span>
      <span className={`${cls('decide')} fixed`} {...stopAttributes(row.row, 'band')}>
        {looksLike === 'title' ? (
          <Button size="small" label={`Skip the title in row ${row.row}`} onPress={() => onChoose('out')}>
            Skip
          </Button>
        ) : (
          <Button size="small" label={`Check row ${row.row} anyway`} onPress={() => onChoose('in')}>
            Check anyway
          </Button>
        )}
      </span>
    </div>
  );
}

/** Leads to what the row is a duplicate of. */
function Lead({ duplicate, onShow }: { duplicate: ImportDuplicate; onShow: (row: number) => void }) {
  const lead = (words: string, go: () => void) => (
    <Button variant="link" size="small" onPress={go}>
      {words}
    </Button>
  );
  switch (duplicate.kind) {
    case 'row':
      return duplicate.queued ? null : lead(`Show row ${duplicate.row}`, () => onShow(duplicate.row));
    case 'invite':
      return lead('Open that invite', () => navigate({ screen: 'invites', path: [duplicate.entryId] }));
    case 'verification':
      return lead('Open that verification', () =>
        navigate({ screen: 'verifications', path: [duplicate.entryId] }),
      );
    case 'vendor':
      return lead('Open the vendor', () => navigate({ screen: 'vendors', path: [duplicate.vendorId] }));
  }
}
