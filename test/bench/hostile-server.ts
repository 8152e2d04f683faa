import { createServer } from 'node:http';
import { parentPort } from 'node:worker_threads';
import { hostileBodies } from './hostile-bodies.ts';

// A service in a thread of its own, so that its work is not taken for the app's: each vendor's profile is the answer of that name.
const bodies = new Map(Object.entries(hostileBodies).map(([name, make]) => [name, make()]));
const server = createServer((request, response) => {
  const name = request.url?.split('/')[2] ?? '';
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(bodies.get(name) ?? bodies.get('ordinary'));
}).listen(0, '127.0.0.1', () => {
  parentPort?.postMessage(server.address());
});
