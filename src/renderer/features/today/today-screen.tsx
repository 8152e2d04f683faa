import { Plus } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Problem, StillReading } from '../../components/message-block.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { DelayedStrip, SyncStrip } from '../outbox/sync-strip.tsx';
import { bindClasses } from '../../class-names.ts';
import { lazyPart } from '../../lazy-part.ts';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useLive } from '../../stores/live.ts';
import { navigate, useRoute } from '../../stores/navigation.ts';
import { useNow, longDayText } from '../../time.ts';
import { ImportButton } from '../imports/list-labels.tsx';
import { LastQueued } from '../last-queued/last-queued.tsx';
import { ExpiringLicenses, ExpiringVendors } from './expiring.tsx';
import { Sections } from './sections.tsx';
import styles from './today-screen.module.css';

const cls = bindClasses(styles);
const LastActivity = lazyPart(async () => (await import('./last-activity.tsx')).LastActivity);
const WhoseWork = lazyPart(async () => (await import('./whose-work.tsx')).WhoseWork);

export function TodayScreen() {
  const now = useNow('minute');
  const whose = useRoute().query['whose'] === 'mine' ? 'mine' : null;
  const { state, reload } = useLive('today.summary', whose, [
    'entries.changed',
    'documents.changed',
    'vendors.changed',
    'onboarding.changed',
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
            <Button to={{ screen: 'vendors', path: ['week'] }}>Week</Button>
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
        {state.kind === 'ready' ? (
          <Problem title="This may be out of date." error={state.problem} slim small onRetry={reload} />
        ) : null}
      </div>
      {state.kind === 'failed' ? (
        <Problem
          title="Today could not be read."
          error={state.error}
          small
          within={cls('problem')}
          onRetry={reload}
        />
      ) : (
        <div className={`${cls('columns')} fills-column grid`}>
          <div className="stack shortens">
            <WhoseWork whose={whose} />
            <div className={`${cls('main')} scrolls shortens`}>
              {state.kind === 'ready' ? (
                <Sections summary={state.value} isMine={whose !== null} />
              ) : (
                <StillReading />
              )}
            </div>
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
