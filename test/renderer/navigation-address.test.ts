import { beforeEach, expect, it, onTestFinished, vi, type MockInstance } from 'vitest';
import { followNavigation, goBack, navigate, useNavigation } from '#renderer/stores/navigation.ts';

let replaced: MockInstance<History['replaceState']>;
let pushed: MockInstance<History['pushState']>;
const written = (calls: readonly (readonly unknown[])[]): unknown[] =>
  calls.map(([at, , hash]) => [at, hash]);
const search = (text: string) =>
  navigate({ screen: 'vendors', query: text === '' ? {} : { search: text } }, true, true);

beforeEach(() => {
  vi.useFakeTimers();
  navigate({ screen: 'vendors' });
  vi.runAllTimers();
  replaced = vi.spyOn(window.history, 'replaceState');
  pushed = vi.spyOn(window.history, 'pushState');
});

it('writes an address at once where nobody says that it may come later', () => {
  navigate({ screen: 'outbox' });
  expect(window.location.hash).toBe('#/outbox');
});

it('shows a place at once and writes its address when typing rests', () => {
  search('b');
  search('br');
  expect(useNavigation.getState().route.query).toEqual({ search: 'br' });
  expect(replaced).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(replaced).toHaveBeenCalledTimes(1);
  expect(window.location.hash).toBe('#/vendors?search=br');
});

it('keeps every place that was gone to in the history, each as it was left', () => {
  const { position } = useNavigation.getState();
  search('br');
  navigate({ screen: 'vendors', path: ['48213'] }, false, true);
  navigate({ screen: 'vendors', path: ['48213'], query: { tab: 'invites' } }, true, true);
  expect(pushed).not.toHaveBeenCalled();
  navigate({ screen: 'outbox' });
  expect(written(replaced.mock.calls)).toEqual([[position, '#/vendors?search=br']]);
  expect(written(pushed.mock.calls)).toEqual([
    [position + 1, '#/vendors/48213?tab=invites'],
    [position + 2, '#/outbox'],
  ]);
});

it('comes back to where nothing is searched', () => {
  search('b');
  search('');
  vi.runAllTimers();
  expect(window.location.hash).toBe('#/vendors');
});

it('writes what is not written yet before it goes back, and before the page is left', () => {
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => undefined);
  onTestFinished(() => back.mockRestore());
  navigate({ screen: 'outbox' }, false, true);
  goBack();
  expect(window.location.hash).toBe('#/outbox');
  expect(pushed.mock.invocationCallOrder[0]).toBeLessThan(back.mock.invocationCallOrder[0] ?? 0);
  onTestFinished(followNavigation());
  navigate({ screen: 'documents' }, false, true);
  window.dispatchEvent(new Event('pagehide'));
  expect(window.location.hash).toBe('#/documents');
});

it('lets go of addresses that were not written when somebody leaves by the window’s own buttons', () => {
  onTestFinished(followNavigation());
  search('b');
  window.history.replaceState(0, '', '#/today');
  window.dispatchEvent(new PopStateEvent('popstate', { state: 0 }));
  vi.runAllTimers();
  expect(window.location.hash).toBe('#/today');
  expect(useNavigation.getState().route.screen).toBe('today');
});
