import { useNow } from '../stores/now.ts';
import { ago, clockTime, detailTime, listTime, soon } from '../time.ts';

const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });

export type TimeForm = 'list' | 'detail' | 'clock' | 'ago' | 'soon';

/** An instant (milliseconds since 1970), written as the style guide has it; the whole of it stands in a tooltip. */
export function TimeText({ at, form = 'list' }: { at: number; form?: TimeForm }) {
  const now = useNow(form === 'soon' ? 'second' : 'minute');
  return (
    <time dateTime={new Date(at).toISOString()} title={full.format(at)}>
      {words(at, now, form)}
    </time>
  );
}

function words(at: number, now: number, form: TimeForm): string {
  switch (form) {
    case 'list':
      return listTime(at, now);
    case 'detail':
      return detailTime(at, now);
    case 'clock':
      return clockTime(at);
    case 'ago':
      return ago(at, now);
    case 'soon':
      return soon(at, now);
  }
}
