import {
  Plus,
  CircleCheck,
  CircleQuestionMark,
  Check,
  Clock,
  FileText,
  OctagonX,
  RefreshCw,
  type LucideIcon,
} from 'lucide-react';
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
import type { Tone } from '#shared/base/tone.ts';
import type { TodaySummary } from '#shared/ipc/today.ts';
import { Icon } from '../../components/icon.tsx';
import { stateIcons } from '../../components/state-chip.tsx';
import { TimeText } from '../../components/time-text.tsx';
import styles from './today-screen.module.css';

const cls = bindClasses(styles);
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

type Kind = TodaySummary['activity'][number]['kind'];

const looks: Record<Kind, { icon: LucideIcon; tone: Tone }> = {
  invite_sent: { icon: Check, tone: 'pos' },
  invite_queued: { icon: Clock, tone: 'neu' },
  check_sent: { icon: Check, tone: 'pos' },
  check_queued: { icon: Clock, tone: 'neu' },
  in_doubt: { icon: CircleQuestionMark, tone: 'cau' },
  refused: { icon: OctagonX, tone: 'neg' },
  result_same: { icon: stateIcons['circle-check'], tone: 'pos' },
  result_differs: { icon: stateIcons['equal-not'], tone: 'neg' },
  result_problem: { icon: stateIcons['octagon-x'], tone: 'neg' },
  document_result: { icon: FileText, tone: 'neu' },
  profile_fetched: { icon: RefreshCw, tone: 'neu' },
  decision: { icon: CircleCheck, tone: 'pos' },
};

function LastActivity({ items }: { items: TodaySummary['activity'] }) {
  return (
    <section className={`${cls('section')} padded`}>
      <h2>Last activity</h2>
      {items.length === 0 ? <p className="quiet">Nothing happened yet.</p> : null}
      <ol>
        {items.map((item, index) => (
          // Two items can be identical.
          <li key={index} className={`${cls('item')} grid columns-10`}>
            <span className="quiet small figures">
              <TimeText at={item.at} />
            </span>
            <span className={cls('icon')} data-tone={looks[item.kind].tone}>
              <Icon of={looks[item.kind].icon} size={14} />
            </span>
            <span title={`${item.detail} ${item.subject}`}>
              {item.detail} <strong>{item.subject}</strong>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
