import { FileUp } from 'lucide-react';
import type { ListKind } from '#shared/imports/import-fields.ts';
import { Button } from '../../components/button.tsx';
import { navigate } from '../../stores/navigation.ts';
import { listLabels } from './list-labels.ts';

/** Opens the import of a list. */
export function ImportButton({ list }: { list: ListKind }) {
  return (
    <Button icon={FileUp} onPress={() => navigate(listLabels[list].place)}>
      {listLabels[list].title}
    </Button>
  );
}
