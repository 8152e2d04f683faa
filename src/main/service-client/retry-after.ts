/** The longest wait that a server can ask for. */
export const maxRetryAfterMs = 60 * 60 * 1000;

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Reads Retry-After (RFC 9110, 10.2.3) in ms, an hour at most; a date by the answer's own Date, as this clock may be wrong. */
export function readRetryAfter(header: string | null, dateHeader: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return clamp(Number(text) * 1000);
  const until = readHttpDate(text);
  if (until === null) return null;
  const serverNow = dateHeader === null ? null : readHttpDate(dateHeader.trim());
  return clamp(until - (serverNow ?? now));
}

const clamp = (ms: number): number => Math.min(Math.max(ms, 0), maxRetryAfterMs);

function readHttpDate(text: string): number | null {
  const read = httpDate.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(read) ? null : read;
}
