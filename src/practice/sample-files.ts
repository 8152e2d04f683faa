import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { refusalResponse } from './errors.ts';

const contentTypes: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['pdf', 'application/pdf'],
]);

/** Serves the bundled sample documents of `samplesDir` under /files/, by plain names alone. */
export function sampleFileRoutes(samplesDir: string): Hono {
  return new Hono().get('/files/:name', async (c) => {
    const name = c.req.param('name');
    const contentType = contentTypes.get(/^[a-z0-9-]+\.([a-z]+)$/.exec(name)?.[1] ?? '');
    const missing = { status: 404, code: 'not_found', message: 'there is no such file' } as const;
    if (contentType === undefined) return refusalResponse(c, missing);
    try {
      const bytes = await readFile(join(samplesDir, name));
      return c.body(new Uint8Array(bytes), 200, {
        'Content-Type': contentType,
        'Content-Length': String(bytes.length),
        'X-Content-Type-Options': 'nosniff',
      });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        return refusalResponse(c, missing);
      throw error;
    }
  });
}
