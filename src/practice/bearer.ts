import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { refusalResponse } from './errors.ts';

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Lets a request through only with the bearer token; 401 otherwise. Compares in constant time. */
export function demandBearer(token: string): MiddlewareHandler {
  const expected = digest(token);
  return async (c, next) => {
    const given = /^Bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (given === undefined || !timingSafeEqual(digest(given), expected)) {
      c.header('WWW-Authenticate', 'Bearer realm="practice"');
      const message = given === undefined ? 'A bearer token is needed.' : 'This token is not known here.';
      return refusalResponse(c, { status: 401, code: 'unauthorized', message });
    }
    await next();
    return undefined;
  };
}
