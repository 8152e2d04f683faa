import { Button } from '../../components/button.tsx';
import { useAction } from '../../stores/action.ts';
import { adoptKeychain } from '../../stores/session.ts';

/** Has the keychain tried once more; the system may ask the person to unlock it. What comes of it shows where the button is. */
export function TryKeychain({ variant = 'secondary' }: { variant?: 'secondary' | 'link' }) {
  const attempt = useAction('app.tryKeychain', adoptKeychain);
  return (
    <Button variant={variant} pending={attempt.pending} onPress={() => void attempt.run(null)}>
      Try the keychain again
    </Button>
  );
}
