import { createSecureContext } from 'node:tls';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { environmentProxies } from '#main/network/environment-proxies.ts';
import { createNetwork } from '#main/network/network.ts';
import { fetchFile as fetchFileOver, largestFile } from '#main/service-client/file-fetch.ts';
import { createAuthority } from '#test/network/certificates.ts';
import { startProxy, startSecureService, type TestService } from '#test/network/proxies.ts';
import { brokenPdf, plainPdf, makePng, svgWithScript, webPage } from '#test/picture-bytes.ts';
import { answerBytes, answering, hangingUp, startWireServer, type Behaviour } from './wire-server.ts';
import { canary, memoryKeychain } from './workspace-harness.ts';

const png = makePng(8, 8);
const network = createNetwork(environmentProxies({}), await memoryKeychain());
const fetchFile = (fileUrl: string, baseUrl: string, token: string | null) =>
  fetchFileOver(fileUrl, baseUrl, token, network, 30_000);

const host = 'vendors.harborlane.example';
const authority = createAuthority('Harbor Lane authority');

/** A proxy that leads to one server under every name and port, as other origins that are not this computer. */
async function servicesBehindProxy(answer: Parameters<TestService['behave']>[0]) {
  const service = await startSecureService(authority.issue([host, 'files.example']));
  service.behave(answer);
  const proxy = await startProxy(service.port);
  const behind = createNetwork(
    environmentProxies({ HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }),
    await memoryKeychain(),
    () => Promise.resolve({ context: createSecureContext({ ca: [authority.cert] }), fromSystem: 1 }),
  );
  return {
    service,
    fetchBehind: (address: string) => fetchFileOver(address, `https://${host}`, canary, behind, 30_000),
  };
}

/** Answers with bytes, called by a type that may or may not be theirs. */
function sending(bytes: Buffer, type = 'image/png'): Behaviour {
  return (_request, socket) => {
    socket.write(answerBytes(200, { 'content-type': type, 'content-length': String(bytes.length) }));
    socket.write(bytes);
  };
}

