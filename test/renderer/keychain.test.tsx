import { afterEach, describe, expect, it } from 'vitest';
import { navigate } from '#renderer/stores/navigation.ts';
import { harborLane } from './fake/app.ts';
import { openApp } from './fake/open-fake-app.tsx';
import { acting, clear, click, field, find, type, until } from './screen.tsx';

const text = () => document.body.textContent ?? '';

const troubles = [
  ['keychain_locked', 'which is locked', 'Unlock the keychain', 'The keychain is locked.'],
  [
    'keychain_denied',
    'does not give out the token',
    'Allow Gangway',
    'The keychain does not let Gangway in.',
  ],
  ['keychain_absent', 'that is not there now', 'Start the keychain', 'No keychain here.'],
  ['keychain_slow', 'has not given out the token yet', 'goes on by itself', 'The keychain does not answer.'],
  ['keychain_changed', 'in another keychain', 'Enter the token again', 'another keychain than the one'],
  ['keychain_removed', 'not in the keychain any more', 'Enter the token again', 'removed it there'],
] as const;

describe('a token that the keychain does not give out', () => {
  afterEach(clear);

  it.each(troubles)(
    'is not said to be nowhere, and the next step is there: %s',
    async (situation, title, step) => {
      await openApp('#/today', situation);
      await until(() => expect(text()).toContain(title));
      expect(find('button', 'Try the keychain again')).not.toBeNull();
      await acting(async () => navigate({ screen: 'today', query: { 'sign-in': 'open' } }));
      const panel = await until(() => find('[role=dialog]', title));
      expect(panel.textContent).toContain(step);
      expect(panel.textContent).toContain('held. Nothing is lost.');
      expect(text()).not.toContain('There is no token on this computer');
    },
  );

  it.each(troubles)(
    'is told of in the settings, with what to do: %s',
    async (situation, title, _step, words) => {
      await openApp('#/settings', situation);
      await until(() => expect(text()).toContain(words));
      expect(text()).toContain(title);
      await click(find('button', 'Try the keychain again'));
      await until(() => expect(text()).toContain('Keychain ready'));
      expect(text()).not.toContain(title);
    },
  );

  it('makes the sign-in go away when it comes after all', async () => {
    const bridge = await openApp('#/today?sign-in=open', 'keychain_slow');
    await until(() => find('[role=dialog]', 'has not given out the token yet'));
    await acting(async () => bridge.emit('workspace.changed', harborLane));
    await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  });

  it('leaves the sign-in open where another one is being typed when it comes', async () => {
    const bridge = await openApp('#/today?sign-in=open', 'keychain_slow');
    await until(() => find('[role=dialog]', 'has not given out the token yet'));
    await type(field('Access token'), 'tok_9');
    await acting(async () => bridge.emit('workspace.changed', harborLane));
    await until(() => expect(text()).not.toContain('has not given out the token yet'));
    expect(field('Access token').value).toBe('tok_9');
  });
});

describe('the keychain', () => {
  afterEach(clear);

  it('is looked at when the person comes back to the window', async () => {
    const bridge = await openApp('#/today', 'keychain_locked');
    await until(() => find('nav'));
    const looks = () => bridge.asked.filter(({ name }) => name === 'app.lookAtKeychain').length;
    expect(looks()).toBe(0);
    await acting(async () => void window.dispatchEvent(new Event('focus')));
    expect(looks()).toBe(1);
  });

  it('changes on the screen by itself', async () => {
    const bridge = await openApp('#/settings', 'online');
    await until(() => expect(text()).toContain('Keychain ready: Windows Credential Manager'));
    const locked = { kind: 'locked' as const, name: 'Windows Credential Manager', detail: '' };
    await acting(async () => bridge.emit('keychain.changed', locked));
    await until(() => expect(text()).toContain('The keychain is locked.'));
  });

  it('is said to be locked where a company is connected, and can be tried again', async () => {
    await openApp('', 'welcome_keychain_locked');
    await until(() => expect(text()).toContain('Saving asks you to unlock it'));
    await click(find('button', 'Try the keychain again'));
    await until(() => expect(text()).toContain('Keychain ready'));
  });
});
