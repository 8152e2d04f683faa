import { Notification } from 'electron';
import type { AppPlace } from '#shared/place.ts';
import { newsBody, newsPlace, newsTitle, type ResultNews } from '#shared/result-news.ts';

/** The notification that is shown; held, so that a click on it is still heard. */
let shown: Notification | null = null;

/** Tells in the system's own way that results arrived, in place of what was told before. A click leads to them. */
export function notifyOfResults(news: ResultNews, go: (place: AppPlace) => void): void {
  if (!Notification.isSupported()) return;
  shown?.close();
  shown = new Notification({ title: newsTitle(news), body: newsBody(news) });
  shown.on('click', () => {
    go(newsPlace(news));
  });
  shown.show();
}
