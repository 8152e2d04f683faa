import { isoDay, localDay } from '#shared/base/dates.ts';
import type { FieldOnPage } from '#shared/paper/labeled-fields.ts';
import type { PageField } from '#shared/paper/page-kind.ts';
import { useNow } from '../../stores/now.ts';

/** What a person has to know of a field that was read: that it is not sure, and of the day on which something ends that it is over. */
export function FieldNotes({ field, value, sure }: Pick<FieldOnPage<PageField>, 'field' | 'value' | 'sure'>) {
  const today = isoDay(localDay(new Date(useNow('minute'))));
  return (
    <>
      {sure ? null : <span className="caution regular block">Not sure. Check it letter by letter.</span>}
      {field === 'expiryDate' && value < today ? (
        <span className="caution regular block">This date has passed.</span>
      ) : null}
    </>
  );
}
