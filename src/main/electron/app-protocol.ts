import { readFile } from 'node:fs/promises';
import { protocol, type Session } from 'electron';
import type { Core } from '../app/core.ts';
import { parseKeptFile, pageFile, pageHeaders } from '../page-files.ts';
import { appHost, appScheme } from './app-origin.ts';

/** Makes app:// a secure web origin; has to run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      // Without a code cache the page is compiled again at each start.
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** Serves only the built renderer and the stored document pictures. */
export function serveAppPages(session: Session, rendererFolder: string, core: () => Core | null): void {
  session.protocol.handle(appScheme, (request) => answer(request, rendererFolder, core()));
}

async function answer(request: Request, rendererFolder: string, core: Core | null): Promise<Response> {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.host !== appHost) return new Response(null, { status: 403 });
  const jobId = parseKeptFile(url.pathname);
  const found = jobId === null ? pageFile(rendererFolder, url.pathname) : (core?.documentFile(jobId) ?? null);
  if (found === null) return new Response(null, { status: 404 });
  try {
    const body = new Uint8Array(await readFile(found.file));
    return new Response(body, {
      headers: { ...pageHeaders(url.pathname, "'self'"), 'content-type': found.contentType },
    });
  } catch {
    // The file was removed since it was listed.
    return new Response(null, { status: 404 });
  }
}
