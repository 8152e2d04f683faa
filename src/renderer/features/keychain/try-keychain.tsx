import { Button } from '../../components/button.tsx';
import { useAction } from '../../stores/action.ts';
import { useSession } from '../../stores/session.ts';

/** Has the keychain tried once more; the system may ask the person to unlock it. What comes of it shows where the button is. */
export function TryKeychain({ variant = 'secondary' }: { variant?: 'secondary' | 'link' }) {
  const attempt = useAction('app.tryKeychain');
  return (
    <Button
      variant={variant}
      pending={attempt.pending}
      onPress={() =>
        void attempt.run(null).then((result) => {
          if (result.ok) useSession.getState().adoptKeychain(result.value);
        })
      }
    >
      Try the keychain again
    </Button>
  );
}
