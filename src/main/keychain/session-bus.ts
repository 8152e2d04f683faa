import { connect, type Socket } from 'node:net';

// The wire protocol of D-Bus (D-Bus Specification 0.43) for signing in as this user, and one method call with its answer.

/** A method on the session's message bus; all arguments are texts. */
interface BusCall {
  destination: string;
  path: string;
  interface: string;
  member: string;
  arguments: readonly string[];
}

const methodCall = 1;
const methodReturn = 2;
const withoutStarting = 2;
const field = { path: 1, interface: 2, member: 3, replySerial: 5, destination: 6, signature: 8 } as const;

function padded(bytes: Buffer, to: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to)]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([uint32(bytes.length), bytes, Buffer.from([0])]);
}

function signature(value: string): Buffer {
  return Buffer.concat([Buffer.from([value.length]), Buffer.from(value), Buffer.from([0])]);
}

function methodCallBytes(call: BusCall, serial: number): Buffer {
  const fields: readonly (readonly [number, string, Buffer])[] = [
    [field.path, 'o', text(call.path)],
    [field.interface, 's', text(call.interface)],
    [field.member, 's', text(call.member)],
    [field.destination, 's', text(call.destination)],
    ...(call.arguments.length === 0
      ? []
      : [[field.signature, 'g', signature('s'.repeat(call.arguments.length))] as const]),
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
    uint32(body.length),
    uint32(serial),
    uint32(header.length),
  ]);
  return Buffer.concat([padded(Buffer.concat([start, header]), 8), body]);
}

interface Message {
  type: number;
  replyTo: number | null;
  body: Buffer;
  length: number;
}

function readMessage(bytes: Buffer): Message | null {
  if (bytes.length < 16) return null;
  const little = bytes[0] === 'l'.charCodeAt(0);
  const number = (at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const fieldsEnd = 16 + number(12);
  const bodyStart = Math.ceil(fieldsEnd / 8) * 8;
  const length = bodyStart + number(4);
  if (bytes.length < length) return null;
  let replyTo: number | null = null;
  for (let at = 16; at < fieldsEnd;) {
    at = Math.ceil(at / 8) * 8;
    const code = bytes[at];
    const type = String.fromCharCode(bytes[at + 2] ?? 0);
    at += 4;
    if (type === 'g') {
      at += 2 + (bytes[at] ?? 0);
      continue;
    }
    at = Math.ceil(at / 4) * 4;
    if (code === field.replySerial) replyTo = number(at);
    at += type === 'u' ? 4 : 5 + number(at);
  }
  return { type: bytes[1] ?? 0, replyTo, body: bytes.subarray(bodyStart, length), length };
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

/** Makes one call on the session bus; null without a bus, name or answer within `limitMs`. Never rejects, starts nothing. */
export async function askSessionBus(
  call: BusCall,
  limitMs: number,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Buffer | null> {
  const path = busSocketPath(env);
  if (path === null || process.getuid === undefined) return null;
  const user = Buffer.from(String(process.getuid())).toString('hex');
  const { promise, resolve } = Promise.withResolvers<Buffer | null>();
  const socket: Socket = connect(path);
  const giveUp = () => {
    resolve(null);
  };
  const limit = setTimeout(giveUp, limitMs);
  let received = Buffer.alloc(0);
  let signedIn = false;

  function read(): void {
    if (!signedIn) {
      const end = received.indexOf('\r\n');
      if (end === -1) return;
      if (!received.subarray(0, end).toString().startsWith('OK ')) {
        resolve(null);
        return;
      }
      received = received.subarray(end + 2);
      signedIn = true;
      socket.write('BEGIN\r\n');
      socket.write(methodCallBytes(hello, 1));
      socket.write(methodCallBytes(call, 2));
    }
    for (let message = readMessage(received); message !== null; message = readMessage(received)) {
      received = received.subarray(message.length);
      if (message.replyTo === 2) resolve(message.type === methodReturn ? message.body : null);
    }
  }

  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    read();
  });
  socket.on('error', giveUp).on('close', giveUp);
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
  try {
    return await promise;
  } finally {
    clearTimeout(limit);
    socket.destroy();
  }
}
