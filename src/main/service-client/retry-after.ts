/** The longest wait that a server can ask for. */
export const maxRetryAfterMs = 60 * 60 * 1000;

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Reads a Retry-After header in both forms (RFC 9110, 10.2.3) as milliseconds to wait, an hour at most; null where it is
 * absent or unreadable. A date is compared with the answer's own Date header, so that a wrong clock here does not matter.
 */
export function readRetryAfter(header: string | null, dateHeader: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return clamp(Number(text) * 1000);
  const until = readHttpDate(text);
  if (until === null) return null;
  const serverNow = dateHeader === null ? null : readHttpDate(dateHeader.trim());
  return clamp(until - (serverNow ?? now));
}

function clamp(ms: number): number {
  return Math.min(Math.max(ms, 0), maxRetryAfterMs);
}

function readHttpDate(text: string): number | null {
  const read = httpDate.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(read) ? null : read;
}
