import { dayWords, readDate } from '#shared/dates.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { isUnclear } from '#shared/meant-days.ts';
import { classesOf } from '../../class-names.ts';
import { Verbatim } from '../../components/server-word.tsx';
import styles from './expiry-day.module.css';

const cls = classesOf(styles);

/**
 * The day on which a licence runs out. Where what was found cannot be read it is the submitted day, and says so; where no day
 * counts, the date stands as received. Null where there is none.
 */
export function ExpiryDay({ row }: { row: Pick<VerificationRow, 'expiryDate' | 'expiresOn'> }) {
  const { expiryDate, expiresOn } = row;
  if (expiryDate === null || expiryDate.trim() === '') return null;
  const counts = readDate(expiresOn)?.day;
  if (counts === undefined) return <Verbatim>{expiryDate}</Verbatim>;
  if (!isUnclear(expiryDate, counts)) return <span title={expiryDate}>{dayWords(counts)}</span>;
  return (
    <span
      className={cls('day')}
      title={`Found as “${expiryDate}”, which Gangway cannot read. The submitted day counts.`}
    >
      {dayWords(counts)} <span className={cls('submitted')}>as submitted</span>
    </span>
  );
}
