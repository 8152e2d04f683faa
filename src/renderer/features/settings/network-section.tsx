import { ArrowRight, Route as RouteIcon, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import type { NetworkCandidate, NetworkStatus } from '#shared/ipc/network.ts';
import { findObstacle, wantsProxySignIn } from '#shared/words/network-messages.ts';
import { Icon } from '../../components/icon.tsx';
import { MessageBlock, Problem } from '../../components/message-block.tsx';
import { useLive } from '../../stores/live.ts';
import { useCondition } from '../../stores/sync.ts';
import { ProxySignIn } from '../network/proxy-sign-in.tsx';

function candidateSentence(candidate: NetworkCandidate): string {
  switch (candidate.kind) {
    case 'direct':
      return 'Straight to the service';
    case 'http':
      return `Through the proxy ${candidate.proxy}`;
    case 'https':
      return `Through the proxy ${candidate.proxy}, over a secure connection`;
    case 'socks5':
      return `Through the SOCKS 5 proxy ${candidate.proxy}`;
    case 'unsupported':
      return `A proxy of the kind ${candidate.word}, which Gangway cannot use`;
  }
}

function authoritiesSentence(count: number | null): string {
  if (count === null)
    return 'This computer’s own certificates cannot be read. Only Gangway’s own are trusted.';
  if (count === 0) return 'This computer’s certificates are trusted. Gangway has all of them already.';
  return `This computer’s certificates are trusted too: ${count} besides Gangway’s own.`;
}

export function Network() {
  const { value: status, error, reload } = useLive('network.status', { address: null }, []);
  const condition = useCondition();
  const obstacle = condition.kind === 'offline' ? findObstacle(condition.detail) : null;
  // What stands in the way tells of the sign-in too: one may have been refused.
  const met = obstacle?.kind ?? null;
  useEffect(() => {
    reload();
  }, [met, reload]);
  if (error !== null) return <Problem title="The network settings could not be read." error={error} />;
  if (status === null) return <p className="quiet">Reading the network settings</p>;
  return (
    <>
      {obstacle === null ? null : (
        <MessageBlock tone="cau" live>
          {obstacle.sentence}
        </MessageBlock>
      )}
      <WayList status={status} asks={wantsProxySignIn(obstacle)} onChanged={reload} />
    </>
  );
}

interface WayListProps {
  status: NetworkStatus;
  asks: boolean;
  onChanged: () => void;
}

function WayList({ status, asks, onChanged }: WayListProps) {
  const { candidates, source, systemAuthorities } = status;
  const proxies = candidates.filter((candidate) => 'proxy' in candidate);
  return (
    <>
      <ol className="stack gap-10" aria-label="Connections to the service">
        {candidates.map((candidate, index) => (
          <li key={JSON.stringify(candidate)} className="stack gap-10">
            <span className="row gap-8 wraps-narrow">
              <Icon of={index === 0 ? RouteIcon : ArrowRight} />
              {index === 0
                ? candidateSentence(candidate)
                : `Otherwise: ${lower(candidateSentence(candidate))}`}
            </span>
            {'proxy' in candidate ? (
              <ProxySignIn
                candidate={candidate}
                asks={asks && candidate === proxies.find((one) => one.signIn?.refused !== false)}
                onChanged={onChanged}
              />
            ) : null}
          </li>
        ))}
      </ol>
      <p className="quiet">
        {source === 'system'
          ? 'From the system’s proxy settings.'
          : 'From the environment: HTTPS_PROXY and NO_PROXY.'}
        {proxies.length === 0
          ? ''
          : ' Gangway signs in to a proxy with a user name and a password (Basic). It doesn’t support NTLM or Negotiate.'}
      </p>
      <p className={`row gap-8 wraps-narrow ${systemAuthorities === null ? 'caution' : 'good-icons'}`}>
        <Icon of={systemAuthorities === null ? ShieldAlert : ShieldCheck} />
        {authoritiesSentence(systemAuthorities)}
      </p>
    </>
  );
}

const lower = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);
