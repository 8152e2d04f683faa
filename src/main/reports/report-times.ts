export type ReportTimes = ReturnType<typeof reportTimes>;

/** Writes instants for a report, whole, since nobody knows when it is read. */
export function reportTimes() {
  const cycle = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hourCycle;
  const options: Intl.DateTimeFormatOptions = {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: cycle === 'h11' || cycle === 'h12' ? 'h12' : 'h23',
  };
  const detail = new Intl.DateTimeFormat('en-US', options);
  const withZone = new Intl.DateTimeFormat('en-US', { ...options, timeZoneName: 'short' });
  // Some versions put a narrow space before AM and PM.
  const plain = (text: string) => text.replaceAll('\u202F', ' ');
  return {
    /** Jun 9, 2026, 14:26. */
    detail: (at: number): string => plain(detail.format(at)),
    /** With the time zone: Jun 9, 2026, 14:26 GMT+2. */
    withZone: (at: number): string => plain(withZone.format(at)),
  };
}
