import {
  CalendarClock,
  CircleQuestionMark,
  EqualNot,
  Mail,
  OctagonX,
  ScanText,
  ShieldX,
  Timer,
} from 'lucide-react';
import { useRef } from 'react';
import { pluralize, countText } from '#shared/base/pluralize.ts';
import { ownMember } from '#shared/base/own-member.ts';
import type { DueFollowUp, FirstSteps, TodaySummary } from '#shared/ipc/today.ts';
import { urgentDays } from '#shared/settings/today-days.ts';
import { SmallButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/message-block.tsx';
import { focusPageHeading } from '../../components/page.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useLive } from '../../stores/live.ts';
import { useWorkspace } from '../../stores/session.ts';
import {
  AskedRow,
  EndingRow,
  FollowUpRow,
  LowQualityRow,
  MismatchedRow,
  RefusedRow,
  RenewalsRow,
  renewalsRow,
  StoppedRow,
  UnclearRow,
} from './section-rows.tsx';
import { RowFocusArea, countedLists, Section } from './section.tsx';
import { lazyPart } from '../../lazy-part.ts';

const FirstSteps = lazyPart(async () => (await import('./first-steps.tsx')).FirstSteps);

/** @param isMine only what this person takes care of; no list counts the same */
export function Sections({ summary, isMine }: { summary: TodaySummary; isMine: boolean }) {
  const firstSteps = useFirstSteps();
  const { settings } = useWorkspace();
  const { unclear, held, refused, stopped, endsSoon, asked, mismatched, lowQuality, activity } = summary;
  const followUps = toDue(summary);
  const all = [unclear, held, refused, stopped, endsSoon, asked, followUps, mismatched, lowQuality];
  const nothing = all.every(({ total }) => total === 0);
  const end = useRef<HTMLDivElement>(null);
  const last = activity[0];
  // Renewals alone wait longer than what else is here.
  const isPileAlone = summary.followUps.total === 0;
  const dueIds = { section: 'followUps', ids: followUps.rows.map((row) => row.id) } as const;
  const due = (
    <Section id="followUps" icon={CalendarClock} tone="cau" title="Follow-ups due" section={followUps}>
      {(row) =>
        'pile' in row ? <RenewalsRow key={row.id} pile={row.pile} /> : <FollowUpRow key={row.id} row={row} />
      }
    </Section>
  );
  const steps = firstSteps === null ? null : <FirstSteps counts={firstSteps} />;
  return (
    <RowFocusArea
      sections={[
        { section: 'unclear', ids: unclear.rows.map((row) => row.entryId) },
        { section: 'held', ids: held.rows.map((row) => row.entryId) },
        { section: 'refused', ids: refused.rows.map((row) => row.entryId) },
        { section: 'stopped', ids: stopped.rows.map((row) => row.subject) },
        { section: 'endsSoon', ids: endsSoon.rows.map((row) => row.id) },
        { section: 'asked', ids: asked.rows.map((row) => row.id) },
        ...(isPileAlone ? [] : [dueIds]),
        { section: 'mismatched', ids: mismatched.rows.map((row) => row.entryId) },
        { section: 'lowQuality', ids: lowQuality.rows.map((row) => row.jobId) },
        ...(isPileAlone ? [dueIds] : []),
      ]}
      onEnd={() => (end.current === null ? focusPageHeading() : end.current.focus())}
    >
      {nothing && steps !== null ? (
        steps
      ) : nothing ? (
        <div ref={end} tabIndex={-1} className="pad-24-0">
          <EmptyState title="Nothing needs you.">
            {isMine ? (
              'Everyone’s shows the rest, such as vendors that are assigned to nobody.'
            ) : last === undefined ? (
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
          <Section
            id="unclear"
            icon={CircleQuestionMark}
            tone="cau"
            title="May have been sent"
            section={unclear}
            link={unclear.total > 1 ? `Review all ${countText(unclear.total)}` : undefined}
            aside="Gangway won’t send it again automatically"
            all={countedLists.unclear}
          >
            {(row) => <UnclearRow key={row.entryId} row={row} />}
          </Section>
          <Section
            id="held"
            icon={Mail}
            tone="cau"
            title="Already invited"
            section={held}
            aside="Gangway did not send these"
            all={countedLists.held}
          >
            {(row) => <UnclearRow key={row.entryId} row={row} />}
          </Section>
          <Section
            id="refused"
            icon={OctagonX}
            tone="neg"
            title="Refused by the service"
            section={refused}
            link="Show all in Outbox"
            all={countedLists.refused}
          >
            {(row) => <RefusedRow key={row.entryId} row={row} />}
          </Section>
          <Section
            id="stopped"
            icon={ShieldX}
            tone="neg"
            title="Stopped vendors"
            section={stopped}
            aside={stopped.newTotal === 0 ? undefined : `${countText(stopped.newTotal)} new this week`}
            all={isMine ? undefined : countedLists.stopped}
          >
            {(row) => <StoppedRow key={row.subject} row={row} />}
          </Section>
          <Section
            id="endsSoon"
            icon={Timer}
            tone="cau"
            title={`Expires within ${pluralize(urgentDays(settings.soonDays), 'day')}`}
            section={endsSoon}
          >
            {(row) => <EndingRow key={row.id} row={row} />}
          </Section>
          <Section id="asked" icon={Mail} tone="cau" title="Asked, no reply" section={asked}>
            {(row) => <AskedRow key={row.id} row={row} />}
          </Section>
          {isPileAlone ? null : due}
          <Section
            id="mismatched"
            icon={EqualNot}
            tone="neg"
            title="Licenses that need you"
            section={mismatched}
            link="Open verifications"
            all={isMine ? undefined : countedLists.mismatched}
          >
            {(row) => (
              <MismatchedRow
                key={row.entryId}
                row={row}
                details={ownMember(summary.differingDetails, row.entryId) ?? []}
              />
            )}
          </Section>
          <Section
            id="lowQuality"
            icon={ScanText}
            tone="cau"
            title={`Documents under quality ${settings.scoreThreshold}`}
            section={lowQuality}
            aside={
              isMine ? undefined : (
                <SmallButton to={countedLists.lowQuality}>Review {countText(lowQuality.total)}</SmallButton>
              )
            }
            all={isMine ? undefined : countedLists.lowQuality}
          >
            {(row) => (
              <LowQualityRow key={row.jobId} row={row} weakest={ownMember(summary.weakestParts, row.jobId)} />
            )}
          </Section>
          {isPileAlone ? due : null}
          {steps}
        </>
      )}
    </RowFocusArea>
  );
}

/** How far a new workspace has come; null once the first steps are no longer shown. */
function useFirstSteps(): FirstSteps | null {
  const { practice, settings } = useWorkspace();
  const wanted = !practice && !settings.firstStepsDismissed;
  const { state } = useLive('today.firstSteps', wanted ? null : undefined, [
    'entries.changed',
    'vendors.changed',
    'onboarding.changed',
  ]);
  if (!wanted || state.kind !== 'ready') return null;
  // A workspace in use is not new again because it has no requirements.
  const { vendors, invites, verifications } = state.value;
  return vendors > 0 && invites > 0 && verifications > 0 ? null : state.value;
}

/** Follow-ups with the pile of renewals among the first that are shown. */
function toDue({ followUps: { rows, total }, renewals }: TodaySummary): { total: number; rows: DueRow[] } {
  if (renewals === null) return { total, rows };
  const pile = { id: renewalsRow, pile: renewals };
  return { total: total + 1, rows: [...rows.slice(0, 2), pile, ...rows.slice(2)] };
}
type DueRow = DueFollowUp | { id: string; pile: NonNullable<TodaySummary['renewals']> };
