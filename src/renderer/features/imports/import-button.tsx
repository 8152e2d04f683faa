import { FileUp } from 'lucide-react';
import type { ListKind } from '#shared/import-fields.ts';
import { Button } from '../../components/button.tsx';
import { navigate } from '../../stores/navigation.ts';
import { listWords } from './list-words.ts';

/** Leads to the import of a list, from wherever one of what it holds is made. */
export function ImportButton({ list }: { list: ListKind }) {
  return (
    <Button icon={FileUp} onPress={() => navigate(listWords[list].place)}>
      {listWords[list].title}
    </Button>
  );
}
