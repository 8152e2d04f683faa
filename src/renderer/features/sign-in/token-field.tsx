import { Eye, EyeOff, KeyRound, Lock } from 'lucide-react';
import { useState } from 'react';
import { keptMessage } from '#shared/words/keychain-messages.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useStart } from '../../stores/session.ts';

/** The field for an access token. It can be shown while it is typed, never afterwards. */
export function TokenField({
  value,
  onChange,
  onLeave,
  error,
  size = 'regular',
  autoFocus = false,
}: {
  value: string;
  onChange: (value: string) => void;
  onLeave?: () => void;
  error: string | undefined;
  size?: 'regular' | 'large';
  autoFocus?: boolean;
}) {
  const { keychain } = useStart();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      label="Access token"
      name="token"
      type={shown ? 'text' : 'password'}
      icon={KeyRound}
      size={size}
      value={value}
      onChange={onChange}
      {...(onLeave === undefined ? {} : { onLeave })}
      error={error}
      hint={keptMessage(keychain, 'The token')}
      hintIcon={Lock}
      maxLength={16_384}
      autoFocus={autoFocus}
      trailing={
        <Button
          variant="quiet"
          size="small"
          icon={shown ? EyeOff : Eye}
          label={shown ? 'Hide the token' : 'Show the token'}
          onPress={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </Button>
      }
    />
  );
}

export function tokenProblem(token: string): string | null {
  const text = token.trim();
  if (text === '') return 'Paste the access token that your administrator gave you.';
  if (/\s/.test(text)) return 'There is a space or a line break in the token. Copy it again.';
  return null;
}
