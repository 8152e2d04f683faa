import { useNow, ago, clockTime, dayText, detailTime, listTime, soon } from '../time.ts';
import { readServiceDate, twoWaysMessage } from '#shared/service/service-dates.ts';
import { useDateRule, useStart } from '../stores/session.ts';
import { Verbatim } from './service-word.tsx';
import type { VerificationRow } from '#shared/ipc/verifications.ts';

const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });

const forms = { list: listTime, detail: detailTime, clock: clockTime, ago, soon } satisfies Record<
  string,
  (at: number, now: number) => string
>;

type TimeForm = keyof typeof forms;

/** An instant in milliseconds since 1970, with the full time in a tooltip. */
export function TimeText({ at, form = 'list' }: { at: number; form?: TimeForm }) {
  const now = useNow(form === 'soon' ? 'second' : 'minute');
  return (
    <time dateTime={new Date(at).toISOString()} title={full.format(at)}>
      {forms[form](at, now)}
    </time>
  );
}

interface ServiceDateProps {
  text: string | null | undefined;
  withTime?: boolean;
}

/**
 * A service's date as a day if readable, else verbatim with its readings in a tooltip. `withTime` adds the time, local if it has
 * an offset.
 */
export function ServiceDate({ text, withTime = false }: ServiceDateProps) {
  const now = useNow('minute');
  const rule = useDateRule();
  if (text == null || text === '') return null;
  const date = readServiceDate(text, rule);
  if (date.kind === 'two_ways')
    return (
      <span title={`This date ${twoWaysMessage(date.days)}.`}>
        <Verbatim>{text}</Verbatim>
      </span>
    );
  if (date.kind === 'unreadable') return <Verbatim>{text}</Verbatim>;
  const { day, clock, instant } = date.reading;
  const asWritten = new Date(
    day.year,
    day.month - 1,
    day.day,
    clock?.hour ?? 0,
    clock?.minute ?? 0,
  ).getTime();
  return (
    <time dateTime={text} title={text}>
      {withTime && instant !== null ? detailTime(instant, now) : dayText(asWritten, now)}
      {withTime && instant === null && clock !== null ? `, ${clockTime(asWritten)}` : null}
    </time>
  );
}

/** The names of the person who works here, with those from before Gangway knew the name. */
export function useOwnNames(): readonly (string | null)[] {
  const { account, settings } = useStart();
  return [account, settings.personName];
}

/** A person's name, or that it is the one who reads this. */
export function MemberName({ of }: { of: string }) {
  return useOwnNames().includes(of) ? 'You' : of;
}

/** Who decided, to follow the decision: a name, if it was someone else. */
export function byWhom(by: string | null, own: readonly (string | null)[]): string {
  if (by === null) return ', no name recorded';
  return own.includes(by) ? ' by you' : ` by ${by}`;
}

/** Who decided and when, to follow the decision. Early decisions have no name. */
export function DecidedBy({ decision }: { decision: NonNullable<VerificationRow['decision']> }) {
  const own = useOwnNames();
  return (
    <>
      {byWhom(decision.by, own)}, <TimeText at={decision.at} form="detail" />
    </>
  );
}
