import { Check, Globe, LoaderCircle, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { keychainTrouble } from '#shared/words/keychain-messages.ts';
import { findObstacle, wantsProxySignIn } from '#shared/words/network-messages.ts';
import { readBaseUrl } from '#shared/base/base-url.ts';
import { vendorIdProblem } from '#shared/service/operations.ts';
import { sealToken } from '#shared/base/sealed-token.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Problem } from '../../components/message-block.tsx';
import { TextField } from '../../components/text-field.tsx';
import { bindClasses } from '../../class-names.ts';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { navigate } from '../../stores/navigation.ts';
import { adoptWorkspace, useStart } from '../../stores/session.ts';
import { useToasts } from '../../stores/toasts.ts';
import { ProxyForAddress } from '../network/proxy-sign-in.tsx';
import { TryKeychain } from '../keychain/try-keychain.tsx';
import { AskAdministrator } from '../sign-in/ask-administrator.tsx';
import { TokenField, tokenProblem } from '../sign-in/token-field.tsx';
import styles from './connect-form.module.css';
import { call } from '../../bridge.ts';

const cls = bindClasses(styles);

const proofMessages = {
  not_asked: 'Connected. Your token is checked the first time you send.',
  accepted: 'Connected. The token was accepted.',
  unknown_vendor: 'Connected. The service has no vendor with that ID, and did not refuse the token.',
  not_checked_offline: 'Saved. Your token is checked when you’re online.',
} as const;

/** Makes a workspace of a server's address and a token. */
export function ConnectForm() {
  const { sealingKey } = useStart();
  const address = useAddressCheck();
  const connect = useAction('workspaces.connect');
  const { formProps, ...form } = useForm(
    { company: '', address: '', token: '', vendorId: '' },
    {
      company: (values) => (values.company.trim() === '' ? 'Enter your company’s name.' : null),
      address: (values) => {
        const reading = readBaseUrl(values.address);
        return reading.ok ? null : reading.problem;
      },
      token: (values) => tokenProblem(values.token),
      vendorId: (values) => (values.vendorId.trim() === '' ? null : vendorIdProblem(values.vendorId.trim())),
    },
  );
  const [asking, setAsking] = useState(false);
  const refused = connect.error?.code === 'signed_out';
  const reading = readBaseUrl(form.values.address);
  const silent = address.state.kind === 'silent';

  async function submit(): Promise<void> {
    if (connect.pending) return;
    const { values } = form;
    const result = await connect.run({
      address: values.address,
      name: values.company.trim(),
      token: await sealToken(values.token.trim(), sealingKey),
      vendorId: values.vendorId.trim() === '' ? null : values.vendorId.trim(),
    });
    if (!result.ok) {
      if (result.error.code === 'signed_out') form.refuse('token', 'The service did not accept this token.');
      return;
    }
    form.reset({ company: '', address: '', token: '', vendorId: '' });
    useToasts.getState().show({ text: proofMessages[result.value.proof] });
    navigate({ screen: 'today' }, true);
    adoptWorkspace(result.value.workspace);
  }

  const failure = connect.error === null || connect.error.code === 'signed_out' ? null : connect.error;
  const behindProxy = address.state.kind === 'silent' && wantsProxySignIn(findObstacle(address.state.detail));
  return (
    <div className={`${cls('form')} stack`}>
      <form {...formProps(() => void submit())} className={`${cls('form')} stack`}>
        <div>
          <h2 className={`${cls('title')} title`}>Connect to your company</h2>
          <p className="quiet">
            Your administrator can give you the address and the token.{' '}
            <LinkButton onPress={() => setAsking(true)}>Ask for them</LinkButton>
          </p>
        </div>
        <TextField
          label="Company name"
          name="company"
          size="large"
          hint="Shown at the top left. You can change it later."
          {...form.bindTyped('company')}
          maxLength={120}
          autoFocus
        />
        <TextField
          label="Service address"
          type="url"
          name="address"
          icon={Globe}
          size="large"
          value={form.values.address}
          onChange={(value) => {
            form.set('address', value);
            address.forget();
          }}
          onLeave={() => {
            if (form.values.address.trim() === '') return;
            form.leave('address');
            if (readBaseUrl(form.values.address).ok) void address.check(form.values.address);
          }}
          error={form.errors.address ?? addressError(address.state)}
          {...(address.state.kind === 'silent' && address.state.offline
            ? { hint: address.state.sentence }
            : {})}
          trailing={<AddressMark state={address.state} />}
          maxLength={2000}
        />
        <TokenField size="large" {...form.bindTyped('token')} />
        <TextField
          label="A vendor ID to check with"
          optional
          size="large"
          name="vendorId"
          placeholder="For example 48213"
          hint="Gangway looks this vendor up to see that the token is accepted. Nothing is created."
          {...form.bind('vendorId')}
          maxLength={200}
        />
        {asking || refused ? (
          <AskAdministrator
            question={{ workspace: null, address: reading.ok ? reading.baseUrl : '', refused }}
          />
        ) : null}
        <Problem error={failure} />
        <div className="row gap-12">
          <Button variant="primary" size="large" type="submit" keys="enter" pending={connect.pending}>
            {silent ? 'Save' : 'Connect'}
          </Button>
          <KeychainLine />
        </div>
      </form>
      {behindProxy ? (
        <ProxyForAddress
          address={form.values.address}
          onDone={() => void address.check(form.values.address)}
        />
      ) : null}
    </div>
  );
}

function addressError(state: AddressState): string | undefined {
  if (state.kind === 'bad_address') return state.sentence;
  return state.kind === 'silent' && !state.offline ? state.sentence : undefined;
}

function AddressMark({ state }: { state: AddressState }) {
  switch (state.kind) {
    case 'checking':
      return (
        <span role="status" className={`${cls('mark')} inline-row gap-6 fixed small`}>
          <Icon of={LoaderCircle} size={14} turning />
          Checking the address
        </span>
      );
    case 'answers':
      return (
        <span role="status" className={`${cls('mark', 'answers')} medium inline-row gap-6 fixed small`}>
          <Icon of={Check} size={14} />
          Answers
        </span>
      );
    case 'untried':
    case 'bad_address':
    case 'silent':
      return null;
  }
}

function KeychainLine() {
  const { keychain } = useStart();
  const trouble = keychainTrouble(keychain);
  if (keychain.kind === 'works' || trouble === null) {
    return (
      <p className="faint row gap-6 small">
        <Icon of={ShieldCheck} size={14} />
        {keychain.kind === 'works' ? `Keychain ready: ${keychain.name}` : ''}
      </p>
    );
  }
  return (
    <div className="row gap-6 small caution" title={trouble.text}>
      <Icon of={ShieldAlert} size={14} />
      <TryKeychain variant="link" />
    </div>
  );
}

type AddressState =
  | { kind: 'untried' }
  | { kind: 'checking' }
  | { kind: 'answers' }
  | { kind: 'bad_address'; sentence: string }
  | { kind: 'silent'; sentence: string; offline: boolean; detail: string };

/** Tries an address without a token. An answer to an address that was changed meanwhile is let go. */
function useAddressCheck() {
  const [state, setState] = useState<AddressState>({ kind: 'untried' });
  const turn = useRef(0);
  return {
    state,
    async check(address: string): Promise<void> {
      turn.current += 1;
      const mine = turn.current;
      setState({ kind: 'checking' });
      const result = await call('workspaces.checkAddress', { address });
      if (mine !== turn.current) return;
      setState(
        result.ok
          ? result.value
          : { kind: 'silent', sentence: result.error.message, offline: false, detail: '' },
      );
    },
    forget(): void {
      turn.current += 1;
      setState({ kind: 'untried' });
    },
  };
}
