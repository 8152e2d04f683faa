import { describe, expect, it } from 'vitest';
import { fetchFile, largestFile } from '#main/service-client/file-fetch.ts';
import { answerBytes, answering, hangingUp, startWireServer } from './wire-server.ts';
import { canary } from './workspace-harness.ts';

const picture = { 'content-type': 'image/png' };

describe('the picture of a document', () => {
  it('is fetched with the token from the service’s own origin', async () => {
    const server = await startWireServer(answering(200, { 'content-type': 'Image/PNG; q=1' }, 'pixels'));
    const fetched = await fetchFile(`${server.baseUrl}/a.png`, server.baseUrl, canary);
    expect(fetched).toEqual({ ok: true, bytes: Buffer.from('pixels'), contentType: 'image/png' });
    expect(server.requests[0]?.headers['authorization']).toBe(`Bearer ${canary}`);
  });

  it('is fetched without the token from any other origin, even on the same host', async () => {
    const service = await startWireServer(answering(200));
    const files = await startWireServer(answering(200, picture, 'pixels'));
    expect(await fetchFile(`${files.baseUrl}/a.png`, service.baseUrl, canary)).toMatchObject({ ok: true });
    expect(files.requests[0]?.head).not.toContain('canary');
    expect(files.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('is not fetched from where it was moved to', async () => {
    const elsewhere = await startWireServer(answering(200, picture, 'pixels'));
    for (const status of [301, 302, 307, 308]) {
      const server = await startWireServer(answering(status, { location: `${elsewhere.baseUrl}/b.png` }));
      expect(await fetchFile(`${server.baseUrl}/a.png`, server.baseUrl, canary)).toMatchObject({
        ok: false,
        reachable: true,
      });
    }
    expect(elsewhere.connections()).toBe(0);
  });

  it('is not fetched from this computer or a private network when the service is elsewhere', async () => {
    const inside = await startWireServer(answering(200, picture, 'pixels'));
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433']) {
      const url = `https://${host}:${inside.port}/a.png`;
      expect(await fetchFile(url, 'https://service.example.invalid', canary)).toMatchObject({ ok: false });
    }
    expect(inside.connections()).toBe(0);
  });

  it.each(['text/html', 'image/svg+xml', 'application/octet-stream', ''])(
    'that comes as %j is not kept',
    async (type) => {
      const server = await startWireServer(answering(200, { 'content-type': type }, '<svg onload="x">'));
      const fetched = await fetchFile(`${server.baseUrl}/a`, server.baseUrl, null);
      expect(fetched).toEqual({
        ok: false,
        sentence: 'What came back is not a picture or a PDF.',
        reachable: true,
      });
    },
  );

  it('that is larger than the limit is given up in the middle', async () => {
    const block = Buffer.alloc(1024 * 1024);
    let blocks = 0;
    const server = await startWireServer((_request, socket) => {
      socket.write(answerBytes(200, { ...picture, 'content-length': String(200 * block.length) }));
      const more = () => {
        while (blocks < 200 && !socket.destroyed) {
          blocks += 1;
          if (!socket.write(block)) {
            socket.once('drain', more);
            return;
          }
        }
      };
      more();
    });
    const fetched = await fetchFile(`${server.baseUrl}/a.png`, server.baseUrl, null);
    expect(fetched).toMatchObject({ ok: false, reachable: true });
    expect(largestFile).toBe(50 * 1024 * 1024);
    expect(blocks).toBeLessThan(100);
  });

  it('that was cut off is not kept', async () => {
    const server = await startWireServer((_request, socket) => {
      socket.end(answerBytes(200, { ...picture, 'content-length': '1000' }, 'half'));
    });
    expect(await fetchFile(`${server.baseUrl}/a.png`, server.baseUrl, null)).toMatchObject({ ok: false });
    server.behave(hangingUp);
    expect(await fetchFile(`${server.baseUrl}/a.png`, server.baseUrl, null)).toMatchObject({
      ok: false,
      reachable: false,
    });
  });

  it.each([401, 403, 404, 410, 500])('answered with %d is said in a sentence', async (status) => {
    const server = await startWireServer(answering(status, picture, 'no'));
    const fetched = await fetchFile(`${server.baseUrl}/a.png`, server.baseUrl, canary);
    expect(fetched).toMatchObject({ ok: false, reachable: true });
    if (!fetched.ok) expect(fetched.sentence).toMatch(/^The .*\.$/);
  });
});
