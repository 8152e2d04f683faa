import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { appStart, type AppStart } from '#shared/ipc/app.ts';
import { situationVariable, told, type BootSituation, type Note } from './notes.ts';

export const projectFolder = join(import.meta.dirname, '..', '..');
export const builtMain = join(projectFolder, 'out', 'main', 'index.js');
export const builtPreload = join(projectFolder, 'out', 'preload', 'index.cjs');
export const builtPages = join(projectFolder, 'out', 'renderer');

/** Ends a test run that has nothing to look at with the way out. */
export function demandBuild(): void {
  const missing = [builtMain, builtPreload, join(builtPages, 'index.html')].find((file) => !existsSync(file));
  if (missing !== undefined) {
    throw new Error(`There is no ${missing}: build the app with "npm run build" before these tests.`);
  }
}

/** The built app in a process of its own, with the fake in Electron's place. */
export interface BootedApp {
  /** All that the app did to Electron until now. */
  notes: Note[];
  /** What it did under that name, as often as it did. */
  details(what: string): unknown[];
  /** The first note of that name, as soon as it is there; rejects where the app ends without one. */
  noted(what: string): Promise<Note>;
  ask(name: string, input?: unknown): Promise<unknown>;
  /** Lets Electron become ready and waits for the window's page. */
  openWindow(): Promise<void>;
  /** What the window's page is told at its start, once nothing is being opened any more. */
  start(): Promise<AppStart>;
  ended: Promise<{ code: number | null; stderr: string }>;
  kill(): void;
}

const startTold = z.object({ ok: z.literal(true), value: appStart });

export function bootApp(
  dataDir: string,
  situation: Partial<BootSituation> = {},
  args: string[] = [],
  how: { env?: NodeJS.ProcessEnv; main?: string } = {},
): BootedApp {
  demandBuild();
  const hook = join(import.meta.dirname, 'electron-in-its-place.ts');
  const child = spawn(
    process.execPath,
    ['--import', hook, how.main ?? builtMain, '--data-dir', dataDir, ...args],
    {
      cwd: projectFolder,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: {
        ...process.env,
        XDG_CONFIG_HOME: join(dataDir, 'config'),
        ...how.env,
        [situationVariable]: JSON.stringify({
          packaged: true,
          onlyInstance: true,
          resources: dataDir,
          ...situation,
        }),
      },
    },
  );
  const stderr = text(getErrors(child));
  // The last notes may come after the process's end, so the channel has to be empty as well.
  const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]).then(async ([[code]]) => ({
    code: z.number().nullable().parse(code),
    stderr: await stderr,
  }));

  const notes: Note[] = [];
  const awaited = new Map<string, ((note: Note) => void)[]>();
  const asked = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  child.on('message', (message) => {
    const heard = told.parse(message);
    if ('noted' in heard) {
      notes.push(heard.noted);
      for (const resolve of awaited.get(heard.noted.what) ?? []) resolve(heard.noted);
      awaited.delete(heard.noted.what);
      return;
    }
    const waiting = asked.get(heard.id);
    asked.delete(heard.id);
    if ('failure' in heard) waiting?.reject(new Error(heard.failure));
    else waiting?.resolve(heard.value);
  });

  async function orEnd<T>(work: Promise<T>, wanted: string): Promise<T> {
    const end = ended.then(({ code, stderr: said }) => {
      throw new Error(`The app ended with ${code} before ${wanted}. ${said}`);
    });
    return Promise.race([work, end]);
  }

  const app: BootedApp = {
    notes,
    details: (what) => notes.filter((note) => note.what === what).map((note) => note.detail),
    noted(what) {
      const there = notes.find((note) => note.what === what);
      if (there !== undefined) return Promise.resolve(there);
      const coming = new Promise<Note>((resolve) => {
        awaited.set(what, [...(awaited.get(what) ?? []), resolve]);
      });
      return orEnd(coming, what);
    },
    ask(name, input = null) {
      lastId += 1;
      const id = lastId;
      const answer = new Promise<unknown>((resolve, reject) => {
        asked.set(id, { resolve, reject });
      });
      child.send({ id, name, input });
      return orEnd(answer, `it answered ${name}`);
    },
    async openWindow() {
      await app.ask('becomeReady');
      await app.noted('window.loadURL');
    },
    async start() {
      for (;;) {
        const { value } = startTold.parse(
          await app.ask('call', { channel: 'gangway:app.start', input: null, from: 'own page' }),
        );
        if (value.opening === null) return value;
      }
    },
    ended,
    kill: () => child.kill('SIGKILL'),
  };
  return app;
}

function getErrors(child: ChildProcess) {
  if (child.stderr === null) throw new Error('The process was started without stderr.');
  return child.stderr;
}
