import { pluralize, countText } from '../base/pluralize.ts';
import { z } from 'zod';
import { toPlace, type AppPlace } from '../settings/place.ts';
import { resultKind, resultKinds, type ResultKind } from '../service/result-kinds.ts';

export const resultNews = z.object({
  verifications: z.number(),
  documents: z.number(),
  needYou: z.number(),
  only: z.object({ kind: resultKind, id: z.string() }).nullable(),
});
export type ResultNews = z.infer<typeof resultNews>;

/** The first line of a notification. It names nobody: a locked screen may show it. */
export const newsTitle = ({ verifications, documents }: ResultNews): string =>
  `${pluralize(verifications + documents, 'result')} arrived`;

/** The second line: of what they are, and whether a person has to look. */
export function newsBody({ verifications, documents, needYou }: ResultNews): string {
  const parts = [
    verifications === 0 ? [] : pluralize(verifications, 'verification'),
    documents === 0 ? [] : pluralize(documents, 'document'),
  ].flat();
  const need = needYou === 0 ? '' : ` ${needYou} ${needYou === 1 ? 'needs' : 'need'} you.`;
  return `${parts.join(', ')}.${need}`;
}

/** Where to see what arrived: the one result, the list of its kind, or Today for both kinds. */
export function newsPlace({ verifications, documents, needYou, only }: ResultNews): AppPlace {
  if (only !== null) return toPlace(resultKinds[only.kind].screen, only.id);
  if (verifications > 0 && documents > 0) return toPlace('today');
  if (documents > 0) return toPlace('documents');
  return needYou === verifications
    ? { ...toPlace('verifications'), query: { tab: 'needs_you' } }
    : toPlace('verifications');
}

/** Whether a place shows a result anyway, so that nobody has to be notified. */
export function showsResult(place: AppPlace, kind: ResultKind, id: string): boolean {
  const [first] = place.path;
  if (place.screen === 'today') return true;
  if (place.screen !== resultKinds[kind].screen) return false;
  return kind === 'document' ? first !== 'add' && first !== 'own' : first === undefined || first === id;
}

export const queueNews = z.object({ sent: z.number(), needYou: z.number() });
export type QueueNews = z.infer<typeof queueNews>;

/** It never says that all is done while an item needs the person. */
export function queueNewsSentence({ sent, needYou }: QueueNews): string {
  if (needYou > 0)
    return `${countText(sent)} sent, ${countText(needYou)} ${needYou === 1 ? 'needs' : 'need'} you.`;
  return sent === 1
    ? 'The item that waited has been sent.'
    : `All ${pluralize(sent, 'item')} have been sent.`;
}

export const queueNewsPlace = (): AppPlace => toPlace('outbox');
