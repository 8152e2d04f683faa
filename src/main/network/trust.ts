import { createSecureContext, getCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

export type Trust = Awaited<ReturnType<typeof loadTrust>>;

const certificates = z.array(z.string());

/** The authorities of the app, of this computer's store and, under plain Node, of NODE_EXTRA_CA_CERTS. No others are trusted. */
export async function loadTrust() {
  const known = getCACertificates('default');
  const system = await systemCertificates();
  const added = [...new Set(system ?? [])].filter((certificate) => !known.includes(certificate));
  const usable = readable([...known, ...added])
    ? added
    : added.filter((certificate) => readable([certificate]));
  return {
    context: createSecureContext({ ca: [...known, ...usable] }),
    /** How many authorities of this computer do not come with Gangway; null where its store could not be read. */
    fromSystem: system === null ? null : usable.length,
  };
}

/** A store may hold an old certificate that this version of TLS does not read. */
function readable(authorities: string[]): boolean {
  try {
    createSecureContext({ ca: authorities });
    return true;
  } catch {
    return false;
  }
}

/** Read in a thread, since it takes a moment. */
function systemCertificates(): Promise<string[] | null> {
  return new Promise((resolve) => {
    const worker = new Worker(
      `const { parentPort } = require('node:worker_threads');
       parentPort.postMessage(require('node:tls').getCACertificates('system'));`,
      // Without this process's own flags.
      { eval: true, execArgv: [] },
    );
    worker.unref();
    worker.once('message', (message: unknown) => {
      const read = certificates.safeParse(message);
      resolve(read.success ? read.data : null);
    });
    // Settings shows that the store could not be read; the app's own authorities are still trusted.
    const giveUp = () => resolve(null);
    worker.once('error', giveUp).once('exit', giveUp);
  });
}
