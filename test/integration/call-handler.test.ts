import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { calls, callNames, type CallName } from '#shared/ipc/contract.ts';
import type { Handlers } from '#main/ipc/handlers.ts';
import { createCallHandler } from '#main/ipc/call-handler.ts';
import type { LogDetail } from '#main/log/log.ts';

const sensitive = 'canary-7d1f';

function callHandlerWith(handlers: Partial<Handlers>) {
  const logged: { event: string; detail: LogDetail | undefined }[] = [];
  const known = <N extends CallName>(name: N): Handlers[N] | null => {
    const all: Partial<Handlers> = handlers;
    return all[name] ?? null;
  };
  const call = createCallHandler(known, { write: (event, detail) => logged.push({ event, detail }) });
  return { call, logged };
}

describe('a call on its way to its feature', () => {
  it('reaches its handler with the input that the contract makes of it', async () => {
    const heard: unknown[] = [];
    const { call } = callHandlerWith({
      'onboarding.page': (input) => {
        heard.push(input);
        return { ok: true, value: { rows: [], next: null, total: 0 } };
      },
    });
    expect(await call('onboarding.page', { unknown: 'left out' })).toEqual({
      ok: true,
      value: { rows: [], next: null, total: 0 },
    });
    expect(heard).toEqual([calls['onboarding.page'].input.parse({})]);
  });

  it.each(['app.nothing', '__proto__', 'constructor', 'hasOwnProperty', ''])(
    'is refused where the contract has no call “%s”, and its name is not written down',
    async (name) => {
      const { call, logged } = callHandlerWith({});
      expect(await call(name, null)).toMatchObject({ ok: false, error: { code: 'not_allowed' } });
      expect(logged).toEqual([{ event: 'call_unknown', detail: undefined }]);
    },
  );

  it('is refused with the field’s name where the input does not fit, and its content is written nowhere', async () => {
    const { call, logged } = callHandlerWith({
      'workspaces.rename': () => {
        throw new Error('The handler may not be reached');
      },
    });
    const answer = await call('workspaces.rename', { name: { [sensitive]: sensitive } });
    expect(answer).toMatchObject({ ok: false, error: { code: 'bad_input' } });
    expect(JSON.stringify(answer)).toContain('(name)');
    expect(JSON.stringify([answer, logged])).not.toContain(sensitive);
    expect(logged).toEqual([{ event: 'call_refused', detail: { call: 'workspaces.rename' } }]);
  });

  it.each(['EMFILE', 'ENFILE'])(
    'says that too many files are open, where the system says %s',
    async (code) => {
      const { call } = callHandlerWith({
        'exports.beginWorkspace': () => {
          throw Object.assign(new Error(`${code}: too many open files, scandir '/home/ada'`), { code });
        },
      });
      expect(await call('exports.beginWorkspace', null)).toEqual({
        ok: false,
        error: {
          code: 'storage',
          message:
            'Too many files are open on this computer. Nothing already queued is lost. Close some programs, then try again.',
        },
      });
    },
  );

  it('says that a workspace has to be open, for every call that needs one', async () => {
    const { call } = callHandlerWith({});
    const answers = await Promise.all(
      callNames
        .filter((name) => calls[name].input.safeParse(null).success)
        .map(async (name) => ({ name, answer: await call(name, null) })),
    );
    expect(answers.length).toBeGreaterThan(3);
    for (const { answer } of answers) {
      expect(answer).toEqual({
        ok: false,
        error: { code: 'no_workspace', message: 'Open a workspace first.' },
      });
    }
  });

  it.each([
    [
      'throws',
      () => {
        throw new TypeError(sensitive);
      },
    ],
    ['rejects', () => Promise.reject(new TypeError(sensitive))],
  ] satisfies [string, Handlers['app.start']][])(
    'is answered with a sentence, without stack or detail, where its handler %s',
    async (_how, handler) => {
      const { call, logged } = callHandlerWith({ 'app.start': handler });
      const answer = await call('app.start', null);
      expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } });
      expect(JSON.stringify(answer)).toMatch(/went wrong/);
      expect(JSON.stringify([answer, logged])).not.toMatch(new RegExp(`${sensitive}|\\\\n|\\.ts|node:`));
      expect(logged).toEqual([
        { event: 'call_failed', detail: { call: 'app.start', error: 'TypeError', problem: null } },
      ]);
    },
  );

  it('names the trouble with the folder where that is why its handler failed', async () => {
    const full = new SqliteDatabase.SqliteError('database or disk is full', 'SQLITE_FULL');
    const { call } = callHandlerWith({
      'app.start': () => {
        throw full;
      },
    });
    const answer = await call('app.start', null);
    expect(answer).toMatchObject({ ok: false, error: { code: 'storage' } });
    expect(JSON.stringify(answer)).toContain('The disk is full.');
  });
});
