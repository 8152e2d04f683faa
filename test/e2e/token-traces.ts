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

/** The files below a folder in which a text stands, in any of the forms it could be written in. */
export function filesWith(folder: string, text: string): string[] {
  const forms = [text, encodeURIComponent(text), Buffer.from(text).toString('base64').replace(/=+$/, '')].map(
    (form) => Buffer.from(form),
  );
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const content = readFileSync(file);
      return forms.some((form) => content.includes(form));
    });
}
