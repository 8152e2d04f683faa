import { Plus } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import type { TodaySummary, FirstSteps } from '#shared/ipc/today.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState, MessageBlock, StillReading } from '../../components/message-block.tsx';
import { focusPageHeading, Page, PageHeader } from '../../components/page.tsx';
import { DelayedStrip } from '../../components/delayed-strip.tsx';
import { SyncStrip } from '../outbox/sync-strip.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { bindClasses } from '../../class-names.ts';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useLive } from '../../stores/live.ts';
import { navigate } from '../../stores/navigation.ts';
import { useNow } from '../../stores/now.ts';
import { longDayText } from '../../time.ts';
import { ImportButton } from '../imports/import-button.tsx';
import { LastQueued } from '../last-queued/last-queued.tsx';
import { LastActivity } from './last-activity.tsx';
import { ExpiringLicenses, ExpiringVendors } from './expiring.tsx';
import { RowFocusArea } from './row-focus.tsx';
import { LowQualitySection, MismatchedSection, RefusedSection, UnclearSection } from './sections.tsx';
import styles from './today-screen.module.css';
import { AskedSection, EndsSoonSection, StoppedSection } from './vendor-sections.tsx';
import { useWorkspace } from '../../stores/session.ts';

const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }));

const cls = bindClasses(styles);

/** What needs a person, most urgent first; beside it what runs out soon and what happened last. */
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

function Sections({ summary }: { summary: TodaySummary }) {
  const firstSteps = useFirstSteps();
  const { unclear, refused, stopped, endsSoon, asked, mismatched, lowQuality, activity } = summary;
  const all = [unclear, refused, stopped, endsSoon, asked, mismatched, lowQuality];
  const nothing = all.every(({ total }) => total === 0);
  const end = useRef<HTMLDivElement>(null);
  const last = activity[0];
  return (
    <RowFocusArea
      sections={[
        { section: 'unclear', ids: unclear.rows.map((row) => row.entryId) },
        { section: 'refused', ids: refused.rows.map((row) => row.entryId) },
        { section: 'stopped', ids: stopped.rows.map((row) => row.subject) },
        { section: 'endsSoon', ids: endsSoon.rows.map((row) => row.id) },
        { section: 'asked', ids: asked.rows.map((row) => row.id) },
        { section: 'mismatched', ids: mismatched.rows.map((row) => row.entryId) },
        { section: 'lowQuality', ids: lowQuality.rows.map((row) => row.jobId) },
      ]}
      onEnd={() => (end.current === null ? focusPageHeading() : end.current.focus())}
    >
      {nothing && firstSteps !== null ? (
        <Suspense>
          <FirstSteps counts={firstSteps} />
        </Suspense>
      ) : nothing ? (
        <div ref={end} tabIndex={-1} className={cls('nothing')}>
          <EmptyState title="Nothing needs you.">
            {last === undefined ? (
              'What needs a decision appears here.'
            ) : (
              <>
                Last: {last.detail} {last.subject}, <TimeText at={last.at} />
              </>
            )}
          </EmptyState>
        </div>
      ) : (
        <>
          <UnclearSection section={unclear} />
          <RefusedSection section={refused} />
          <StoppedSection section={stopped} />
          <EndsSoonSection section={endsSoon} />
          <AskedSection section={asked} />
          <MismatchedSection section={mismatched} details={summary.differingDetails} />
          <LowQualitySection section={lowQuality} parts={summary.weakestParts} />
          {firstSteps === null ? null : (
            <Suspense>
              <FirstSteps counts={firstSteps} />
            </Suspense>
          )}
        </>
      )}
    </RowFocusArea>
  );
}

/** How far the first steps are in a workspace that is new; null where they are not to be shown any more. */
function useFirstSteps(): FirstSteps | null {
  const { practice, settings } = useWorkspace();
  const wanted = !practice && !settings.firstStepsDismissed;
  const { state } = useLive('today.firstSteps', wanted ? null : undefined, [
    { event: 'entries.changed', id: null },
    { event: 'vendors.changed', id: null },
    { event: 'onboarding.changed', id: null },
  ]);
  if (!wanted || state.kind !== 'ready') return null;
  // A workspace in use is not new again because it has no requirements.
  const { vendors, invites, verifications } = state.value;
  return vendors > 0 && invites > 0 && verifications > 0 ? null : state.value;
}
