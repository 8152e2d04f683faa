import { beforeEach, describe, expect, it } from 'vitest';
import { useToasts } from '#renderer/stores/toasts.ts';
import { openApp } from './open-app.tsx';
import { acting, click, field, find, placeNow, type, until } from './screen.tsx';

const ironwood = 'Ironwood Pest Control';

beforeEach(() => {
  useToasts.setState({ toasts: [] });
});

async function typeVendor(text: string): Promise<void> {
  await until(() => field('Vendor'));
  await acting(() => field('Vendor').focus());
  await type(field('Vendor'), text);
}

describe('the vendor of a license', () => {
  it('is found by name also without an ID, and shown on the verification, which leads to its page', async () => {
    const bridge = await openApp('#/verifications/new');
    await typeVendor('ironw');
    await click(await until(() => find('[role=option]', 'No ID yet')));
    expect(field('Vendor').value).toBe(ironwood);
    await until(() => find('form', 'No ID yet.'));
    await type(field('License number'), '4711');
    await click(find('button', 'Submit for verification'));
    await until(() => expect(bridge.inputsOf('verifications.enqueue')).toHaveLength(1));
    expect(JSON.stringify(bridge.inputsOf('verifications.enqueue'))).toMatch(/"vendorId":"@[^@"]+@/);

    await click(await until(() => find('dd button', ironwood)));
    await until(() => expect(find('h1').textContent).toBe(ironwood));
    expect(decodeURIComponent(placeNow())).toMatch(/^#\/vendors\/@/);
    expect(find('main').textContent).not.toMatch(/(^|\s)@\w/);
    await click(await until(() => find('[role=tab]', 'Verifications1')));
    await until(() => find('[data-row]', '4711'));
  });

  it('can be an ID that nobody here has, and says so', async () => {
    const bridge = await openApp('#/verifications/new');
    await typeVendor('48999');
    await until(() => find('[role=option]', 'Use “48999” as the ID'));
    await acting(() => field('License number').focus());
    await until(() => find('form', 'No vendor here has this ID. You can still use it.'));
    await type(field('License number'), '4711');
    await click(find('button', 'Submit for verification'));
    await until(() =>
      expect(bridge.inputsOf('verifications.enqueue')).toMatchObject([{ vendorId: '48999' }]),
    );
  });

  it('is called by its name once its ID was typed', async () => {
    await openApp('#/verifications/new');
    await typeVendor('48213');
    await acting(() => field('License number').focus());
    await until(() => expect(field('Vendor').value).toBe('Brightwater Plumbing & Drain LLC'));
    find('form', 'Vendor ID 48213');
  });

  it('is asked for again where what was typed is neither chosen nor an ID', async () => {
    const bridge = await openApp('#/verifications/new');
    await typeVendor('ironw');
    await type(field('License number'), '4711');
    await click(find('button', 'Submit for verification'));
    await until(() => find('form', 'Choose a vendor from the list, or type its ID.'));
    expect(bridge.inputsOf('verifications.enqueue')).toEqual([]);
  });
});

describe('the page of a vendor without an ID', () => {
  it('opens from the list, and begins forms that name it', async () => {
    await openApp('#/vendors?search=ironwood');
    await click(await until(() => find('[data-row] a, [data-row] [role=link], [data-row]', ironwood)));
    await until(() => expect(find('h1').textContent).toBe(ironwood));
    await click(find('button[aria-label="More for this vendor"]'));
    await click(await until(() => find('[role=menuitem]', 'Verify a license')));
    await until(() => expect(field('Vendor').value).toBe(ironwood));
  });
});
