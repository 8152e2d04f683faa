import type { Socket } from 'node:net';

/** An interim answer's head is short; what is longer is left to whoever reads the socket. */
const maxHead = 16 * 1024;
const continueLine = /^HTTP\/1\.[01] 100[ \r\n]/;
const interimLine = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r\n]/;
const maxLine = 'HTTP/1.1 100 '.length;

type Written = (error?: Error | null) => void;

/** Removes every unasked `100 Continue` (RFC 9110, 15.2), over which undici ends the connection. Needs one without pipelining. */
export function passOverContinue(socket: Socket): Socket {
  /** Whether the head of an answer comes next, interim or final. */
  let headComes = false;
  let held = Buffer.alloc(0);
  const push = socket.push.bind(socket);
  const write = socket.write.bind(socket);

  function release(): boolean {
    const bytes = held;
    held = Buffer.alloc(0);
    return bytes.length === 0 || push(bytes);
  }

  /** Passes on held bytes that are no `100 Continue`; keeps those that are still undecided. */
  function sift(): boolean {
    for (;;) {
      if (held.length < maxLine) return true;
      const line = held.subarray(0, maxLine).toString('latin1');
      const end = held.indexOf('\r\n\r\n');
      if (!interimLine.test(line) || (end < 0 && held.length > maxHead)) {
        headComes = false;
        return release();
      }
      if (end < 0) return true;
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
