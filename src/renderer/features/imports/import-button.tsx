import { FileUp } from 'lucide-react';
import type { ListKind } from '#shared/imports/import-fields.ts';
import { Button } from '../../components/button.tsx';
import { navigate } from '../../stores/navigation.ts';
import { listLabels } from './list-labels.ts';

/** Leads to the import of a list, from wherever one of what it holds is made. */
export function ImportButton({ list }: { list: ListKind }) {
  return (
    <Button icon={FileUp} onPress={() => navigate(listLabels[list].place)}>
      {listLabels[list].title}
    </Button>
  );
}
