import fc from 'fast-check';
import { maxRetryAfterMs, readRetryAfter } from '#main/service-client/retry-after.ts';
import { getCases, type FuzzTarget } from '../target.ts';
import { hostileText } from '../values.ts';

const dates = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toUTCString());
const text = fc.oneof(
  dates,
  fc
    .tuple(dates, fc.nat(30), fc.string({ maxLength: 3 }))
    .map(([date, at, more]) => date.slice(0, at) + more + date.slice(at)),
  fc.bigInt({ min: -(10n ** 400n), max: 10n ** 400n }).map(String),
  fc.double().map(String),
  hostileText,
  fc.string({ unit: 'binary' }),
);

/** How long a server asks to wait: nothing, or between now and an hour. */
export const retryAfter: FuzzTarget = {
  name: 'retry_after',
  open: () =>
    Promise.resolve({
      cases: getCases(
        fc.record({ header: text, date: fc.option(text), now: fc.integer({ min: 0, max: 4e12 }) }),
        ({ header, date, now }) => {
          const wait = readRetryAfter(header, date, now);
          if (wait !== null && !(wait >= 0 && wait <= maxRetryAfterMs))
            throw new Error(`A wait of ${wait} ms.`);
        },
      ),
      close: () => Promise.resolve(),
    }),
};
