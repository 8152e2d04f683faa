import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { fail, type Answers } from './core-bridge.ts';
import { json } from './fake-service.ts';
import { openApp, type OpenAppOptions } from './open-app.tsx';
import { brightwater, sampleAddress, toJobId } from './sample-company.ts';
import { acting, click, field, find, placeNow, press, type, until } from './screen.tsx';
import { enqueueInvite, signOut } from './situations.ts';

/** Opens the settings of a workspace where one word has been sorted. */
const open = (hash = '#/settings', options: OpenAppOptions = {}) =>
  openApp(hash, {
    company: 'new',
    before: ({ ask }) =>
      ask('workspaces.updateSettings', {
        statusWords: { 'awaiting cpa': { category: 'under_way', final: false } },
      }),
    ...options,
  });

const openFailing = (hash: string, answers: Answers) => openApp(hash, { company: 'new', answers });

describe('Settings', () => {
  it(
    'sorts a word by its matching form and keeps the words that were there',
    { tags: ['nightly'] },
    async () => {
      const { inputsOf } = await open('#/settings?word=Manual_Review');
      await until(() => expect(field('The service’s word').value).toBe('Manual_Review'));
      await click(find('form button', 'Add'));
      expect(inputsOf('workspaces.updateSettings')).toEqual([
        {
          statusWords: {
            'awaiting cpa': { category: 'under_way', final: false },
            'manual review': { category: 'under_way', final: false },
          },
        },
      ]);
      await until(() => find('[aria-label="Words that you sorted"] li', 'manual review'));
      await until(() => expect(field('The service’s word').value).toBe(''));
    },
  );

  it('keeps the word in its field when it could not be saved', async () => {
    await openFailing('#/settings?word=manual_review', {
      'workspaces.updateSettings': () => fail('storage', 'The disk is full. Nothing was saved.'),
    });
    await until(() => expect(field('The service’s word').value).toBe('manual_review'));
    await click(find('form button', 'Add'));
    await until(() => find('[role=alert]', 'The disk is full.'));
    expect(field('The service’s word').value).toBe('manual_review');
  });

  it('removes a word that was sorted', async () => {
    const { inputsOf } = await open('#/settings/status-words');
    await click(await until(() => find('button', 'Remove awaiting cpa')));
    expect(inputsOf('workspaces.updateSettings')).toEqual([{ statusWords: {} }]);
    await until(() => expect(document.body.textContent).toContain('You have not sorted any words yet.'));
  });

  it('says how much room pictures take, and clears them when asked twice', async () => {
    const bytes = readFileSync(`${import.meta.dirname}/../../src/practice/samples/larkspur-w9.jpg`);
    const { inputsOf } = await openApp('#/settings', {
      before: async ({ ask, service }) => {
        for (const number of [2, 3]) {
          service.files.set(`${sampleAddress}/files/${toJobId(number)}.jpg`, {
            contentType: 'image/jpeg',
            bytes,
          });
          await ask('documents.fetchFile', { jobId: toJobId(number) });
        }
        const jobId = toJobId(4);
        const copy = { jobId, name: 'larkspur.jpg', bytes: bytes.length };
        const { copyId } = await ask('documents.localCopyBegin', copy);
        await ask('documents.localCopyAppend', { copyId, offset: 0, data: bytes.toString('base64') });
        await ask('documents.localCopyFinish', { copyId });
      },
    });
    await until(() => expect(document.body.textContent).toContain('2 pictures are kept, '));
    expect(document.body.textContent).toContain('Plus 1 copy of your own, ');
    const section = find('section', 'Pictures of documents');
    const clearButton = [...section.querySelectorAll('button')].find((one) => one.textContent === 'Clear');
    if (clearButton === undefined) throw new Error('There is no way to clear the pictures.');
    await click(clearButton);
    expect(inputsOf('documents.clearPictures')).toEqual([]);
    await click(await until(() => find('[role=alertdialog] button, [role=dialog] button', 'Clear')));
    await until(() => expect(document.body.textContent).toContain('No picture is kept.'));
    expect(inputsOf('documents.clearPictures')).toEqual([null]);
  });

  it('shows when the token was saved and accepted, and never the token', async () => {
    await open('#/settings', {
      before: async ({ ask, service }) => {
        service.replies.getVendorProfile = () => json(brightwater);
        await ask('vendors.lookUp', { vendorId: brightwater.id });
      },
    });
    await until(() => expect(document.body.textContent).toMatch(/Saved .*, last accepted .*:\d\d/));
    expect(document.body.innerHTML).not.toContain('a-token-for-tests');
  });

  it('asks before the token is forgotten, and says what becomes of the outbox', async () => {
    const { inputsOf, secrets } = await open();
    await click(await until(() => find('button', 'Forget')));
    await until(() => find('[role=alertdialog]', 'wait until you sign in again'));
    expect(inputsOf('workspaces.forgetToken')).toHaveLength(0);
    await click(find('[role=alertdialog] button', 'Forget it'));
    await until(() => expect(document.body.textContent).toContain('No token on this computer.'));
    expect([...secrets.values()]).not.toContain('a-token-for-tests');
  });

  it('turns single keys off, and then none acts', { tags: ['nightly'] }, async () => {
    await open('#/settings/keyboard');
    await until(() => find('label', 'Single keys act as shortcuts'));
    const toggle = find('label', 'Single keys act as shortcuts').querySelector('input');
    if (toggle === null) throw new Error('The switch has no input.');
    await click(toggle);
    await press('?');
    expect(document.querySelector('[role=dialog]')).toBeNull();
    await click(toggle);
    await press('?');
    await until(() => find('[role=dialog]', 'Keyboard shortcuts'));
  });

  it('gives a shortcut another key, which the sheet and the buttons show from then on', async () => {
    const { inputsOf } = await open('#/settings/keyboard');
    await click(await until(() => find('button', 'Change shortcuts')));
    const key = (label: string) => find(`button[aria-label="${label}"]`);
    await click(await until(() => key('Vendors: G V. Change')));
    await press('m', key('Vendors: press a key'));
    await until(() => key('Vendors: G M. Change'));
    expect(inputsOf('app.updateSettings')).toEqual([{ shortcuts: { vendors: 'g m' } }]);

    await click(key('Filter: /. Change'));
    await press('j', key('Filter: press a key'));
    await until(() => find('[role=alert]', 'J is “Next” (Lists'));
    await press('f', key('Filter: press a key'));
    await until(() => key('Filter: F. Change'));
    expect(document.querySelectorAll('[role=alert]')).toHaveLength(0);
    await click(key('Filter: back to /'));
    await until(() => key('Filter: /. Change'));

    await click(find('button', 'Done'));
    await click(find('button', 'Show all shortcuts'));
    const sheet = await until(() => find('[role=dialog]', 'Filter'));
    expect(sheet.textContent).toContain('g m');
    expect(sheet.textContent).not.toContain('g v');
    await press('Escape', sheet);
    await press('g');
    await press('m');
    await until(() => expect(placeNow()).toBe('#/vendors'));
  });

  it('takes Esc for leaving a key as it is, and resets all at once', async () => {
    await open('#/settings/keyboard');
    await click(await until(() => find('button', 'Change shortcuts')));
    const key = (label: string) => find(`button[aria-label="${label}"]`);
    expect(find('button', 'Reset all').hasAttribute('disabled')).toBe(true);
    await click(await until(() => key('Accept: A. Change')));
    await press('Escape', key('Accept: press a key'));
    await until(() => key('Accept: A. Change'));
    await click(key('Accept: A. Change'));
    await press('q', key('Accept: press a key'));
    await until(() => key('Accept: Q. Change'));
    await click(find('button', 'Reset all'));
    await until(() => key('Accept: A. Change'));
  });

  it('puts the chosen colours on the page', async () => {
    await open();
    await click(await until(() => find('button', 'Dark colors')));
    await until(() => expect(document.documentElement.dataset['theme']).toBe('dark'));
    await click(find('button', 'Light colors'));
    await until(() => expect(document.documentElement.dataset['theme']).toBe('light'));
  });

  it('takes the email domains of the company, and says which word is none', async () => {
    const { inputsOf } = await open();
    const domains = await until(() => field('Your company’s email domains'));
    const enter = async (text: string) => {
      await acting(() => domains.focus());
      await type(domains, text);
      await acting(() => domains.blur());
    };
    await enter('alder');
    await until(() => expect(document.body.textContent).toContain('“alder” is not a domain'));
    expect(inputsOf('workspaces.updateSettings')).toEqual([]);
    await enter('Ann@Alder.example.com, alder.example.org');
    expect(inputsOf('workspaces.updateSettings').at(-1)).toEqual({
      ownDomains: ['alder.example.com', 'alder.example.org'],
    });
  });

  it('says how many days are soon, and Today looks that far ahead', async () => {
    const { inputsOf } = await open('#/settings/time-zone-and-rechecks');
    const soon = await until(() => field('Expires soon (days)'));
    expect(soon.value).toBe('30');
    await acting(() => soon.focus());
    await type(soon, '45');
    await acting(() => soon.blur());
    await until(() => expect(inputsOf('workspaces.updateSettings').at(-1)).toEqual({ soonDays: 45 }));
    await click(find('nav button', 'Today'));
    await until(() => find('h2', 'Licenses expiring in 45 days'));
  });

  it('says of a name that cannot be saved what to do, and keeps it', async () => {
    const { inputsOf } = await open();
    await until(() => field('Name'));
    await type(field('Name'), '  ');
    await click(find('button', 'Save name'));
    await until(() => expect(document.body.textContent).toContain('Give the workspace a name.'));
    expect(inputsOf('workspaces.rename')).toHaveLength(0);
    await type(field('Name'), 'Harbor Lane');
    await click(find('button', 'Save name'));
    await until(() => expect(find('nav').textContent).toContain('Harbor Lane'));
  });
});

