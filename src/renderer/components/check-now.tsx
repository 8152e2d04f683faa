import { RefreshCw } from 'lucide-react';
import { shortcutKeys, useShortcut } from '../shortcuts.ts';
import { useOffline } from '../stores/sync.ts';
import { Button } from './button.tsx';

/** Asks the service for one result now, by the button or its key. */
export function CheckNow({ pending, onPress }: { pending: boolean; onPress: () => void }) {
  const offline = useOffline();
  useShortcut(shortcutKeys.checkNow, onPress, { enabled: !offline && !pending });
  return (
    <Button
      size="small"
      icon={RefreshCw}
      keys={shortcutKeys.checkNow}
      pending={pending}
      disabled={offline}
      onPress={onPress}
    >
      {offline ? 'Check when online' : 'Check now'}
    </Button>
  );
}
