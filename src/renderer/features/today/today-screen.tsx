import { Plus } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { MessageBlock, StillReading } from '../../components/message-block.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { DelayedStrip, SyncStrip } from '../outbox/sync-strip.tsx';
import { bindClasses } from '../../class-names.ts';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useLive } from '../../stores/live.ts';
import { navigate } from '../../stores/navigation.ts';
import { useNow } from '../../stores/now.ts';
import { longDayText } from '../../time.ts';
import { ImportButton } from '../imports/list-labels.tsx';
import { LastQueued } from '../last-queued/last-queued.tsx';
import { LastActivity } from './last-activity.tsx';
import { ExpiringLicenses, ExpiringVendors } from './expiring.tsx';
import { Sections } from './sections.tsx';
import styles from './today-screen.module.css';

const cls = bindClasses(styles);

export function TodayScreen() {
  const now = useNow('minute');
  const { state, reload } = useLive('today.summary', null, [
    { event: 'entries.changed', id: null },
    { event: 'documents.changed', id: null },
    { event: 'vendors.changed', id: null },
    { event: 'onboarding.changed', id: null },
  ]);
  const invite = () => navigate({ screen: 'invites', path: ['new'] });
  useShortcut(shortcutKeys.invite, invite);
  return (
    <Page>
      <PageHeader
        title="Today"
        subtitle={longDayText(now)}
        actions={
          <>
            <ImportButton list="invites" />
            <Button variant="primary" icon={Plus} onPress={invite}>
              Invite vendor
            </Button>
          </>
        }
      />
      <div className={`${cls('strip')} stack gap-8 ruled-below`}>
        <DelayedStrip />
        <SyncStrip />
        {state.kind === 'ready' && state.problem !== null ? (
          <MessageBlock
            slim
            tone="neg"
            live
            title="This may be out of date."
            actions={<Again onPress={reload} />}
          >
            {state.problem.message}
          </MessageBlock>
        ) : null}
      </div>
      {state.kind === 'failed' ? (
        <div className={cls('problem')}>
          <MessageBlock tone="neg" live title="Today could not be read." actions={<Again onPress={reload} />}>
            {state.error.message}
          </MessageBlock>
        </div>
      ) : (
        <div className={`${cls('columns')} fills-column grid`}>
          <div className={`${cls('main')} scrolls shortens`}>
            {state.kind === 'ready' ? <Sections summary={state.value} /> : <StillReading />}
          </div>
          <aside className={`${cls('aside')} subtle scrolls`} aria-label="Upcoming and recent">
            {state.kind === 'ready' ? (
              <>
                <ExpiringVendors expiring={state.value.expiringVendors} />
                <ExpiringLicenses expiring={state.value.expiring} />
                <LastQueued />
                <LastActivity items={state.value.activity} />
              </>
            ) : null}
          </aside>
        </div>
      )}
    </Page>
  );
}

function Again({ onPress }: { onPress: () => void }) {
  return (
    <Button size="small" onPress={onPress}>
      Try again
    </Button>
  );
}