describe('signing in again', () => {
  it('opens from the sync block, takes a token sealed, and leaves nothing of it behind', async () => {
    const bridge = await openApp('#/today', {
      company: 'new',
      before: async (core) => {
        await signOut(core);
        await enqueueInvite(core, 'Tom Okafor', 'Kestrel Roofing');
        await enqueueInvite(core, 'Rosa Delgado', 'Brightwater Plumbing');
      },
    });
    await click(await until(() => find('nav button', 'Signed out')));
    await until(() => find('[role=dialog]', '2 items are waiting. Nothing is lost.'));
    await type(field('Access token'), 'tok_new_9182');
    await click(find('[role=dialog] button', 'Save token'));
    await until(() => expect(bridge.inputsOf('workspaces.replaceToken')).toHaveLength(1));
    await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
    expect(JSON.stringify(bridge.asked)).not.toContain('tok_new_9182');
    expect(document.body.innerHTML).not.toContain('tok_new_9182');
  });

  it('keeps the token in its field when it is not taken, and says why', async () => {
    await openFailing('#/today?sign-in=open', {
      'workspaces.replaceToken': () => fail('bad_input', 'This token cannot be used. Copy it again.'),
    });
    await until(() => field('Access token'));
    await type(field('Access token'), 'tok_new_9182');
    await click(find('[role=dialog] button', 'Save token'));
    await until(() => find('[role=alert]', 'Copy it again.'));
    expect(field('Access token').value).toBe('tok_new_9182');
  });
});

