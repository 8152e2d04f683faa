import { createServer } from 'node:http';

// Answers every request at once with what an invite's answer looks like, in a process of its own.
const body = JSON.stringify({
  id: 1,
  vendorURL: 'https://example.com/1',
  vendorStatus: 'invited',
  checklist: [],
});
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address !== 'string') process.send?.({ port: address.port });
});
process.on('disconnect', () => process.exit(0));
