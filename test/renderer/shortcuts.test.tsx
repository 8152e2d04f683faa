import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Button } from '#renderer/components/button.tsx';
import { listenForShortcuts, shortcutKeys, useShortcut } from '#renderer/shortcuts.ts';
import type { ShortcutChanges } from '#shared/settings/shortcut-keys.ts';
import { clear, find, press, show } from './screen.tsx';

let singleKeys = true;
let stop: () => void = () => undefined;
const accept = vi.fn();
const search = vi.fn();
const close = vi.fn();
const documents = vi.fn();
const skip = vi.fn();
const queue = vi.fn();
const discard = vi.fn();
let changes: ShortcutChanges = {};

function Page() {
  useShortcut('a', accept);
  useShortcut('mod+k', search);
  useShortcut('escape', close);
  useShortcut(shortcutKeys.documents, documents);
  useShortcut(shortcutKeys.skip, skip);
  useShortcut(shortcutKeys.queue, queue);
  return (
    <>
      <input type="text" aria-label="Note" />
      <input type="checkbox" aria-label="Tick" />
      <textarea aria-label="Long note" />
      <Button onPress={discard}>Discard</Button>
      <div role="dialog">
        <button type="button">In a dialog</button>
      </div>
    </>
  );
}

describe('shortcuts', () => {
  beforeEach(async () => {
    singleKeys = true;
    changes = {};
    vi.clearAllMocks();
    stop = listenForShortcuts(
      () => singleKeys,
      () => changes,
    );
    await show(<Page />);
  });
  afterEach(async () => {
    stop();
    await clear();
  });

  it('act on a single key', async () => {
    await press('a');
    expect(accept).toHaveBeenCalledOnce();
  });

  it('leave single keys alone while typing, but not on a checkbox', async () => {
    await press('a', find('[aria-label="Note"]'));
    await press('a', find('textarea'));
    expect(accept).not.toHaveBeenCalled();
    await press('a', find('[aria-label="Tick"]'));
    expect(accept).toHaveBeenCalledOnce();
  });

  it('take keys with Ctrl while typing', async () => {
    await press('k', find('[aria-label="Note"]'), { ctrlKey: true });
    expect(search).toHaveBeenCalledOnce();
  });

  it('take Ctrl Enter from a button that has the focus, but not Enter alone', async () => {
    const button = find('button');
    await press('Enter', button, { ctrlKey: true });
    expect(queue).toHaveBeenCalledOnce();
    button.dispatchEvent(new KeyboardEvent('keyup', { key: 'Enter', bubbles: true }));
    expect(discard).not.toHaveBeenCalled();
    await press('Enter', button);
    button.dispatchEvent(new KeyboardEvent('keyup', { key: 'Enter', bubbles: true }));
    expect(discard).toHaveBeenCalledOnce();
    expect(queue).toHaveBeenCalledOnce();
  });

  it('never fire twice while a key is held', async () => {
    await press('a');
    await press('a', document.body, { repeat: true });
    expect(accept).toHaveBeenCalledOnce();
  });

  it('do not type into a note what is left of the key that opened it', async () => {
    const note = find('[aria-label="Note"]');
    const goesIn = (init: KeyboardEventInit) =>
      note.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true, ...init }),
      );
    await press('a');
    expect(goesIn({ repeat: true })).toBe(false);
    expect(goesIn({})).toBe(true);
    expect(goesIn({ repeat: true })).toBe(true);
    expect(accept).toHaveBeenCalledOnce();
  });

  it('are off, save Esc and keys with Ctrl, where the person turned single keys off', async () => {
    singleKeys = false;
    await press('a');
    await press('Escape');
    await press('k', document.body, { ctrlKey: true });
    expect([accept, close, search].map((one) => one.mock.calls.length)).toEqual([0, 1, 1]);
  });

  it('do not reach the page from inside a dialog', async () => {
    await press('a', find('[role=dialog] button'));
    expect(accept).not.toHaveBeenCalled();
  });

  it('act on the key that the person gave them, and not on the usual one', async () => {
    changes = { skip: ';', documents: 'g q' };
    await press('s');
    expect(skip).not.toHaveBeenCalled();
    await press(';');
    expect(skip).toHaveBeenCalledOnce();
    await press('g');
    await press('d');
    expect(documents).not.toHaveBeenCalled();
    await press('g');
    await press('q');
    expect(documents).toHaveBeenCalledOnce();
  });

  it('take two keys in turn, and forget the first after another key', async () => {
    await press('g');
    await press('d');
    expect(documents).toHaveBeenCalledOnce();
    await press('g');
    await press('x');
    await press('d');
    expect(documents).toHaveBeenCalledOnce();
  });
});
