import {
  newsBody,
  newsPlace,
  newsTitle,
  type ResultNews,
  queueNewsPlace,
  queueNewsSentence,
  type QueueNews,
} from '#shared/outbox/news.ts';
import { call, on } from '../bridge.ts';
import { navigate, useNavigation, type Route, type RouteTarget } from './navigation.ts';
import { startNow } from './session.ts';
import { useToasts } from './toasts.ts';

/** Whether this page may show notifications. Electron shows its own, and needs no leave of the page. */
type NewsLeave = 'granted' | 'denied' | 'not_asked' | 'not_here';

export function newsLeave(): NewsLeave {
  if (!('Notification' in window)) return 'not_here';
  return Notification.permission === 'default' ? 'not_asked' : Notification.permission;
}

/** Asks the browser for leave; only ever after a click. */
export async function askForNewsLeave(): Promise<NewsLeave> {
  if ('Notification' in window) await Notification.requestPermission();
  return newsLeave();
}

/** `tag`: what is told later takes the place of what was told before with it, also where several pages are open. */
function notify(title: string, body: string, tag: string, place: RouteTarget): void {
  if (newsLeave() !== 'granted') return;
  const shown = new Notification(title, { body, tag });
  shown.addEventListener('click', () => {
    window.focus();
    navigate(place);
    shown.close();
  });
}

function showResults(news: ResultNews): void {
  notify(newsTitle(news), newsBody(news), 'gangway-results', newsPlace(news));
}

/** As a toast, and as a notification while the page is not in view. */
function showQueueEmptied(news: QueueNews): void {
  useToasts.getState().show({ text: queueNewsSentence(news) });
  const start = startNow();
  // Electron's main process shows its own.
  if (start?.host !== 'browser' || !start.settings.notifyResults || isSeen()) return;
  notify('Gangway', queueNewsSentence(news), 'gangway-queue', queueNewsPlace());
}

const isSeen = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/** Reports the visible place to the main process, which sends no notification about it. */
function tellSight(): void {
  const { screen, path, query } = useNavigation.getState().route;
  void call('desktop.inSight', { place: isSeen() ? { screen, path: [...path], query: { ...query } } : null });
}

/** Use of the window is reported at intervals, so that what is shown stays fresh. */
const useToldEveryMs = 10_000;
const uses = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;
let useToldAt = -Infinity;

function tellUse(): void {
  if (performance.now() - useToldAt < useToldEveryMs) return;
  useToldAt = performance.now();
  tellSight();
}

/** A search or filter does not change the visible place. */
function tellSightElsewhere(now: { route: Route }, before: { route: Route }): void {
  const toPlace = ({ screen, path }: Route) => [screen, ...path].join('/');
  if (toPlace(now.route) !== toPlace(before.route)) tellSight();
}

/** Shows results that arrive, where the page is the one to do so; returns the function that stops it. */
export function followNews(): () => void {
  const stops = [
    on('results.arrived', showResults),
    on('queue.emptied', showQueueEmptied),
    useNavigation.subscribe(tellSightElsewhere),
  ];
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener('focus', tellSight, { signal });
  window.addEventListener('blur', tellSight, { signal });
  document.addEventListener('visibilitychange', tellSight, { signal });
  for (const use of uses) window.addEventListener(use, tellUse, { passive: true, signal });
  tellSight();
  return () => {
    listening.abort();
    stops.forEach((stop) => stop());
  };
}
