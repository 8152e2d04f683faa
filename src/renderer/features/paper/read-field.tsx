import { dayText, isoDay, localDay, readDate } from '#shared/base/dates.ts';
import type { FieldOnPage } from '#shared/ocr/labeled-fields.ts';
import type { PageField } from '#shared/ocr/page-kind.ts';
import { bindClasses } from '../../class-names.ts';
import { useNow } from '../../time.ts';
import { useWindowFocused } from '../../stores/window-state.ts';
import styles from './snippet.module.css';

const cls = bindClasses(styles);

/** Warnings on a field that was read: not sure, or an expiration that has passed. */
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

/** The piece of a page that a field was read from. It blurs while the window is not in use. */
export function Snippet({ source, label }: { source: string; label: string }) {
  const focused = useWindowFocused();
  return (
    <img
      className={`${cls('snippet', !focused && 'blurred')} block high-32 round-2`}
      src={source}
      alt={`${label} on the page`}
    />
  );
}

export function fieldText(value: string): string {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(value) ? readDate(value)?.day : undefined;
  return day === undefined ? value : dayText(day);
}

/** Where something was read, at the end of a sentence; empty for a document of one page. */
export const onPage = (page: number, pages: number): string =>
  pages === 1 ? '' : ` on page ${page} of ${pages}`;
