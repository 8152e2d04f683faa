import { parseArgs } from 'node:util';
import { z } from 'zod';
import { PracticeStartError } from './errors.ts';
import { startPracticeService, type PracticeService, type PracticeServiceOptions } from './service.ts';

const usage =
  'Usage: node src/practice/main.ts --data-dir DIR [--port N] [--verification-delay-ms N] [--document-delay-ms N] ' +
  '[--refuse-repeated-invites] [--no-samples]';

const wholeNumber = (largest: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().max(largest));

const commandLine = z.object({
  'data-dir': z.string().min(1),
  port: wholeNumber(65_535).exactOptional(),
  'verification-delay-ms': wholeNumber(3_600_000).exactOptional(),
  'document-delay-ms': wholeNumber(3_600_000).exactOptional(),
  'refuse-repeated-invites': z.boolean().default(false),
  'no-samples': z.boolean().default(false),
});

const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
const options = {
  'data-dir': text,
  port: text,
  'verification-delay-ms': text,
  'document-delay-ms': text,
  'refuse-repeated-invites': flag,
  'no-samples': flag,
};

function readOptions(args: string[], smtpUrl: string | undefined): PracticeServiceOptions {
  let given: z.infer<typeof commandLine>;
  try {
    given = commandLine.parse({ ...parseArgs({ args, options }).values });
  } catch (cause) {
    throw new PracticeStartError(usage, { cause });
  }
  const { port, 'verification-delay-ms': verificationDelayMs, 'document-delay-ms': documentDelayMs } = given;
  return {
    dataDir: given['data-dir'],
    ...(port !== undefined && { port }),
    ...(verificationDelayMs !== undefined && { verificationDelayMs }),
    ...(documentDelayMs !== undefined && { documentDelayMs }),
    ...(smtpUrl !== undefined && smtpUrl !== '' && { smtpUrl }),
    refusesRepeatedInvites: given['refuse-repeated-invites'],
    samples: !given['no-samples'],
  };
}

async function start(): Promise<PracticeService | null> {
  try {
    return await startPracticeService(readOptions(process.argv.slice(2), process.env['SMTP_URL']));
  } catch (error) {
    if (!(error instanceof PracticeStartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
    return null;
  }
}

const service = await start();
if (service !== null) {
  process.stdout.write(`${JSON.stringify({ baseUrl: service.baseUrl, token: service.token })}\n`);
  const stop = () => {
    service.close().catch((error: unknown) => {
      process.stderr.write(`The practice service did not close in order: ${String(error)}\n`);
      process.exitCode = 1;
    });
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}
