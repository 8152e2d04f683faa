import { expect, type Page } from '@playwright/test';
import { open } from './person.ts';

// What a person does with a list of invites or of licenses, from the file to the queue.

/** Opens a file at the import of a screen. */
export async function chooseList(
  page: Page,
  screen: 'invites' | 'verifications',
  file: string,
): Promise<void> {
  await open(page, `#/${screen}/import`);
  await page.getByLabel('List to import').first().setInputFiles(file);
}

/** Sends or queues the good rows, and waits until they are safe. @param what how many of what, such as "6 licenses" */
export async function queueList(page: Page, what: string): Promise<void> {
  const button = page.getByRole('button', { name: new RegExp(`^(Queue|Send|Submit) ${what}`) });
  await expect(button).toBeEnabled();
  await button.click();
  await expect(page.getByText(new RegExp(`^${what} queued`))).toBeVisible();
}
