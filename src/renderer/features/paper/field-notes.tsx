import { isoDay, localDay } from '#shared/base/dates.ts';
import type { FieldOnPage } from '#shared/paper/labeled-fields.ts';
import type { PageField } from '#shared/paper/page-kind.ts';
import { bindClasses } from '../../class-names.ts';
import { useNow } from '../../stores/now.ts';
import styles from './field-notes.module.css';

const cls = bindClasses(styles);

/** What a person has to know of a field that was read: that it is not sure, and of the day on which something ends that it is over. */
export function FieldNotes({ field, value, sure }: Pick<FieldOnPage<PageField>, 'field' | 'value' | 'sure'>) {
  const today = isoDay(localDay(new Date(useNow('minute'))));
  return (
    <>
      {sure ? null : <span className={cls('note')}>Not sure. Check it letter by letter.</span>}
      {field === 'expiryDate' && value < today ? (
        <span className={cls('note')}>This date has passed.</span>
      ) : null}
    </>
  );
}
