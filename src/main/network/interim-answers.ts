import type { Socket } from 'node:net';

/** An interim answer's head is short; what is longer is left to whoever reads the socket. */
const maxHead = 16 * 1024;
const continueLine = /^HTTP\/1\.[01] 100[ \r\n]/;
const interimLine = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r\n]/;
const maxLine = 'HTTP/1.1 100 '.length;

type Written = (error?: Error | null) => void;

/**
 * Takes every `100 Continue` out of what comes in on a connection. A server may send one unasked, which a client has to
 * pass over (RFC 9110, 15.2); undici ends the connection over it, and with it the answer that was on its way. Other
 * interim answers are left in. Needs a connection on which one request follows the answer to the one before.
 */
export function passOverContinue(socket: Socket): Socket {
  /** Whether what comes next is the head of an answer, interim or final. */
  let headComes = false;
  let held = Buffer.alloc(0);
  const push = socket.push.bind(socket);
  const write = socket.write.bind(socket);

  function release(): boolean {
    const bytes = held;
    held = Buffer.alloc(0);
    return bytes.length === 0 || push(bytes);
  }

  /** Hands on of what is held whatever is not `100 Continue`, and keeps what cannot be told yet. */
  function sift(): boolean {
    for (;;) {
      if (held.length < maxLine) return true;
      const line = held.subarray(0, maxLine).toString('latin1');
      if (!interimLine.test(line)) {
        headComes = false;
        return release();
      }
      const end = held.indexOf('\r\n\r\n');
      if (end < 0) {
        if (held.length <= maxHead) return true;
        headComes = false;
        return release();
      }
      const head = held.subarray(0, end + 4);
      held = held.subarray(end + 4);
      if (!continueLine.test(line)) push(head);
    }
  }

  // undici writes a request in one go and nothing of the next one before the answer is in.
  socket.write = (chunk: string | Uint8Array, encoding?: BufferEncoding | Written, written?: Written) => {
    headComes = true;
    return typeof encoding === 'string' ? write(chunk, encoding, written) : write(chunk, undefined, encoding);
  };
  socket.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (!headComes || !(chunk instanceof Uint8Array)) {
      release();
      return push(chunk, encoding);
    }
    held = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk]);
    return sift();
  };
  return socket;
}
