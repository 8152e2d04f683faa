import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/** Which certificate authorities are trusted, and how many of them come from where. */
export interface Trust {
  context: SecureContext;
  /** Authorities of this computer beyond those that come with Gangway; null where its store could not be read. */
  fromSystem: number | null;
}

const certificates = z.array(z.string());

/**
 * The authorities that come with the app, and those of this computer's own store, where a company puts its own; where
 * Node itself runs the app, those of NODE_EXTRA_CA_CERTS too, which the installed app's fuses switch off. Reading that store takes a moment, so another thread does it. There is no way to trust a server
 * beyond these.
 */
export async function loadTrust(): Promise<Trust> {
  const known = getCACertificates('default');
  const system = await systemCertificates();
  const added = [...new Set(system ?? [])].filter((certificate) => !known.includes(certificate));
  const usable = readable([...known, ...added])
    ? added
    : added.filter((certificate) => readable([certificate]));
  return {
    context: createSecureContext({ ca: [...known, ...usable] }),
    fromSystem: system === null ? null : usable.length,
  };
}

/** A store may hold an old certificate that this version of TLS does not read; the others count all the same. */
function readable(authorities: string[]): boolean {
  try {
    createSecureContext({ ca: authorities });
    return true;
  } catch {
    return false;
  }
}

function systemCertificates(): Promise<string[] | null> {
  return new Promise((resolve) => {
    const worker = new Worker(
      `const { parentPort } = require('node:worker_threads');
       parentPort.postMessage(require('node:tls').getCACertificates('system'));`,
      // Not in the way in which this process itself may have been started.
      { eval: true, execArgv: [] },
    );
    worker.unref();
    worker.once('message', (message: unknown) => {
      const read = certificates.safeParse(message);
      resolve(read.success ? read.data : null);
    });
    // A store that cannot be read is an outcome that Settings shows; the app's own authorities are trusted all the same.
    worker.once('error', () => {
      resolve(null);
    });
    worker.once('exit', () => {
      resolve(null);
    });
  });
}
