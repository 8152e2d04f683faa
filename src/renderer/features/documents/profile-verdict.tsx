import type { ProfileRow } from '#shared/comparison/profile.ts';
import { bindClasses } from '../../class-names.ts';
import { DifferingText, VerdictMessage } from '../../components/differing-text.tsx';
import styles from './read-fields.module.css';

const cls = bindClasses(styles);

/** What the comparison of a field with the profile comes to, with the profile's text where it is another one. */
export function ProfileVerdict({ row }: { row: ProfileRow<string> }) {
  const { verdict, submitted } = row.comparison;
  return (
    <>
      <span className="block">
        <VerdictMessage verdict={verdict} words={row.words} />
      </span>
      {verdict !== 'same' && verdict !== 'same_written_differently' && submitted.text !== null ? (
        <span className={`${cls('held')} regular block`}>
          <span className={cls('quiet')}>Profile</span> <DifferingText side={submitted} />
        </span>
      ) : null}
      <span className="visually-hidden">{row.spoken}</span>
    </>
  );
}
