import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** A certificate with its key, as node:tls takes them. */
export interface TestCertificate {
  cert: string;
  key: string;
}

/** A certificate authority of the tests' own. */
export interface TestAuthority {
  /** Its certificate in PEM, to be trusted. */
  readonly cert: string;
  issue(names: string[], validity?: { from: Date; to: Date }): TestCertificate;
}

const oids = {
  ecdsaWithSha256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02],
  commonName: [0x55, 0x04, 0x03],
  basicConstraints: [0x55, 0x1d, 0x13],
  subjectAltName: [0x55, 0x1d, 0x11],
};

const day = 24 * 60 * 60 * 1000;
const now = Date.now();

/** Makes an authority that nobody knows yet (RFC 5280), with Node alone. */
export function createAuthority(name: string): TestAuthority {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const whole = { from: new Date(now - 365 * day), to: new Date(now + 365 * day) };
  const constraints = extension(oids.basicConstraints, sequence(bytes(0x01, [0xff])));
  const cert = certificate(name, name, keys.privateKey, keys.publicKey, whole, constraints);
  return {
    cert,
    issue(names, validity = { from: new Date(now - day), to: new Date(now + day) }) {
      const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const alternatives = extension(oids.subjectAltName, sequence(...names.map(alternative)));
      return {
        cert: certificate(name, names[0] ?? '', keys.privateKey, own.publicKey, validity, alternatives),
        key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}

function certificate(
  issuer: string,
  subject: string,
  signer: KeyObject,
  publicKey: KeyObject,
  validity: { from: Date; to: Date },
  extensions: Buffer,
): string {
  const algorithm = sequence(bytes(0x06, oids.ecdsaWithSha256));
  const body = sequence(
    bytes(0xa0, bytes(0x02, [2])),
    bytes(0x02, [0x01, ...randomBytes(15)]),
    algorithm,
    named(issuer),
    sequence(time(validity.from), time(validity.to)),
    named(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    bytes(0xa3, sequence(extensions)),
  );
  const signature = sign('sha256', body, signer);
  const whole = sequence(body, algorithm, bytes(0x03, [0, ...signature]));
  const lines = (whole.toString('base64').match(/.{1,64}/g) ?? []).join('\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

/** One DER value: tag, length, content. */
function bytes(tag: number, content: Iterable<number>): Buffer {
  const value = Buffer.from([...content]);
  const size = value.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.from([tag, ...length, ...value]);
}

function sequence(...parts: Uint8Array[]): Buffer {
  return bytes(0x30, Buffer.concat(parts));
}

function named(name: string): Buffer {
  const pair = sequence(bytes(0x06, oids.commonName), bytes(0x0c, Buffer.from(name, 'utf8')));
  return sequence(bytes(0x31, pair));
}

function time(date: Date): Buffer {
  const text = date.toISOString().replace(/[-:T]|\.\d+/g, '');
  return bytes(0x18, Buffer.from(text, 'ascii'));
}

function extension(oid: number[], value: Buffer): Buffer {
  return sequence(bytes(0x06, oid), bytes(0x04, value));
}

function alternative(name: string): Buffer {
  return isIPv4(name) ? bytes(0x87, name.split('.').map(Number)) : bytes(0x82, Buffer.from(name, 'ascii'));
}
