import { afterEach, describe, expect, it } from 'vitest';
import { App } from '#renderer/app/app.tsx';
import { readHash, useNavigation } from '#renderer/stores/navigation.ts';
import { sendFile, useImport } from '#renderer/features/imports/import-store.ts';
import type { Situation } from './bridge-double.ts';
import { fail, type Handlers } from './double/core.ts';
import { acting, clear, click, find, press, putBridge, show, type, until } from './screen.tsx';

async function open(situation: Situation, overrides: Handlers = {}) {
  window.location.hash = '#/invites/import';
  useNavigation.setState({ route: readHash('#/invites/import'), position: 0, last: 0 });
  const bridge = putBridge(situation, overrides);
  await show(<App />);
  return bridge;
}

const text = () => document.body.textContent ?? '';

function editor(): HTMLInputElement {
  const input = document.activeElement;
  if (!(input instanceof HTMLInputElement)) throw new Error('No cell is being edited.');
  return input;
}

describe('the import of a list', () => {
  afterEach(async () => {
    await clear();
    useImport.setState({ kind: 'asking', status: null, sending: false, problem: null });
  });

  it('opens on the rows to look at, with what is wrong in words', async () => {
    await open('online');
    await until(() => expect(text()).toContain('Two dots in a row. Check the part after @.'));
    expect(text()).toContain('Same vendor as row 2 in this list. Row 2 is kept.');
    expect(find('[role=tab][aria-selected=true]').textContent).toBe('To look at7');
  });

  it('counts only ready rows on its button', async () => {
    await open('online');
    await until(() => find('button', 'Queue 214 invites'));
    await click(find('button', 'Include row 204 anyway'));
    await until(() => find('button', 'Queue 215 invites'));
  });

  it('saves a cell with Enter and puts it back with Esc', async () => {
    const bridge = await open('online');
    await click(await until(() => find('button', 'E-mail of row 61')));
    await type(editor(), 'lena@elsewhere.example.com');
    await press('Escape', editor());
    expect(bridge.asked.some(({ name }) => name === 'imports.editCell')).toBe(false);
    await until(() => find('button', 'E-mail of row 61: lena@brickyard'));
    await click(find('button', 'E-mail of row 61'));
    await type(editor(), 'lena@brickyard.example.com');
    await press('Enter', editor());
    await until(() => find('button', 'Queue 215 invites'));
    await until(() => find('button', 'E-mail of row 61: lena@brickyard.example.com'));
  });

  it('goes on to the next problem with Tab', async () => {
    await open('online');
    await click(await until(() => find('button', 'E-mail of row 14')));
    expect(editor().getAttribute('aria-label')).toBe('E-mail of row 14');
    await press('Tab', editor());
    await until(() => expect(editor().getAttribute('aria-label')).toBe('E-mail of row 38'));
  });

  it('queues with the keyboard, says how many, and takes them back', async () => {
    const bridge = await open('online');
    await until(() => find('button', 'Queue 214 invites'));
    await press('Enter', document.body, { ctrlKey: true });
    await until(() => expect(text()).toContain('214 invites queued'));
    expect(bridge.asked.find(({ name }) => name === 'imports.queue')?.input).toMatchObject({ expected: 214 });
    expect(window.location.hash).toBe('#/invites');
    await click(find('button', 'Undo'));
    await until(() => expect(text()).toContain('200 invites taken back. 14 had already left.'));
  });

  it('says why nothing was queued and keeps the list', async () => {
    await open('online', {
      'imports.queue': () => fail('storage', 'Nothing was queued, and the list stays open.'),
    });
    await click(await until(() => find('button', 'Queue 214 invites')));
    await until(() => find('[role=alert]', 'the list stays open'));
    expect(text()).toContain('Two dots in a row.');
  });

  it('says while offline that queued invites will wait', async () => {
    await open('offline');
    await until(() => expect(text()).toContain('Queued invites will wait here until the network is back.'));
  });

  it('says so when the file is gone while it is read, and ends the import', async () => {
    const bridge = await open('empty');
    await until(() => expect(text()).toContain('Drop a CSV or XLSX file, or choose one'));
    const file = new File(['Email\na@x.example.com\n'], 'gone.csv');
    Object.defineProperty(file, 'slice', {
      value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }),
    });
    await acting(() => sendFile(file, 'invites'));
    await until(() => find('[role=alert]', 'could not be read to its end'));
    expect(bridge.asked.some(({ name }) => name === 'imports.cancel')).toBe(true);
    expect(bridge.asked.some(({ name }) => name === 'imports.finish')).toBe(false);
  });

  it('hands a file over in pieces and shows it once it is checked', async () => {
    const bridge = await open('empty');
    await until(() => find('button', 'Choose a file'));
    await acting(() => sendFile(new File([new Uint8Array(2_500_000)], 'big.csv'), 'invites'));
    const offsets = bridge.asked.flatMap(({ name, input }) =>
      name === 'imports.append' && typeof input === 'object' && input !== null && 'offset' in input
        ? [input.offset]
        : [],
    );
    expect(offsets).toEqual([0, 1_048_576, 2_097_152]);
    await until(() => find('button', 'Queue 214 invites'));
  });

  it('says why a file cannot be used and offers to choose another', async () => {
    await open('empty', { 'imports.begin': () => fail('bad_input', 'This file is larger than 100 MB.') });
    await until(() => find('button', 'Choose a file'));
    await acting(() => sendFile(new File(['x'], 'huge.csv'), 'invites'));
    await until(() => find('[role=alert]', 'This file is larger than 100 MB.'));
    find('button', 'Choose a file');
  });
});
