import { describe, expect, it } from 'vitest';
import { json } from './fake-service.ts';
import { openApp } from './open-app.tsx';
import { brightwater, toDocumentResult, toJobId } from './sample-company.ts';
import { click, find, placeNow, until } from './screen.tsx';

const text = () => document.body.textContent ?? '';

describe('ticked documents in which nothing stands out', () => {
  async function acceptAll(): Promise<void> {
    await until(() => find('[data-row]', 'Stonebridge'));
    await click(find('input[aria-label="Select all rows"]'));
    await click(await until(() => find('[role=region] button', 'Accept the good ones')));
  }

  it('are accepted together once it was said which they are, and are taken back together', async () => {
    const jobId = toJobId(7);
    const bridge = await openApp('#/documents', {
      before: async ({ ask, service }) => {
        // As the profile of its vendor has it.
        const data = {
          nameOfEntityIndividual: brightwater.companyName,
          addressStreet: '2210 Embarcadero West, Suite 4',
          addressCityStateZip: 'Oakland, CA 94607',
        };
        service.replies.getDocumentResult = () => json({ ...toDocumentResult(7), data });
        await ask('documents.assignVendor', { jobId, vendorId: brightwater.id });
        await ask('documents.checkNow', { jobId });
      },
    });
    const { to_review: before } = await bridge.ask('documents.counts', {});
    await acceptAll();
    const question = await until(() => find('[role=alertdialog]'));
    expect(question.textContent).toContain('Accept 1 document of');
    expect(question.textContent).toContain('6 documents with a score under 85 or without one');
    expect(bridge.asked.filter(({ name }) => name === 'documents.acceptGood')).toEqual([]);
    await click(find('[role=alertdialog] button', 'Accept 1'));
    await until(() => find('[role=status] button', 'Undo'));
    expect((await bridge.ask('documents.counts', {})).decided).toBe(1);
    await click(find('[role=status] button', 'Undo'));
    await until(() => find('[role=status]', '1 document to review again.'));
    expect(await bridge.ask('documents.counts', {})).toMatchObject({ decided: 0, to_review: before });
  });

  it('are said to be none where each has to be looked at', async () => {
    await openApp('#/documents');
    await acceptAll();
    await until(() => expect(text()).toContain('None of these can be accepted together'));
  });
});

describe('ticked vendors', () => {
  it('are verified in turn: the first now, the others when they are asked for', async () => {
    await openApp('#/vendors');
    await until(() => find('[data-row]', 'Brightwater'));
    const ids = [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => row.dataset['row']);
    const place = () => decodeURIComponent(placeNow());
    await click(find('input[aria-label="Select all rows"]'));
    // The list goes on loading: how many were ticked, its bar says.
    const bar = await until(() => find('[role=region]', 'selected'));
    const others = Number.parseInt(bar.textContent, 10) - 1;
    expect(others).toBeGreaterThanOrEqual(49);
    await click(find('[role=region] button', 'Verify licenses'));
    await until(() => expect(place()).toBe(`#/verifications/new?vendor=${ids[0]}`));
    await until(() => expect(text()).toContain(`${others} more vendors to verify.`));
    await click(find('button', 'Next vendor'));
    await until(() => expect(place()).toBe(`#/verifications/new?vendor=${ids[1]}`));
    await click(find('button', 'Stop'));
    await until(() => expect(text()).not.toContain('more vendors to verify.'));
  });

  it('are emailed as blind copies, and those without an address are said to be left out', async () => {
    await openApp('#/vendors', {
      company: 'new',
      before: async ({ ask, service }) => {
        const emails: Record<string, string | undefined> = { 1: 'a@example.com', 2: 'A@example.com' };
        service.replies.getVendorProfile = ({ id }) =>
          json({ companyName: `Company ${id}`, email: emails[id] });
        for (const vendorId of ['1', '2', '3']) await ask('vendors.lookUp', { vendorId });
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
