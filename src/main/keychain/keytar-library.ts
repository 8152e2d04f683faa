import { connect } from 'node:net';
import type { KeychainLibrary } from './keychain.ts';

/** Loads keytar, an optional dependency with a native part: this may reject, and the keychain is then absent. */
export async function loadKeytar(): Promise<KeychainLibrary> {
  const { default: keytar } = await import('keytar');
  return {
    getPassword: (service, account) => keytar.getPassword(service, account),
    setPassword: (service, account, password) => keytar.setPassword(service, account, password),
    deletePassword: (service, account) => keytar.deletePassword(service, account),
    ...(process.platform === 'linux' && { isLocked: isDefaultCollectionLocked }),
  };
}

// One question on the session's message bus (D-Bus Specification 0.43): whether the keyring is locked, which keytar does not report.

/** A method on the session's message bus; all arguments are texts. */
interface BusCall {
  destination: string;
  path: string;
  interface: string;
  member: string;
  arguments: readonly string[];
}

/** Types of messages, and the flag of a call for which the bus starts no service. */
const [methodCall, methodReturn, errorReturn, withoutStarting] = [1, 2, 3, 2];

const padded = (bytes: Buffer, to: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to)]);

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([uint32(bytes.length), bytes, Buffer.from([0])]);
}

const signature = (value: string): Buffer =>
  Buffer.concat([Buffer.from([value.length]), Buffer.from(value), Buffer.from([0])]);

function toBytes(call: BusCall, serial: number): Buffer {
  const fields: readonly (readonly [code: number, type: string, value: Buffer])[] = [
    [1, 'o', text(call.path)],
    [2, 's', text(call.interface)],
    [3, 's', text(call.member)],
    [6, 's', text(call.destination)],
    [8, 'g', signature('s'.repeat(call.arguments.length))],
  ];
  const header = fields.reduce(
    (before, [code, type, value]) =>
      Buffer.concat([padded(before, 8), Buffer.from([code]), signature(type), value]),
    Buffer.alloc(0),
  );
  const body = call.arguments.reduce(
    (before, one) => Buffer.concat([padded(before, 4), text(one)]),
    Buffer.alloc(0),
  );
  const start = Buffer.concat([
    Buffer.from(['l'.charCodeAt(0), methodCall, withoutStarting, 1]),
    ...[body.length, serial, header.length].map(uint32),
  ]);
  return Buffer.concat([padded(Buffer.concat([start, header]), 8), body]);
}

/** The first message in the bytes; null while it is not whole. All that runs Gangway has its low byte first. */
function readMessage(bytes: Buffer) {
  if (bytes.length < 16) return null;
  const bodyStart = Math.ceil((16 + bytes.readUInt32LE(12)) / 8) * 8;
  const length = bodyStart + bytes.readUInt32LE(4);
  return bytes.length < length ? null : { type: bytes[1], body: bytes.subarray(bodyStart, length), length };
}

/** Where the environment's session bus listens; null without one of a known kind. */
function busSocketPath(env: NodeJS.ProcessEnv): string | null {
  const runtime = env['XDG_RUNTIME_DIR'];
  const given = env['DBUS_SESSION_BUS_ADDRESS'];
  const address = given ?? (runtime === undefined ? '' : `unix:path=${runtime}/bus`);
  for (const one of address.split(';')) {
    const [, parts] = /^unix:(.*)$/.exec(one) ?? [];
    const [, kind, path] = /(?:^|,)(path|abstract)=([^,]+)/.exec(parts ?? '') ?? [];
    if (path === undefined) continue;
    return (kind === 'abstract' ? '\0' : '') + decodeURIComponent(path);
  }
  return null;
}

const hello: BusCall = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
  member: 'Hello',
  arguments: [],
};

const isLocked: BusCall = {
  destination: 'org.freedesktop.secrets',
  path: '/org/freedesktop/secrets/aliases/default',
  interface: 'org.freedesktop.DBus.Properties',
  member: 'Get',
  arguments: ['org.freedesktop.Secret.Collection', 'Locked'],
};

const answerWithinMs = 1000;

/** Whether the default collection is locked, without prompting; null without an answer in time. Never rejects, starts nothing. */
async function isDefaultCollectionLocked(): Promise<boolean | null> {
  const path = busSocketPath(process.env);
  if (path === null || process.getuid === undefined) return null;
  const user = Buffer.from(String(process.getuid())).toString('hex');
  const { promise, resolve } = Promise.withResolvers<Buffer | null>();
  const socket = connect(path);
  const giveUp = () => resolve(null);
  const limit = setTimeout(giveUp, answerWithinMs);
  let received = Buffer.alloc(0);
  let signedIn = false;
  /** The first answer is the bus's own, to the greeting. */
  let answers = 0;

  function read(): void {
    if (!signedIn) {
      const end = received.indexOf('\r\n');
      if (end === -1) return;
      if (!received.subarray(0, end).toString().startsWith('OK ')) {
        giveUp();
        return;
      }
      received = received.subarray(end + 2);
      signedIn = true;
      socket.write('BEGIN\r\n');
      socket.write(Buffer.concat([toBytes(hello, 1), toBytes(isLocked, 2)]));
    }
    for (let message = readMessage(received); message !== null; message = readMessage(received)) {
      received = received.subarray(message.length);
      if (message.type === methodReturn || message.type === errorReturn) answers += 1;
      if (answers === 2) resolve(message.type === methodReturn ? message.body : null);
    }
  }

  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    read();
  });
  socket.on('error', giveUp).on('close', giveUp);
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
  const body = await promise;
  clearTimeout(limit);
  socket.destroy();
  // A variant with a boolean: three bytes of signature, one of padding, then 0 or 1.
  if (body === null || body.length < 8 || body.subarray(0, 3).toString() !== '\x01b\0') return null;
  return body.readUInt32LE(4) === 1;
}
