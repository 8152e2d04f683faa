import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export interface SmtpListener {
  url: string;
  received: { to: string; text: string }[];
  close: () => Promise<void>;
}

/** A small mail server on loopback that takes every email. It is closed when the test has finished. */
export async function smtpListener(): Promise<SmtpListener> {
  const received: SmtpListener['received'] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.write('220 practice ready\r\n');
    let to = '';
    let text: string[] | null = null;
    createInterface({ input: socket, crlfDelay: Infinity }).on('line', (line) => {
      if (text !== null) {
        if (line !== '.') {
          text.push(line);
          return;
        }
        received.push({ to, text: text.join('\n') });
        text = null;
        socket.write('250 taken\r\n');
        return;
      }
      const recipient = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1];
      if (recipient !== undefined) to = recipient;
      if (/^DATA/i.test(line)) {
        text = [];
        socket.write('354 go on\r\n');
      } else if (/^QUIT/i.test(line)) {
        socket.end('221 bye\r\n');
      } else {
        socket.write('250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new TypeError('The mail server has no port.');
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  return { url: `smtp://127.0.0.1:${address.port}`, received, close };
}
