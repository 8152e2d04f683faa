import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Everything that goes between the page and the app, as text. */
export function recordMessages(page: Page): () => string[] {
  const messages: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => messages.push(payload.toString()));
    socket.on('framereceived', ({ payload }) => messages.push(payload.toString()));
  });
  return () => messages;
}

/** Whether a secret stands in a text, in any of the forms it could be written in. */
export function holds(text: string, secret: string): boolean {
  return getForms(secret).some((form) => text.includes(form));
}

/** The files below a folder in which a secret stands, in any of the forms it could be written in. */
export function filesWith(folder: string, secret: string): string[] {
  const forms = getForms(secret).map((form) => Buffer.from(form));
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const content = readFileSync(file);
      return forms.some((form) => content.includes(form));
    });
}

function getForms(secret: string): string[] {
  return [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replace(/=+$/, '')];
}