describe('notifications of results', () => {
  /** A browser's notifications, which a person allows or not. */
  function browserNotifications(
    permission: NotificationPermission,
    answer: NotificationPermission = 'granted',
  ) {
    const shown: { title: string; body: string; click: () => void }[] = [];
    class Fake extends EventTarget {
      static permission = permission;
      static asked = 0;
      static requestPermission() {
        Fake.asked += 1;
        Fake.permission = answer;
        return Promise.resolve(answer);
      }
      constructor(title: string, { body = '' }: NotificationOptions = {}) {
        super();
        shown.push({ title, body, click: () => this.dispatchEvent(new Event('click')) });
      }
      close() {
        shown.length = 0;
      }
    }
    vi.stubGlobal('Notification', Fake);
    return { shown, asked: () => Fake.asked };
  }

  const news = { verifications: 12, documents: 0, needYou: 2, only: null };

  it('are asked for only when the person clicks, and shown from then on', async () => {
    const { shown, asked } = browserNotifications('default');
    const bridge = await open('#/settings/notifications');
    const button = await until(() => find('button', 'Allow notifications in this browser'));
    await acting(() => bridge.emit('results.arrived', news));
    expect([asked(), shown]).toEqual([0, []]);
    await click(button);
    expect(asked()).toBe(1);
    await until(() => expect(() => find('button', 'Allow notifications')).toThrow());
    await acting(() => bridge.emit('results.arrived', news));
    await until(() =>
      expect(shown).toMatchObject([{ title: '12 results arrived', body: '12 verifications. 2 need you.' }]),
    );
  });

  it('lead to the list that they speak of', async () => {
    const { shown } = browserNotifications('granted');
    const bridge = await open();
    await until(() => find('h1', 'Settings'));
    await acting(() => bridge.emit('results.arrived', news));
    await acting(() => shown[0]?.click());
    await until(() => expect(placeNow()).toBe('#/verifications'));
  });

  it('say that everything has been sent: on the page, and outside of it only where nobody looks', async () => {
    const { shown } = browserNotifications('granted');
    const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    const bridge = await open('#/today');
    await until(() => find('h1', 'Today'));
    await acting(() => bridge.emit('queue.emptied', { sent: 7, needYou: 0 }));
    await until(() => find('[role=status]', 'All 7 items have been sent.'));
    expect(shown).toEqual([]);
    hasFocus.mockReturnValue(false);
    await acting(() => bridge.emit('queue.emptied', { sent: 6, needYou: 1 }));
    expect(shown).toMatchObject([{ title: 'Gangway', body: '6 sent, 1 needs you.' }]);
    await acting(() => shown[0]?.click());
    await until(() => expect(placeNow()).toBe('#/outbox'));
    vi.restoreAllMocks();
  });

  it('can be switched off, and say where the browser blocks them', async () => {
    browserNotifications('denied');
    const { inputsOf } = await open('#/settings/notifications');
    await until(() =>
      expect(document.body.textContent).toContain('This browser blocks Gangway’s notifications'),
    );
    const toggle = find('label', 'Tell me when results arrive').querySelector('input');
    if (toggle === null) throw new Error('There is no switch.');
    await click(toggle);
    await until(() => expect(inputsOf('app.updateSettings')).toEqual([{ notifyResults: false }]));
    await until(() => expect(document.body.textContent).not.toContain('This browser blocks'));
  });

  it('are told to nobody who looks at the list: the page says what is in sight', async () => {
    const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    const { inputsOf } = await open('#/verifications');
    await until(() => find('h1', 'Verifications'));
    expect(inputsOf('desktop.inSight').at(-1)).toEqual({
      place: { screen: 'verifications', path: [], query: {} },
    });
    hasFocus.mockReturnValue(false);
    await acting(() => window.dispatchEvent(new Event('blur')));
    expect(inputsOf('desktop.inSight').at(-1)).toEqual({ place: null });
    vi.restoreAllMocks();
  });
});
