import { at, ok, type Handlers } from './core.ts';

/** An answer that is text, and no others. */
export function fakeAnswers(): Handlers {
  return {
    'answers.get': () =>
      ok({
        at: at('14:21'),
        status: 503,
        contentType: 'text/plain',
        cut: null,
        body: 'later-7731',
        bytesKept: null,
        left: 0,
      }),
    'answers.ofReading': () => ok([]),
  };
}
