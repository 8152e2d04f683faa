import { getErrorName } from '#shared/base/error-name.ts';
import type { CallError, CallResult } from '#shared/ipc/call.ts';
import type { Core, StartedCore } from './core.ts';
import { diagnosticsText, type HostFacts } from '../features/diagnostics.ts';
import { done, refuse } from '../ipc/handlers.ts';
import { readThirdPartyNotices } from '../features/app.ts';
import type { CallHandler } from '../ipc/call-handler.ts';

interface StartupRetryDeps {
  open(): Promise<StartedCore>;
  onOpen(core: Core): void;
  host: HostFacts;
  dataFolder: string;
  showFolder(folder: string): Promise<boolean>;
  thirdPartyNoticeLists: readonly string[];
}

export type StartupRetry = ReturnType<typeof createStartupRetry>;

function unexpected(error: unknown): CallError {
  const name = getErrorName(error);
  return {
    code: 'internal',
    message: `Gangway’s own data is damaged (${name}). Nothing already queued was deleted. Try again. If it happens again, copy the diagnostics for your administrator.`,
  };
}

export function createStartupRetry(deps: StartupRetryDeps) {
  let core: Core | null = null;
  let failure: CallError | null = null;
  let answered = false;
  let opening: Promise<void> | null = null;

  async function open(): Promise<void> {
    try {
      const started = await deps.open();
      if (!started.ok) {
        failure = started.error;
        return;
      }
      failure = null;
      core = started.core;
      deps.onOpen(started.core);
    } catch (error) {
      failure = unexpected(error);
    }
  }

  function begin(): Promise<void> {
    opening ??= open().finally(() => {
      opening = null;
    });
    return opening;
  }

  function refuseUnopened(): CallResult<never> {
    return failure === null
      ? refuse('internal', 'Gangway is starting. Try again.')
      : { ok: false, error: failure };
  }

  /** Every call after the first is a person who tries again. */
  async function startAgain(input: unknown): Promise<CallResult<unknown>> {
    if (answered) await begin();
    answered = true;
    return core === null ? refuseUnopened() : core.call('app.start', input);
  }

  async function withoutCore(name: string, input: unknown): Promise<CallResult<unknown>> {
    switch (name) {
      case 'app.start':
        return startAgain(input);
      case 'desktop.takeRequest':
        return done(null);
      case 'desktop.diagnostics':
        return done({ text: diagnosticsText(deps.host, null) });
      case 'desktop.thirdPartyNotices':
        return done(readThirdPartyNotices(deps.thirdPartyNoticeLists));
      case 'desktop.showLogs':
        return done({ shown: await deps.showFolder(deps.dataFolder), folder: deps.dataFolder });
      default:
        return refuseUnopened();
    }
  }

  const call: CallHandler = (name, input) =>
    core === null ? withoutCore(name, input) : core.call(name, input);
  return {
    /** The first try. Never rejects: the window shows what went wrong. */
    begin,
    core: (): Core | null => core,
    /** Calls the core once it is open, and refuses with the reason until then. */
    call,
  };
}
