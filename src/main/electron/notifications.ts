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

/** The notification that is shown of each subject; held, so that a click on it is still heard. */
const shown = new Map<'results' | 'queue', Notification>();

/** Tells in the system's own way that results arrived, in place of what was told before. A click leads to them. */
export function notifyOfResults(news: ResultNews, go: Go): void {
  show('results', { title: newsTitle(news), body: newsBody(news) }, () => {
    go(newsPlace(news));
  });
}

/** Tells in the system's own way that a queue which had to wait has run empty. A click leads to the Outbox. */
export function notifyOfQueue(news: QueueNews, go: Go): void {
  show('queue', { title: 'Gangway', body: queueNewsSentence(news) }, () => {
    go(queueNewsPlace());
  });
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
