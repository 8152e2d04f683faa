import { MessageBlock } from '../../components/message-block.tsx';
import { useLive } from '../../stores/live.ts';
import { ProxySignInForm } from './proxy-sign-in.tsx';

/** Takes the sign-in for the proxy that stands before an address which is being tried. */
export function ProxyForAddress({ address, onDone }: { address: string; onDone: () => void }) {
  const { state } = useLive('network.status', { address }, []);
  if (state.kind !== 'ready') return null;
  const proxies = state.value.candidates.filter((candidate) => 'proxy' in candidate);
  const asking = proxies.find((candidate) => candidate.signIn?.refused !== false);
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