describe('the picture of a document', () => {
  it('is fetched with the token from the service’s own origin', async () => {
    const server = await startWireServer(sending(png, 'Image/PNG; q=1'));
    const fetched = await fetchFile(`${server.baseUrl}/a.png`, server.baseUrl, canary);
    expect(fetched).toEqual({ ok: true, bytes: png, contentType: 'image/png' });
    expect(server.requests[0]?.headers['authorization']).toBe(`Bearer ${canary}`);
  });

  it.each([
    ['gzip', gzipSync(png)],
    ['br', brotliCompressSync(png)],
    ['gzip', png],
  ])('is read where it comes coded as %s, or says so', async (coding, bytes) => {
    const server = await startWireServer((_request, socket) => {
      const length = String(bytes.length);
      socket.write(answerBytes(200, { 'content-encoding': coding, 'content-length': length }));
      socket.write(bytes);
    });
    const fetched = await fetchFile(`${server.baseUrl}/a.png`, server.baseUrl, canary);
    expect(fetched).toEqual({ ok: true, bytes: png, contentType: 'image/png' });
  });

  it('is not kept where it decodes to more than a file may have', async () => {
    const bytes = gzipSync(Buffer.alloc(largestFile + 1));
    const server = await startWireServer((_request, socket) => {
      const length = String(bytes.length);
      socket.write(answerBytes(200, { 'content-encoding': 'gzip', 'content-length': length }));
      socket.write(bytes);
    });
    expect(await fetchFile(`${server.baseUrl}/a.png`, server.baseUrl, canary)).toMatchObject({
      ok: false,
      sentence: 'The picture is larger than 50 MB, so Gangway does not keep it.',
    });
  });

  it.each(['https://files.example/a.png', `https://${host}:8443/a.png`, `https://${host}./a.png`])(
    'is fetched without the token from any other origin, such as %s',
    async (address) => {
      const { service, fetchBehind } = await servicesBehindProxy((_message, response) => {
        response.end(png);
      });
      expect(await fetchBehind(address)).toMatchObject({ ok: true });
      expect(service.requests).toEqual([{ line: 'GET /a.png', authorization: null }]);
    },
  );

  it.each([301, 302, 303, 307, 308])(
    'is fetched without the token from where a %d says that it has moved to',
    async (status) => {
      const { service, fetchBehind } = await servicesBehindProxy((message, response) => {
        if (message.headers.host === host) {
          response.writeHead(status, { location: 'https://files.example/b.png' }).end();
        } else response.end(png);
      });
      expect(await fetchBehind(`https://${host}/a.png`)).toMatchObject({ ok: true });
      expect(service.requests).toEqual([
        { line: 'GET /a.png', authorization: `Bearer ${canary}` },
        { line: 'GET /b.png', authorization: null },
      ]);
    },
  );

  it('gets no token where it has moved within the service, or back to it', async () => {
    const server = await startWireServer((request, socket) => {
      const moved = answering(302, { location: '/b.png' });
      (request.path === '/a.png' ? moved : sending(png))(request, socket);
    });
    expect(await fetchFile(`${server.baseUrl}/a.png`, server.baseUrl, canary)).toMatchObject({ ok: true });
    expect(server.requests.map(({ headers }) => headers['authorization'])).toEqual([
      `Bearer ${canary}`,
      undefined,
    ]);
  });

  it('is not fetched from a private address that it is said to have moved to', async () => {
    const inside = await startWireServer(sending(png));
    for (const location of [
      `http://localhost:${inside.port}/b.png`,
      `http://127.0.0.1:${inside.port}/b.png`,
      `https://files.localhost:${inside.port}/b.png`,
      `https://localhost:${inside.port}/b.png`,
      `https://10.0.0.7/b.png`,
      `https://[::1]:${inside.port}/b.png`,
      'https://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
    ]) {
      const server = await startWireServer(answering(302, { location }));
      const fetched = await fetchFile(`${server.baseUrl}/a.png`, server.baseUrl, canary);
      expect(fetched).toMatchObject({ ok: false, reachable: true });
      if (!fetched.ok)
        expect(fetched.sentence).toMatch(/^The picture has moved\. The picture’s address .*\.$/);
    }
    expect(inside.connections()).toBe(0);
  });

  it('is given up where it moves on and on, or where nobody says where to', async () => {
    const round = await startWireServer(answering(302, { location: '/a.png' }));
    expect(await fetchFile(`${round.baseUrl}/a.png`, round.baseUrl, canary)).toEqual({
      ok: false,
      sentence: 'The picture’s address redirected too many times, so Gangway stopped.',
      reachable: true,
    });
    expect(round.requests).toHaveLength(6);
    const fifth = await startWireServer((request, socket) => {
      const move = Number(request.path.slice(1));
      (move < 5 ? answering(302, { location: `/${move + 1}` }) : sending(png))(request, socket);
    });
    expect(await fetchFile(`${fifth.baseUrl}/0`, fifth.baseUrl, canary)).toMatchObject({ ok: true });
    const nowhere = await startWireServer(answering(302));
    expect(await fetchFile(`${nowhere.baseUrl}/a.png`, nowhere.baseUrl, canary)).toMatchObject({
      sentence: 'The service moved the picture and gave no new address.',
    });
  });

  it('is not fetched from another port of the service’s own host, where another program may answer', async () => {
    const service = await startWireServer(answering(200));
    const inside = await startWireServer(sending(png));
    for (const scheme of ['http', 'https']) {
      const url = `${scheme}://127.0.0.1:${inside.port}/a.png`;
      expect(await fetchFile(url, service.baseUrl, canary)).toMatchObject({ ok: false, reachable: true });
    }
    expect(inside.connections()).toBe(0);
  });

  it('is not fetched from this computer or a private network when the service is elsewhere', async () => {
    const inside = await startWireServer(sending(png));
    for (const name of ['127.0.0.1', 'localhost', 'localhost.', '[::ffff:127.0.0.1]', '2130706433']) {
      const url = `https://${name}:${inside.port}/a.png`;
      expect(await fetchFile(url, 'https://service.example.invalid', canary)).toMatchObject({ ok: false });
    }
    expect(inside.connections()).toBe(0);
  });

  it.each([
    [
      'a web page that is called a PDF',
      webPage,
      'application/pdf',
      'The service returned a web page instead of the picture.',
    ],
    [
      'a web page that speaks of PDFs',
      Buffer.from('<html><body>%PDF-1.7</body></html>'),
      'application/pdf',
      'The service returned a web page instead of the picture.',
    ],
    [
      'an SVG that is called a PNG',
      svgWithScript,
      'image/png',
      'This file isn’t a picture or a PDF that Gangway can show.',
    ],
    ['an SVG', svgWithScript, 'image/svg+xml', 'This file isn’t a picture or a PDF that Gangway can show.'],
    ['nothing', Buffer.alloc(0), 'image/png', 'The file is empty.'],
  ])('is not kept where %s comes in its place', async (_what, bytes, type, sentence) => {
    const server = await startWireServer(sending(bytes, type));
    const fetched = await fetchFile(`${server.baseUrl}/a.pdf`, server.baseUrl, null);
    expect(fetched).toEqual({ ok: false, sentence, reachable: true });
  });

  it.each([
    ['a PDF', plainPdf(), 'application/pdf'],
    ['a damaged PDF', brokenPdf(), 'application/pdf'],
    ['a PNG', png, 'image/png'],
  ])('is kept where it is %s, whatever the service calls it', async (_what, bytes, contentType) => {
    for (const type of ['application/octet-stream', 'text/html', '']) {
      const server = await startWireServer(sending(bytes, type));
      const fetched = await fetchFile(`${server.baseUrl}/a`, server.baseUrl, null);
      expect(fetched).toMatchObject({ ok: true, contentType });
    }
  });

  it.each(['and says so', 'without saying so'])(
    'of exactly 50 MB is kept, one byte more is not, %s',
    async (how) => {
      const parts = (size: number) => [png, Buffer.alloc(size - png.length)];
      const server = await startWireServer((request, socket) => {
        const size = largestFile + Number(request.path.slice(1));
        socket.write(
          answerBytes(
            200,
            how === 'and says so' ? { 'content-length': String(size) } : { 'transfer-encoding': 'chunked' },
          ),
        );
        for (const part of parts(size)) {
          if (how !== 'and says so') socket.write(`${part.length.toString(16)}\r\n`);
          socket.write(part);
          if (how !== 'and says so') socket.write('\r\n');
        }
        if (how !== 'and says so') socket.write('0\r\n\r\n');
      });
      const fetched = await fetchFile(`${server.baseUrl}/0`, server.baseUrl, canary);
      expect(fetched.ok ? fetched.bytes.length : fetched.sentence).toBe(largestFile);
      expect(await fetchFile(`${server.baseUrl}/1`, server.baseUrl, canary)).toMatchObject({
        ok: false,
        sentence: 'The picture is larger than 50 MB, so Gangway does not keep it.',
      });
    },
  );

  it.each(['and says so', 'without saying so'])('of 200 MB is given up in the middle, %s', async (how) => {
    const block = Buffer.alloc(1024 * 1024);
    const length = { 'content-length': String(200 * block.length) };
    let blocks = 0;
    const server = await startWireServer((_request, socket) => {
      socket.write(
        answerBytes(200, {
          'content-type': 'image/png',
          ...(how === 'and says so' ? length : { 'transfer-encoding': 'chunked' }),
        }),
      );
      const more = () => {
        while (blocks < 200 && !socket.destroyed) {
          blocks += 1;
          if (how !== 'and says so') socket.write(`${block.length.toString(16)}\r\n`);
          socket.write(block);
          if (!socket.write(how === 'and says so' ? '' : '\r\n')) {
            socket.once('drain', more);
            return;
          }
        }
      };
      more();
    });
    const fetched = await fetchFile(`${server.baseUrl}/a.png`, server.baseUrl, null);
    expect(fetched).toMatchObject({
      sentence: 'The picture is larger than 50 MB, so Gangway does not keep it.',
      reachable: true,
    });
    expect(largestFile).toBe(50 * 1024 * 1024);
    expect(blocks).toBeLessThan(100);
  });

  it('that was cut off is not kept', async () => {
    const server = await startWireServer((_request, socket) => {
      socket.write(answerBytes(200, { 'content-type': 'image/png', 'content-length': '100000' }));
      socket.end(png);
    });
    expect(await fetchFile(`${server.baseUrl}/a.png`, server.baseUrl, null)).toMatchObject({ ok: false });
    server.behave(hangingUp);
    expect(await fetchFile(`${server.baseUrl}/a.png`, server.baseUrl, null)).toMatchObject({
      ok: false,
      reachable: false,
    });
  });

  it.each([
    [401, 'The token is not allowed to open the picture.'],
    [403, 'The token is not allowed to open the picture.'],
    [404, 'The service no longer has the picture.'],
    [410, 'The service no longer has the picture.'],
    ...[300, 304, 305, 399].map((status): [number, string] => [
      status,
      'The service moved the picture and gave no new address.',
    ]),
    ...[201, 204, 299, 400, 402, 405, 409, 411, 500, 503].map((status): [number, string] => [
      status,
      `The service answered ${status} instead of the picture.`,
    ]),
  ])('answered with %d is said in a sentence', async (status, sentence) => {
    const server = await startWireServer(answering(status, { 'content-type': 'image/png' }, 'no'));
    const fetched = await fetchFile(`${server.baseUrl}/a.png`, server.baseUrl, canary);
    expect(fetched).toEqual({ ok: false, sentence, reachable: true });
  });
});
