import { createCalendar, fromDayNumber } from '#shared/onboarding/calendar.ts';
import { useNow } from '../../stores/now.ts';
import { useWorkspace } from '../../stores/session.ts';

/** The calendar day on which requirements are judged now, as 2027-03-31: that of the workspace's time zone. */
export function useJudgingDay(): string {
  const { timeZone } = useWorkspace().settings;
  const now = useNow('minute');
  return fromDayNumber(createCalendar(timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)(now));
}
