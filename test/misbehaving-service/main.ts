import { parseArgs } from 'node:util';
import { startMisbehavingService } from './misbehaving-service.ts';

// The service of the browser tests: it ignores idempotency keys and takes every repeat, so that what is sent twice arrives twice.
const { values } = parseArgs({ options: { 'data-dir': { type: 'string' }, port: { type: 'string' } } });
const service = await startMisbehavingService({
  dataDir: values['data-dir'] ?? '',
  port: Number(values.port),
  verificationDelayMs: 500,
  honoursIdempotencyKey: false,
});
process.stdout.write(`${JSON.stringify({ baseUrl: service.baseUrl, token: service.token })}\n`);
process.once('SIGTERM', () => void service.close());
