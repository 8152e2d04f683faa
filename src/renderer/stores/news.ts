import { newsBody, newsPlace, newsTitle, type ResultNews } from '#shared/result-news.ts';
import { call, on } from '../bridge.ts';
import { navigate, useNavigation, type Route } from './navigation.ts';

/** Whether this page may show notifications. Electron shows its own, and needs no leave of the page. */
export type NewsLeave = 'granted' | 'denied' | 'not_asked' | 'not_here';

export function newsLeave(): NewsLeave {
  if (!('Notification' in window)) return 'not_here';
  return Notification.permission === 'default' ? 'not_asked' : Notification.permission;
}

/** Asks the browser for leave; only ever after a click. */
export async function askForNewsLeave(): Promise<NewsLeave> {
  if ('Notification' in window) await Notification.requestPermission();
  return newsLeave();
}

function show(news: ResultNews): void {
  if (newsLeave() !== 'granted') return;
  // One tag: what is told later takes the place of what was told before, also where several pages are open.
  const shown = new Notification(newsTitle(news), { body: newsBody(news), tag: 'gangway-results' });
  shown.addEventListener('click', () => {
    window.focus();
    navigate(newsPlace(news));
    shown.close();
  });
}

/** Tells the main process what the person has before their eyes, so that nobody is told what they see. */
function tellSight(): void {
  const { screen, path, query } = useNavigation.getState().route;
  const seen = document.visibilityState === 'visible' && document.hasFocus();
  void call('desktop.inSight', { place: seen ? { screen, path: [...path], query: { ...query } } : null });
}

/** A search or a filter changes nothing of what is seen of results, and is typed letter by letter. */
function tellSightElsewhere(now: { route: Route }, before: { route: Route }): void {
  const placeOf = ({ screen, path }: Route) => [screen, ...path].join('/');
  if (placeOf(now.route) !== placeOf(before.route)) tellSight();
}

/** Shows results that arrive, where the page is the one to do so; returns the function that stops it. */
export function followNews(): () => void {
  const stops = [on('results.arrived', show), useNavigation.subscribe(tellSightElsewhere)];
  window.addEventListener('focus', tellSight);
  window.addEventListener('blur', tellSight);
  document.addEventListener('visibilitychange', tellSight);
  tellSight();
  return () => {
    stops.forEach((stop) => stop());
    window.removeEventListener('focus', tellSight);
    window.removeEventListener('blur', tellSight);
    document.removeEventListener('visibilitychange', tellSight);
  };
}
