import { unsentCount } from '#shared/outbox/outbox.ts';
import { CloudOff, Lock, type LucideIcon, OctagonX, Pause, Timer, Unplug, Hourglass } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { tokenAwayMessages } from '#shared/words/keychain-messages.ts';
import {
  mayWantNetworkSignIn,
  findObstacle,
  wantsProxySignIn,
  type Obstacle,
} from '#shared/words/network-messages.ts';
import { queueHold, saysNoNetwork } from '#shared/words/queue-hold.ts';
import { movedAddress } from '#shared/base/base-url.ts';
import { storageTrouble } from '#shared/words/storage-messages.ts';
import { openSignIn } from '../../stores/navigation.ts';
import { TryKeychain } from '../keychain/try-keychain.tsx';
import { settingsPlace } from '../settings/settings-places.ts';
import { useWorkspace } from '../../stores/session.ts';
import { useSync } from '../../stores/sync.ts';
import { useNow, clockTime, listTime } from '../../time.ts';
import { LinkButton } from '../../components/button.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { canOpenOutside, OutsideLink } from '../../components/outside-link.tsx';
import { lazyPart } from '../../lazy-part.ts';
import { delayedMessage } from '#shared/words/undo-messages.ts';
import { sendDelayed, undoDelayed, useDelayed } from '../../stores/delayed.ts';

const ChangeAddressDialog = lazyPart(
  async () => (await import('../settings/change-address.tsx')).ChangeAddressDialog,
);

const itemsText = (count: number) => `${count} ${count === 1 ? 'item is' : 'items are'}`;

/** Shows under a page's title while the queue is paused: since when, and how many wait. */
export function SyncStrip() {
  const status = useSync((store) => store.status);
  const now = useNow('minute');
  if (status === null) return null;
  const waiting = unsentCount(status);
  const items = itemsText(waiting);
  const toOutbox = <LinkButton to={{ screen: 'outbox' }}>Open outbox</LinkButton>;
  const until = queueHold(status.condition, clockTime)?.until ?? '';
  const fate = (are: string) =>
    waiting === 0 ? `What you queue will be sent ${until}.` : `${items} ${are} and will be sent ${until}.`;
  const hold = (icon: LucideIcon, title: string, text: string) => (
    <MessageBlock slim tone="neu" icon={icon} title={title} actions={toOutbox}>
      {text}
    </MessageBlock>
  );
  switch (status.condition.kind) {
    case 'offline': {
      const obstacle = findObstacle(status.condition.detail);
      if (obstacle !== null) return <ObstacleStrip obstacle={obstacle} waiting={waiting} />;
      const since = listTime(status.condition.since, now);
      return hold(
        CloudOff,
        saysNoNetwork(status.condition.detail)
          ? `No network since ${since}.`
          : `The service has been unreachable since ${since}.`,
        `You can keep working. ${fate('saved on this computer')}`,
      );
    }
    case 'working_offline':
      return hold(CloudOff, 'You’re working offline.', fate('saved on this computer'));
    case 'paused':
      return hold(Pause, 'The outbox is paused.', waiting === 0 ? 'Nothing is waiting.' : fate('waiting'));
    case 'checking_data':
      return hold(
        Timer,
        'Gangway wasn’t closed properly.',
        `It’s checking its data, which may take a minute. You can keep working. ${fate('waiting')}`,
      );
    case 'signed_out':
      return (
        <SignedOutStrip refused={status.condition.reason === 'refused'}>
          {waiting === 0 ? 'Nothing is lost.' : `${items} waiting. Nothing is lost.`}
        </SignedOutStrip>
      );
    case 'cannot_save':
      return (
        <MessageBlock
          slim
          tone="neg"
          icon={OctagonX}
          title="Gangway cannot save its queue."
          actions={toOutbox}
        >
          {storageTrouble(status.condition.detail).sentence} Nothing already queued is lost.
        </MessageBlock>
      );
    case 'connecting':
    case 'online':
    case 'busy':
    case 'server_trouble':
      return null;
    case 'redirected': {
      const { location } = status.condition;
      const saved = waiting === 0 ? '' : ` ${items} saved on this computer.`;
      return (
        <MessageBlock
          slim
          tone="cau"
          icon={Unplug}
          title={
            location === null
              ? 'The network replied instead of the service.'
              : `The service points to ${location}.`
          }
          actions={location === null ? undefined : <PointsElsewhere location={location} />}
        >
          {location === null
            ? 'Sign in to the Wi-Fi first.'
            : 'Gangway won’t follow it, because your token would go there. Check the service address.'}
          {saved}
        </MessageBlock>
      );
    }
  }
}

