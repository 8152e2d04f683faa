import { getErrorName } from '#shared/base/error-name.ts';
import type { CallError, CallResult } from '#shared/ipc/call.ts';
import type { Core, StartedCore } from './core.ts';
import { diagnosticsText, type HostFacts } from '../features/diagnostics.ts';
import { done, refuse } from '../ipc/handlers.ts';
import { readThirdPartyNotices } from '../features/third-party-notices.ts';
import type { CallHandler } from '../ipc/call-handler.ts';

export interface StartupRetryDeps {
  open(): Promise<StartedCore>;
  /** Called once the data is open. */
  onOpen(core: Core): void;
  host: HostFacts;
  dataFolder: string;
  showFolder(folder: string): Promise<boolean>;
  thirdPartyNoticeLists: readonly string[];
}

export interface StartupRetry {
  /** The first try. Never rejects: what goes wrong is what the window shows. */
  begin(): Promise<void>;
  core(): Core | null;
  /** Answers the window: with the core once it is open, until then with the reason why it is not. */
  readonly call: CallHandler;
}

function unexpected(error: unknown): CallError {
  const name = getErrorName(error);
  return {
    code: 'internal',
    message: `Gangway’s own data is damaged (${name}). Nothing already queued was deleted. Try again. If it happens again, copy the diagnostics for your administrator.`,
  };
}

export function createStartupRetry(deps: StartupRetryDeps): StartupRetry {
  let core: Core | null = null;
  let failure: CallError | null = null;
  let told = false;
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

  /** Every question after the first is a person who tries again. */
  async function startAgain(input: unknown): Promise<CallResult<unknown>> {
    if (told) await begin();
    told = true;
    if (core !== null) return core.call('app.start', input);
    return failure === null
      ? refuse('internal', 'Gangway is starting. Try again.')
      : { ok: false, error: failure };
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
        return failure === null
          ? refuse('internal', 'Gangway is starting. Try again.')
          : { ok: false, error: failure };
    }
  }

  return {
    begin,
    core: () => core,
    call: (name, input) => (core === null ? withoutCore(name, input) : core.call(name, input)),
  };
}
