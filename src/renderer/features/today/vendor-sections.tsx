import { Mail, ShieldX, Timer } from 'lucide-react';
import { counted, countText } from '#shared/base/counted.ts';
import type { TodaySummary } from '#shared/ipc/today.ts';
import { urgentDays } from '#shared/settings/today-days.ts';
import { useAction } from '../../stores/action.ts';
import { navigate } from '../../stores/navigation.ts';
import { useWorkspace } from '../../stores/session.ts';
import { shortcutKeys } from '../../shortcuts.ts';
import { countedLists, leadTo, Section, SectionRow } from './section.tsx';

const k = shortcutKeys;

/** Vendors that may not work, those that became so this week first. */
export function StoppedSection({ section }: { section: TodaySummary['stopped'] }) {
  return (
    <Section
      id="stopped"
      icon={ShieldX}
      tone="neg"
      title="Stopped vendors"
      total={section.total}
      rows={section.rows}
      aside={section.newTotal === 0 ? undefined : `${countText(section.newTotal)} new this week`}
      all={countedLists.stopped}
    >
      {(row) => <StoppedRow key={row.subject} row={row} />}
    </Section>
  );
}

function StoppedRow({ row }: { row: TodaySummary['stopped']['rows'][number] }) {
  const open = () => navigate({ screen: 'vendors', path: [row.subject] });
  const seen = useAction('onboarding.noteSeen');
  return (
    <SectionRow
      id={row.subject}
      title={row.name}
      subtitle={row.isNew ? 'New this week' : ''}
      what={row.why}
      at={row.since}
      problem={seen.error?.message}
      choices={[
        { label: 'Open', keys: k.open, onChoose: open },
        ...(row.isNew
          ? [
              {
                label: 'Mark as seen',
                keys: k.seen,
                pending: seen.pending,
                onChoose: () => void seen.run({ subjects: [row.subject] }),
              },
            ]
          : []),
      ]}
      onOpen={open}
    />
  );
}

/** What expires in a few days, while there is time to ask for a new one. */
export function EndsSoonSection({ section }: { section: TodaySummary['endsSoon'] }) {
  const { soonDays } = useWorkspace().settings;
  return (
    <Section
      id="endsSoon"
      icon={Timer}
      tone="cau"
      title={`Expires within ${counted(urgentDays(soonDays), 'day')}`}
      total={section.total}
      rows={section.rows}
    >
      {(row) => (
        <SectionRow
          key={row.id}
          id={row.id}
          title={row.name}
          subtitle={row.days === 0 ? 'Today' : row.days === 1 ? 'Tomorrow' : `In ${row.days} days`}
          what={row.what}
          at={null}
          {...leadTo('Open', {
            screen: row.kind === 'license' ? 'verifications' : 'vendors',
            path: [row.id],
          })}
        />
      )}
    </Section>
  );
}

/** What vendors were asked for, where nothing has come for days. */
export function AskedSection({ section }: { section: TodaySummary['asked'] }) {
  return (
    <Section
      id="asked"
      icon={Mail}
      tone="cau"
      title="Asked, no reply"
      total={section.total}
      rows={section.rows}
    >
      {(row) => (
        <SectionRow
          key={row.id}
          id={row.id}
          title={row.name}
          subtitle={row.kind === 'document' ? 'Document' : 'License'}
          what={row.what}
          at={row.at}
          {...leadTo('Open', {
            screen: row.kind === 'document' ? 'documents' : 'verifications',
            path: [row.id],
          })}
        />
      )}
    </Section>
  );
}