function PointsElsewhere({ location }: { location: string }) {
  const { baseUrl, practice } = useWorkspace();
  const [asking, setAsking] = useState(false);
  const moved = practice ? null : movedAddress(location, baseUrl);
  return (
    <>
      {moved === null ? null : (
        <LinkButton onPress={() => setAsking(true)}>Change to this address…</LinkButton>
      )}
      <LinkButton to={settingsPlace('Name and address')}>Show the address</LinkButton>
      {asking && moved !== null ? (
        <ChangeAddressDialog suggested={moved} onClose={() => setAsking(false)} />
      ) : null}
    </>
  );
}

function SignedOutStrip({ refused, children }: { refused: boolean; children: ReactNode }) {
  const { away } = useWorkspace().token;
  const gone = refused || away === null ? null : tokenAwayMessages[away];
  return (
    <MessageBlock
      slim
      tone="cau"
      icon={Lock}
      title={refused ? 'The service did not accept the token.' : (gone?.title ?? 'You’re signed out.')}
      actions={
        <>
          {gone === null ? null : <TryKeychain variant="link" />}
          <LinkButton onPress={openSignIn}>Sign in</LinkButton>
        </>
      }
    >
      {children}
    </MessageBlock>
  );
}

function ObstacleStrip({ obstacle, waiting }: { obstacle: Obstacle; waiting: number }) {
  const { baseUrl } = useWorkspace();
  const end = obstacle.sentence.indexOf('. ') + 1;
  const saved = waiting === 0 ? '' : ` ${itemsText(waiting)} saved on this computer until then.`;
  return (
    <MessageBlock
      slim
      tone="cau"
      icon={Unplug}
      title={obstacle.sentence.slice(0, end)}
      actions={<NextStep obstacle={obstacle} baseUrl={baseUrl} />}
    >
      {obstacle.sentence.slice(end + 1)}
      {saved}
    </MessageBlock>
  );
}

function NextStep({ obstacle, baseUrl }: { obstacle: Obstacle; baseUrl: string }) {
  if (mayWantNetworkSignIn(obstacle) && canOpenOutside(baseUrl)) {
    return <OutsideLink url={baseUrl}>Open in the browser</OutsideLink>;
  }
  return (
    <LinkButton to={settingsPlace('Network')}>
      {wantsProxySignIn(obstacle) ? 'Sign in to the proxy' : 'Network settings'}
    </LinkButton>
  );
}

const shownAtMost = 3;

/** Groups that were queued together and can still be undone, with the time left. */
export function DelayedStrip() {
  const groups = useDelayed();
  const now = useNow('second');
  return groups.slice(0, shownAtMost).map((group) => (
    <MessageBlock
      key={group.until}
      slim
      tone="neu"
      icon={Hourglass}
      title={`${delayedMessage(group, now)}.`}
      actions={
        <>
          <LinkButton onPress={() => void sendDelayed(group.until)}>Send now</LinkButton>
          <LinkButton onPress={() => void undoDelayed(group.until)}>Undo</LinkButton>
        </>
      }
    >
      Nothing is sent until then.
    </MessageBlock>
  ));
}
