import { FileUp } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { navigate } from '../../stores/navigation.ts';

/** Leads to the import of a list, from wherever vendors are invited. */
export function ImportButton() {
  return (
    <Button icon={FileUp} onPress={() => navigate({ screen: 'invites', path: ['import'] })}>
      Import list
    </Button>
  );
}
