import { createServer, type IncomingMessage } from 'node:http';

/** What arrived at the service of a run: the words that decide what it does. */
export interface Arrived {
  path: string;
  key: string;
  body: string;
}

export interface RecordingService {
  baseUrl: string;
  /** What arrived since this was asked last. */
  arrived(): Arrived[];
  close(): Promise<void>;
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** A service that accepts whatever is submitted, at once, and writes it down. */
export async function startRecordingService(): Promise<RecordingService> {
  const seen: Arrived[] = [];
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const key = request.headers['idempotency-key'];
      if (request.method === 'POST')
        seen.push({ path: request.url ?? '', key: typeof key === 'string' ? key : '', body });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ id: 'a-request', vendorId: '48213', status: 'Pending' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('The service has no port.');
  return {
    baseUrl: `http://127.0.0.1:${at.port}`,
    arrived: () => seen.splice(0),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
