import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import react from '@vitejs/plugin-react';
import { createServer, type Plugin, type ProxyOptions } from 'vite';
import { pdfParts, recognizerParts } from './page-parts.ts';

// The app while it is worked on, in a browser: Vite serves the page and puts each saved file into it, and passes on to the
// browser host what is the host's. The host runs from its sources, and starts anew when one of them is saved.
//   npm run dev -- [--port N] [what the browser host takes]

const root = resolve(import.meta.dirname, '..');

/** A port that is free now, of those that the system gives to whoever asks for any. */
async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  return address.port;
}

/** Brings the bridge into the page, as the browser host does with the built page. */
function bridgeTag(): Plugin {
  return {
    name: 'gangway-bridge-tag',
    transformIndexHtml: () => [
      {
        tag: 'script',
        attrs: { type: 'module', src: `/@fs/${resolve(root, 'src/browser/bridge.ts').replace(/^\//, '')}` },
        injectTo: 'head',
      },
    ],
  };
}

/**
 * What is passed on to the browser host. It judges a request by where it comes from, which has to be judged here, by the same
 * rules, since every request comes to it from here.
 */
function toHost(pagePort: number, hostPort: number): ProxyOptions {
  const authorities = [`127.0.0.1:${pagePort}`, `localhost:${pagePort}`];
  const host = `http://127.0.0.1:${hostPort}`;
  function isOurs({ headers }: IncomingMessage): boolean {
    const { origin } = headers;
    return (
      authorities.includes(headers.host ?? '') &&
      (origin === undefined || authorities.some((one) => origin === `http://${one}`)) &&
      ['same-origin', 'none', undefined].includes(headers['sec-fetch-site']?.toString())
    );
  }
  return {
    target: host,
    changeOrigin: true,
    ws: true,
    rewriteWsOrigin: true,
    bypass: (request) => (isOurs(request) ? undefined : false),
    configure(proxy) {
      proxy.on('proxyReq', (passedOn) => {
        if (passedOn.hasHeader('origin')) passedOn.setHeader('origin', host);
      });
    },
  };
}

async function run(): Promise<void> {
  const { values, tokens } = parseArgs({
    options: { port: { type: 'string' } },
    strict: false,
    tokens: true,
  });
  const pagePort = Number(values['port'] ?? (await freePort()));
  const hostPort = await freePort();
  const own = tokens.find((token) => token.kind === 'option' && token.name === 'port');
  const ownLength = own === undefined || (own.kind === 'option' && own.inlineValue === true) ? 1 : 2;
  const hostArgs = process.argv.slice(2);
  if (own !== undefined) hostArgs.splice(own.index, ownLength);

  const passedOn = toHost(pagePort, hostPort);
  const server = await createServer({
    configFile: false,
    root: resolve(root, 'src/renderer'),
    cacheDir: resolve(root, 'node_modules/.cache/vite-dev'),
    plugins: [react(), pdfParts(), recognizerParts(), bridgeTag()],
    logLevel: 'warn',
    server: {
      host: '127.0.0.1',
      port: pagePort,
      strictPort: true,
      fs: { allow: [root] },
      proxy: { '^/session$': passedOn, '^/files/': passedOn, '^/bridge$': passedOn },
    },
  });
  await server.listen();

  const host = spawn(
    process.execPath,
    [
      '--watch',
      '--watch-preserve-output',
      resolve(root, 'src/browser/main.ts'),
      '--port',
      String(hostPort),
      ...hostArgs,
    ],
    { cwd: root, stdio: ['inherit', 'pipe', 'inherit'] },
  );
  // The address that works is the page's, and so is its name here.
  createInterface({ input: host.stdout }).on('line', (line) => {
    console.log(line.replace(`127.0.0.1:${hostPort}`, `127.0.0.1:${pagePort}`));
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => host.kill(signal));
  await once(host, 'close');
  await server.close();
}

await run();
