import { z } from 'zod';
import { counted, countText } from '../base/counted.ts';
import { toPlace, type AppPlace } from '../settings/place.ts';

export const queueNews = z.object({
  sent: z.number(),
  needYou: z.number(),
});
export type QueueNews = z.infer<typeof queueNews>;

/** What the person is told. It never says that all is done while an item needs the person. */
export function queueNewsSentence({ sent, needYou }: QueueNews): string {
  if (needYou > 0)
    return `${countText(sent)} sent, ${countText(needYou)} ${needYou === 1 ? 'needs' : 'need'} you.`;
  return sent === 1 ? 'The item that waited has been sent.' : `All ${counted(sent, 'item')} have been sent.`;
}

export function queueNewsPlace(): AppPlace {
  return toPlace('outbox');
}
