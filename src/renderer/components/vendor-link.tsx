import type { VendorLink as Linked } from '#shared/ipc/call.ts';
import { Button } from './button.tsx';
import { navigate } from '../stores/navigation.ts';

/** A vendor's name, which leads to its page. */
export function VendorLink({ vendor: { subject, name } }: { vendor: Linked }) {
  return (
    <Button variant="link" onPress={() => navigate({ screen: 'vendors', path: [subject] })}>
      {name}
    </Button>
  );
}
