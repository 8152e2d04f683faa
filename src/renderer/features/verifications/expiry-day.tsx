import { dayText, readDate } from '#shared/base/dates.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import {
  daysBetween,
  readServiceDate,
  twoWaysMessage,
  type DateRule,
} from '#shared/service/service-dates.ts';
import { bindClasses } from '../../class-names.ts';
import { Verbatim } from '../../components/service-word.tsx';
import { useDateRule } from '../../stores/session.ts';
import styles from './expiry-day.module.css';

const cls = bindClasses(styles);

/** The expiration of a license: found, else the submitted day with a note, else the date as received. Null without one. */
export function ExpiryDay({
  row,
}: {
  row: Pick<VerificationRow, 'expiryDate' | 'expiresOn' | 'expiryUnclear'>;
}) {
  const rule = useDateRule();
  const { expiryDate, expiresOn } = row;
  if (expiryDate === null || expiryDate.trim() === '') return null;
  const counts = readDate(expiresOn)?.day;
  if (row.expiryUnclear) {
    return (
      <span title={`This date ${twoWays(expiryDate, rule)}. Not counted.`}>
        <Verbatim>{expiryDate}</Verbatim> <span className={`${cls('submitted')} faint small`}>unclear</span>
      </span>
    );
  }
  if (counts === undefined) return <Verbatim>{expiryDate}</Verbatim>;
  const between = daysBetween(expiryDate, rule);
  if (between === null) return <span title={expiryDate}>{dayText(counts)}</span>;
  return (
    <span
      className={cls('day')}
      title={`Between ${dayText(between.first)} and ${dayText(between.last)}. The service gives no day.`}
    >
      <Verbatim>{expiryDate}</Verbatim>{' '}
      <span className={`${cls('submitted')} faint small`}>no day given</span>
    </span>
  );
}

function twoWays(text: string, rule: DateRule): string {
  const date = readServiceDate(text, rule);
  return date.kind === 'two_ways' ? twoWaysMessage(date.days) : 'can’t be read';
}
