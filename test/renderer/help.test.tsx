import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  getLines,
  helpPages,
  readChangelog,
  releases,
  searchHelp,
} from '#renderer/features/help/help-pages.ts';
import { shortcutSheet } from '#renderer/shortcut-sheet.ts';
import { helpTopics, topicOfPlace } from '#renderer/stores/help.ts';
import { screenIds } from '#shared/settings/place.ts';
import { shortcutName } from '#shared/settings/shortcut-keys.ts';
import packageFile from '../../package.json?raw';
import { fail, type Answers } from './core-bridge.ts';
import { openApp } from './open-app.tsx';
import { acting, click, field, find, placeNow, press, type, until } from './screen.tsx';

const { version } = z.object({ version: z.string() }).parse(JSON.parse(packageFile));
const pages = [...helpPages.values()];

describe('the pages of the help', () => {
  it.each(screenIds)('there is one for the screen %s', (screen) => {
    const topic = topicOfPlace({ screen, path: [], query: {} }, true);
    expect(helpTopics.map(({ id }) => id)).toContain(topic);
    expect(getLines(topic).length).toBeGreaterThan(5);
    expect(topic).toBe(screen);
  });

  it('there is one for importing, and one for connecting', () => {
    expect(topicOfPlace({ screen: 'invites', path: ['import'], query: {} }, true)).toBe('import');
    expect(topicOfPlace({ screen: 'verifications', path: ['import'], query: {} }, true)).toBe('import');
    expect(topicOfPlace({ screen: 'settings', path: ['connect'], query: {} }, true)).toBe('connect');
    expect(topicOfPlace({ screen: 'today', path: [], query: {} }, false)).toBe('connect');
  });

  it('there is one for each topic but those that are lists', () => {
    const topics = helpTopics.map(({ id }) => id).filter((id) => id !== 'shortcuts' && id !== 'news');
    expect([...helpPages.keys()].toSorted()).toEqual(topics.toSorted());
  });

  it('name only shortcuts and parts of the sheet that exist', () => {
    const named = pages.flatMap((page) => JSON.stringify(page).match(/\{\w+\}/g) ?? []);
    expect(named.length).toBeGreaterThan(8);
    for (const name of named) expect(shortcutName.options).toContain(name.slice(1, -1));
    const parts = shortcutSheet.map(({ where }) => where);
    for (const { keys } of pages) for (const part of keys) expect(parts).toContain(part);
    // Each part of the sheet belongs to a page.
    expect(new Set(pages.flatMap(({ keys }) => keys))).toEqual(new Set(parts));
  });

  it('are written in the words of the product', () => {
    const all = helpTopics.flatMap(({ id }) => getLines(id)).join('\n');
    expect(all).not.toMatch(/server|licence|colour|cancelled|recognise|e-mail|license check|error occurred/i);
  });
});

describe('searching the help', () => {
  it('finds a topic by its title, by other words and by its text, and says which line it was', () => {
    expect(searchHelp('outbox')[0]?.id).toBe('outbox');
    expect(searchHelp('csv').map(({ id }) => id)).toContain('import');
    const ring = searchHelp('dashed ring');
    expect(ring).toHaveLength(1);
    expect(ring[0]?.id).toBe('marks');
    expect(ring[0]?.line).toContain('Not recognized');
    expect(searchHelp('message draft')[0]?.id).toBe('connect');
    expect(searchHelp('zzzz')).toEqual([]);
    expect(searchHelp(' ')).toHaveLength(helpTopics.length);
  });
});

describe('the help', () => {
  it('opens on the page of the screen, and leads to all shortcuts with the same key', async () => {
    await openApp('#/outbox', { company: 'new' });
    await until(() => find('h1', 'Outbox'));
    await press('?');
    const page = await until(() => find('[role=dialog] [role=region]', 'The Outbox lists everything'));
    expect(page.textContent).toContain('Pause or resume');
    expect(page.textContent).not.toContain('Ask for a new copy');
    await press('?', find('[role=dialog]'));
    await until(() => find('[role=dialog] [role=region]', 'Ask for a new copy'));
    await press('Escape', find('[role=dialog]'));
    await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
    expect(placeNow()).toBe('#/outbox');
  });

  it('is searched, and Enter opens what comes first', async () => {
    await openApp('#/today', { company: 'new' });
    await until(() => find('h1', 'Today'));
    await click(find('header button', 'Help'));
    await until(() => field('Search help'));
    await type(field('Search help'), 'message draft');
    await until(() => find('nav[aria-label="Help topics"] button', 'You have no token'));
    const submit = new Event('submit', { bubbles: true, cancelable: true });
    await acting(() => find('nav[aria-label="Help topics"] form').dispatchEvent(submit));
    await until(() => find('[role=dialog] [role=region]', 'Send your administrator the message'));
    await type(field('Search help'), 'zzzz');
    await until(() => find('[role=dialog] [role=status]', 'No help page has these words.'));
  });

  it('is found from the search field', async () => {
    await openApp('#/today', { company: 'new' });
    const input = await until(() => find('[role=combobox]'));
    if (!(input instanceof HTMLInputElement)) throw new Error('The search field is not an input.');
    await type(input, 'help: invites');
    await until(() => find('[role=option]', 'Help: Invites'));
    await press('Enter', input);
    await until(() => find('[role=dialog] [role=region]', 'Invites asks vendors to sign up.'));
  });
});

describe('what is new', () => {
  it('is written for this version, in sentences', () => {
    const now = releases.find((release) => release.version === version);
    expect(now?.news.length).toBeGreaterThan(0);
    for (const line of now?.news ?? []) expect(line).toMatch(/\.$/);
  });

  it('is read by versions', () => {
    expect(readChangelog('# New\n\n## 1.1.0\n\n- One.\n- Two.\n\n## 1.0.0\n- Three.\n')).toEqual([
      { version: '1.1.0', news: ['One.', 'Two.'] },
      { version: '1.0.0', news: ['Three.'] },
    ]);
  });
});

describe('after an update', () => {
  /** What was here before is as a version before left it. */
  const openUpdated = (answers: Answers = {}) =>
    openApp('#/today', { company: 'new', facts: { version: '1.1.0' }, answers });

  it('what is new is offered once', async () => {
    const { ask } = await openUpdated();
    await until(() => find('main', 'Gangway was updated to version 1.1.0.'));
    await click(find('button', 'See what’s new'));
    await until(() => find('[role=dialog] [role=region]', 'Version 1.0.0'));
    await until(() =>
      expect(document.querySelector('main')?.textContent).not.toContain('Gangway was updated'),
    );
    await until(async () => expect((await ask('app.start', null)).updatedFrom).toBeNull());
  });

  it('it comes again where it could not be noted that it was seen', async () => {
    await openUpdated({ 'app.noteNewsSeen': () => fail('storage', 'The disk is full.') });
    await until(() => find('main', 'Gangway was updated'));
    await click(find('main button', 'Dismiss'));
    await until(() => find('main', 'so it will show again. The disk is full.'));
  });

  it('what is new is reached from About', async () => {
    await openApp('#/settings/about', { company: 'new' });
    await click(await until(() => find('button', 'What’s new')));
    await until(() => find('[role=dialog] [role=region]', 'Version 1.0.0'));
  });
});
