import { EventEmitter } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';

// What electron-updater asks of Electron: a network of its own, which the app may hold back, and the system's updater.

type Decide = (answer: { cancel: boolean }) => void;
type Guard = (details: { url: string }, decide: Decide) => void;

/** The session of the updater's own; null lets everything through, as Electron does. */
export const updaterSession = {
  guard: null as Guard | null,
  onHeldBack: (_url: string): void => undefined,
  webRequest: {
    onBeforeRequest(guard: Guard) {
      updaterSession.guard = guard;
    },
  },
};

function isHeldBack(url: string): boolean {
  let held = false;
  updaterSession.guard?.({ url }, ({ cancel }) => {
    held = cancel;
  });
  return held;
}

interface RequestOptions {
  protocol?: string;
  hostname?: string;
  port?: string | number;
  path?: string;
  method?: string;
  headers?: Record<string, string>;
}

/** A request as Electron's `net` makes it: over http here, with redirects told instead of followed. */
class ClientRequest extends EventEmitter {
  private aborted = false;
  private readonly options: RequestOptions;

  constructor(options: RequestOptions) {
    super();
    this.options = options;
  }

  setHeader() {}

  abort() {
    this.aborted = true;
  }

  end() {
    const {
      protocol = 'https:',
      hostname = '',
      port = '',
      path = '/',
      method = 'GET',
      headers = {},
    } = this.options;
    const url = `${protocol}//${hostname}${port === '' ? '' : `:${port}`}${path}`;
    if (isHeldBack(url)) {
      updaterSession.onHeldBack(url);
      setImmediate(() => this.emit('error', new Error('net::ERR_BLOCKED_BY_CLIENT')));
      return;
    }
    httpRequest(url, { method, headers, agent: false }, (response) => {
      this.answer(url, method, response);
    })
      .on('error', (error) => this.emit('error', error))
      .end();
  }

  private answer(url: string, method: string, response: IncomingMessage) {
    const { location } = response.headers;
    if (location === undefined) {
      if (!this.aborted) this.emit('response', response);
      return;
    }
    response.resume();
    this.emit('redirect', response.statusCode, method, new URL(location, url).href);
  }
}

export const net = {
  request: (options: RequestOptions) => new ClientRequest(options),
};

/** Squirrel, which the other systems do without. */
export const autoUpdater = new EventEmitter();
