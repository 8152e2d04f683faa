import { CloudOff, Lock, OctagonX, Pause } from 'lucide-react';
import { unsentCount } from '#shared/sync-words.ts';
import { navigate, useRoute } from '../stores/navigation.ts';
import { useNow } from '../stores/now.ts';
import { useSync } from '../stores/sync.ts';
import { listTime } from '../time.ts';
import { Button } from './button.tsx';
import { MessageBlock } from './message-block.tsx';

/** The strip under a page's title while something holds the queue: since when, and how many wait. */
export function SyncStrip() {
  const status = useSync((store) => store.status);
  const now = useNow('minute');
  const route = useRoute();
  if (status === null) return null;
  const waiting = unsentCount(status);
  const items = `${waiting} ${waiting === 1 ? 'item is' : 'items are'}`;
  const toOutbox = (
    <Button variant="link" onPress={() => navigate({ screen: 'outbox' })}>
      Open outbox
    </Button>
  );
  switch (status.condition.kind) {
    case 'offline':
      return (
        <MessageBlock
          slim
          tone="neu"
          icon={CloudOff}
          title={`No network since ${listTime(status.condition.since, now)}.`}
          actions={toOutbox}
        >
          You can keep working.{' '}
          {waiting === 0
            ? 'What you queue will be sent when the network is back.'
            : `${items} saved on this computer and will be sent when the network is back.`}
        </MessageBlock>
      );
    case 'working_offline':
      return (
        <MessageBlock
          slim
          tone="neu"
          icon={CloudOff}
          title="Working offline, as you chose."
          actions={toOutbox}
        >
          {waiting === 0 ? 'Nothing waits.' : `${items} saved on this computer until you switch it off.`}
        </MessageBlock>
      );
    case 'paused':
      return (
        <MessageBlock slim tone="neu" icon={Pause} title="The outbox is paused." actions={toOutbox}>
          {waiting === 0 ? 'Nothing waits.' : `${items} waiting.`}
        </MessageBlock>
      );
    case 'signed_out':
      return (
        <MessageBlock
          slim
          tone="cau"
          icon={Lock}
          title={
            status.condition.reason === 'refused'
              ? 'The server did not accept the token.'
              : 'There is no token on this computer.'
          }
          actions={
            <Button
              variant="link"
              onPress={() => navigate({ ...route, query: { ...route.query, 'sign-in': 'open' } })}
            >
              Sign in
            </Button>
          }
        >
          {waiting === 0 ? 'Nothing is lost.' : `${items} held. Nothing is lost.`}
        </MessageBlock>
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
          {status.condition.detail} Nothing already queued is lost.
        </MessageBlock>
      );
    case 'connecting':
    case 'online':
    case 'busy':
    case 'server_trouble':
      return null;
  }
}
