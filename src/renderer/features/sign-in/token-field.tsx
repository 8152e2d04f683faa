import { Eye, EyeOff, KeyRound, Lock } from 'lucide-react';
import { useState } from 'react';
import { keptMessage } from '#shared/words/keychain-messages.ts';
import { SmallButton } from '../../components/button.tsx';
import { TextField, type TextFieldProps } from '../../components/text-field.tsx';
import { useStart } from '../../stores/session.ts';

export function PasswordField(
  field: Pick<TextFieldProps, 'label' | 'name' | 'value' | 'onChange' | 'error'>,
) {
  const { keychain } = useStart();
  const hint = keptMessage(keychain, 'It');
  return <TextField {...field} type="password" hint={hint} hintIcon={Lock} maxLength={1000} />;
}

export function TokenField(
  field: Pick<TextFieldProps, 'value' | 'onChange' | 'onLeave' | 'error' | 'size' | 'autoFocus'>,
) {
  const { keychain } = useStart();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      label="Access token"
      name="token"
      type={shown ? 'text' : 'password'}
      icon={KeyRound}
      hint={keptMessage(keychain, 'The token')}
      hintIcon={Lock}
      maxLength={16_384}
      trailing={
        <SmallButton
          variant="quiet"
          icon={shown ? EyeOff : Eye}
          label={shown ? 'Hide the token' : 'Show the token'}
          onPress={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </SmallButton>
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
