import { Notification } from 'electron';
import type { AppPlace } from '#shared/settings/place.ts';
import {
  queueNewsPlace,
  queueNewsSentence,
  type QueueNews,
  newsBody,
  newsPlace,
  newsTitle,
  type ResultNews,
} from '#shared/outbox/news.ts';

type Go = (place: AppPlace) => void;

/** The shown notifications; held, so that a click on one still works. */
const shown = new Map<'results' | 'queue', Notification>();

/** Notifies of arrived results, replacing an earlier notification. A click opens them. */
export function notifyOfResults(news: ResultNews, go: Go): void {
  show('results', { title: newsTitle(news), body: newsBody(news) }, () => go(newsPlace(news)));
}

/** Notifies that a waiting queue is sent. A click opens the Outbox. */
export function notifyOfQueue(news: QueueNews, go: Go): void {
  show('queue', { title: 'Gangway', body: queueNewsSentence(news) }, () => go(queueNewsPlace()));
}

function show(
  subject: 'results' | 'queue',
  text: { title: string; body: string },
  onClick: () => void,
): void {
  if (!Notification.isSupported()) return;
  shown.get(subject)?.close();
  const notification = new Notification(text);
  shown.set(subject, notification);
  notification.on('click', onClick);
  notification.show();
}
