import { useState } from 'react';
import { sealToken } from '#shared/base/sealed-token.ts';
import type { NetworkCandidate } from '#shared/ipc/network.ts';
import { Button } from '../../components/button.tsx';
import { MessageBlock, Problem } from '../../components/message-block.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { useLive } from '../../stores/live.ts';
import { useStart } from '../../stores/session.ts';
import { PasswordField } from '../sign-in/token-field.tsx';

type ProxyOnTheWay = Extract<NetworkCandidate, { proxy: string }>;

function signInSentence({ signIn }: ProxyOnTheWay): string {
  if (signIn === null) return 'No sign-in saved.';
  const where = {
    keychain: 'Kept in this computer’s keychain.',
    this_session: 'Kept until you close Gangway.',
    settings: 'From the proxy settings.',
  }[signIn.kept];
  return signIn.refused
    ? `The proxy did not accept the sign-in of ${signIn.user}.`
    : `Signs in as ${signIn.user}. ${where}`;
}

interface ProxySignInProps {
  candidate: ProxyOnTheWay;
  asks: boolean;
  onChanged: () => void;
}

/** One proxy on the way to the service: who signs in there, and how to change that. `asks`: the proxy wants a sign-in now. */
export function ProxySignIn({ candidate, asks, onChanged }: ProxySignInProps) {
  const forget = useAction('network.forgetSignIn');
  const [changing, setChanging] = useState(false);
  const { kind, proxy, signIn } = candidate;
  const refused = signIn?.refused === true;
  return (
    <div className="stack gap-10">
      <div className="row between gap-12">
        <span className={refused ? 'caution' : ''}>{signInSentence(candidate)}</span>
        <span className="gap-8 flex">
          {changing || asks || refused ? null : (
            <Button label={`Sign in to ${proxy}`} onPress={() => setChanging(true)}>
              {signIn === null ? 'Sign in' : 'Change'}
            </Button>
          )}
          {signIn === null || signIn.kept === 'settings' ? null : (
            <Button
              variant="danger"
              label={`Forget the sign-in for ${proxy}`}
              pending={forget.pending}
              onPress={() => void forget.run({ kind, proxy }).then(onChanged)}
            >
              Forget
            </Button>
          )}
        </span>
      </div>
      <Problem error={forget.error} />
      {changing || asks || refused ? (
        <ProxySignInForm
          candidate={candidate}
          onDone={() => {
            setChanging(false);
            onChanged();
          }}
        />
      ) : null}
    </div>
  );
}

/** Takes a user name and a password for a proxy. Neither is shown again. */
function ProxySignInForm({ candidate, onDone }: { candidate: ProxyOnTheWay; onDone: () => void }) {
  const { kind, proxy } = candidate;
  const { sealingKey } = useStart();
  const signIn = useAction('network.signIn');
  const { formProps, ...form } = useForm(
    { user: '', password: '' },
    {
      user: ({ user }) => (user.trim() === '' ? 'Enter the user name that your company gave you.' : null),
      password: ({ password }) => (password === '' ? 'Enter the password that goes with it.' : null),
    },
  );

  async function submit(): Promise<void> {
    if (signIn.pending) return;
    const { user, password } = form.values;
    const sealed = await sealToken(password, sealingKey);
    const result = await signIn.run({ kind, proxy, user: user.trim(), password: sealed });
    if (!result.ok) return;
    form.reset({ user: '', password: '' });
    onDone();
  }

  return (
    <form
      {...formProps(() => void submit())}
      className="stack gap-12 wide-340"
      aria-label={`Sign in to ${proxy}`}
    >
      <TextField
        label="User name for the proxy"
        name="proxyUser"
        {...form.bindTyped('user')}
        maxLength={200}
      />
      <PasswordField label="Password for the proxy" name="proxyPassword" {...form.bindOnSubmit('password')} />
      <Problem error={signIn.error} />
      <div>
        <Button type="submit" pending={signIn.pending}>
          Sign in to the proxy
        </Button>
      </div>
    </form>
  );
}

/** Asks for the sign-in of the proxy on the way to an address that is being connected. */
export function ProxyForAddress({ address, onDone }: { address: string; onDone: () => void }) {
  const { value } = useLive('network.status', { address }, []);
  const proxies = value?.candidates.filter((candidate) => 'proxy' in candidate);
  const asking = proxies?.find((candidate) => candidate.signIn?.refused !== false);
  if (asking === undefined) return null;
  const refused = asking.signIn?.refused === true;
  return (
    <>
      <MessageBlock tone="cau" title={`The proxy ${asking.proxy} wants you to sign in.`}>
        {refused
          ? 'It did not accept the last user name or password.'
          : 'Then Gangway tries the address again.'}
      </MessageBlock>
      <ProxySignInForm candidate={asking} onDone={onDone} />
    </>
  );
}
