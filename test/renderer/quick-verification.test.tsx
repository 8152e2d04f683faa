import { afterEach, describe, expect, it } from 'vitest';
import { useToasts } from '#renderer/stores/toasts.ts';
import { openApp, toEntryId } from './open-app.tsx';
import { click, field, find, placeNow, press, type, until } from './screen.tsx';

const labels = () =>
  [...document.querySelectorAll('form label')].map((label) => label.textContent?.replace('optional', ''));
const more = () => find('form button', 'More details');
const isOpen = () => more().getAttribute('aria-expanded');

afterEach(() => {
  useToasts.setState({ toasts: [] });
});

describe('the form of a verification', () => {
  it('asks for the number and the vendor first, then the state and the type, and for no more', async () => {
    await openApp('#/verifications/new');
    await until(() => field('License number'));
    expect(labels()).toEqual(['License number', 'Vendor', 'State', 'Type']);
    expect(isOpen()).toBe('false');
  });

  it('remembers whether more details were shown', async () => {
    const bridge = await openApp('#/verifications/new');
    await until(() => field('License number'));
    await click(more());
    await until(() => field('County'));
    expect(bridge.asked.filter(({ name }) => name === 'app.updateSettings')).toMatchObject([
      { input: { moreDetails: true } },
    ]);
    await click(find('button', 'Close, keep draft'));
    await until(() => expect(placeNow()).toBe('#/verifications'));
    await click(await until(() => find('button', 'Verify a license')));
    await until(() => field('County'));
    await click(more());
    expect(labels()).not.toContain('County');
  });

  it('shows more details by itself where one of them has a value', async () => {
    const bridge = await openApp('#/verifications/new?vendor=48213');
    await until(() => field('Licensee name'));
    expect(isOpen()).toBe('true');
    expect(bridge.asked.filter(({ name }) => name === 'app.updateSettings')).toEqual([]);
    await click(more());
    expect(more().textContent).toMatch(/\d filled in/);
  });

  it('shows more details by itself for an error there, and keeps them while it is fixed', async () => {
    await openApp('#/verifications/new');
    await until(() => field('License number'));
    await type(field('License number'), '1');
    await click(more());
    await type(field('Effective date'), '2027-03-31');
    await type(field('Expiration date'), '2026-03-31');
    await click(more());
    expect(isOpen()).toBe('false');
    await press('Enter', document.body, { ctrlKey: true });
    await until(() => find('form', 'This is before the effective date.'));
    await until(() => expect(document.activeElement).toBe(field('Expiration date')));
    await type(field('Expiration date'), '2028-03-31');
    expect(field('Expiration date').value).toBe('2028-03-31');
  });
});

describe('a verification that was submitted', () => {
  it('offers to submit another for the same vendor', async () => {
    await openApp(`#/verifications/${toEntryId('1048827')}`);
    await click(await until(() => find('button', 'Submit another')));
    await until(() => field('License number'));
    expect(field('License number').value).toBe('');
    await until(() => expect(field('Vendor').value).toBe('Brightwater Plumbing & Drain LLC'));
  });
});

describe('a verification whose result is not in', () => {
  it('shows on which of the 31 days of checking it is', async () => {
    await openApp(`#/verifications/${toEntryId('0880312')}`);
    const days = await until(() => find('[role=img]', 'Day 4 of 31'));
    expect(days.children).toHaveLength(31);
  });
});
