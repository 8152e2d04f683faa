import { expect, it } from 'vitest';
import { queueNewsSentence } from '#shared/outbox/news.ts';

it.each([
  [{ sent: 7, needYou: 0 }, 'All 7 items have been sent.'],
  [{ sent: 1, needYou: 0 }, 'The item that waited has been sent.'],
  [{ sent: 1200, needYou: 0 }, 'All 1,200 items have been sent.'],
  [{ sent: 6, needYou: 1 }, '6 sent, 1 needs you.'],
  [{ sent: 6, needYou: 2 }, '6 sent, 2 need you.'],
])('a queue that ran empty after %j is told as it is: %s', (news, sentence) => {
  expect(queueNewsSentence(news)).toBe(sentence);
});
