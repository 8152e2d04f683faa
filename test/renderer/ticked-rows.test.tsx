import { afterEach, describe, expect, it } from 'vitest';
import { ok } from './fake/core.ts';
import { openApp } from './fake/open-fake-app.tsx';
import { clear, click, find, placeNow, until } from './screen.tsx';

afterEach(clear);

const text = () => document.body.textContent ?? '';

describe('ticked documents in which nothing stands out', () => {
  const leftOut = { decided: 0, not_ready: 0, under: 2, unreadable: 0, no_profile: 0, differs: 1 };

  it('are accepted together once it was said which they are, and are taken back together', async () => {
    const bridge = await openApp('#/documents', 'online', {
      'documents.good': ({ jobIds }) => ok({ jobIds: jobIds.slice(0, 1), leftOut }),
      'documents.acceptGood': ({ jobIds }) => ok({ jobIds: jobIds.slice(0, 1), leftOut }),
      'documents.undoAcceptance': ({ jobIds }) => ok({ undone: jobIds }),
    });
    await until(() => find('[data-row]', 'Stonebridge'));
    await click(find('input[aria-label="Select all rows"]'));
    await click(await until(() => find('[role=region] button', 'Accept the good ones')));
    const question = await until(() => find('[role=alertdialog]'));
    expect(question.textContent).toContain('Accept 1 document of');
    expect(question.textContent).toContain('1 document with details that differ from the vendor’s profile');
    expect(question.textContent).toContain('2 documents with a score under 85 or without one');
    expect(bridge.asked.filter(({ name }) => name === 'documents.acceptGood')).toEqual([]);
    await click(find('[role=alertdialog] button', 'Accept 1'));
    await click(await until(() => find('[role=status] button', 'Undo')));
    await until(() => find('[role=status]', '1 document to review again.'));
    const undone = bridge.asked.filter(({ name }) => name === 'documents.undoAcceptance');
    expect(undone.map(({ input }) => input)).toEqual([{ jobIds: [expect.any(String)] }]);
  });

  it('are said to be none where each has to be looked at', async () => {
    await openApp('#/documents', 'online', {
      'documents.good': () => ok({ jobIds: [], leftOut }),
    });
    await until(() => find('[data-row]', 'Stonebridge'));
    await click(find('input[aria-label="Select all rows"]'));
    await click(await until(() => find('[role=region] button', 'Accept the good ones')));
    await until(() => expect(text()).toContain('None of these can be accepted together'));
  });
});

describe('ticked vendors', () => {
  it('are verified in turn: the first now, the others when they are asked for', async () => {
    await openApp('#/vendors');
    await until(() => find('[data-row]', 'Brightwater'));
    const ids = [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => row.dataset['row']);
    await click(find('input[aria-label="Select all rows"]'));
    await click(await until(() => find('[role=region] button', 'Verify licenses')));
    await until(() => expect(placeNow()).toBe(`#/verifications/new?vendor=${ids[0]}`));
    await until(() => expect(text()).toContain(`${ids.length - 1} more vendors to verify.`));
    await click(find('button', 'Next vendor'));
    await until(() => expect(placeNow()).toBe(`#/verifications/new?vendor=${ids[1]}`));
    await click(find('button', 'Stop'));
    await until(() => expect(text()).not.toContain('more vendors to verify.'));
  });

  it('are emailed as blind copies, and those without an address are said to be left out', async () => {
    await openApp('#/vendors', 'online', {
      'vendors.page': () => {
        const row = (vendorId: string, email: string | null) => ({
          vendorId,
          email,
          companyName: `Company ${vendorId}`,
          contactName: null,
          phoneNumber: null,
          cityName: null,
          stateCode: null,
          services: [],
          licensed: null,
          complianceStatus: null,
          fetchedAt: Date.now(),
        });
        const rows = [row('1', 'a@example.com'), row('2', 'A@example.com'), row('3', null)];
        return ok({ rows, next: null, total: 3 });
      },
    });
    await until(() => find('[data-row]', 'Company 1'));
    await click(find('input[aria-label="Select all rows"]'));
    await click(await until(() => find('[role=region] button', 'Email')));
    const dialog = await until(() => find('[role=dialog]'));
    expect(dialog.textContent).toContain('The draft is to 1 address.');
    expect(dialog.textContent).toContain('1 vendor without an email address is left out.');
  });
});
