import { getErrorName } from '#shared/base/error-name.ts';
import type { CheckRequest } from '#shared/ipc/checks.ts';
import type { ResultKind } from '#shared/service/result-kinds.ts';
import { createCheckRuns } from '../watcher/check-run.ts';
import type { Log } from '../log/log.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { done, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import { unavailableResult } from './queueing.ts';

const otherList = refuse(
  'too_late',
  'Gangway is still checking the results of another list. Wait until it is done, or stop it there.',
);
const reportEveryMs = 100;

export function checkHandlers(workspace: Workspace, log: Pick<Log, 'write'>): Handlers<CallsOf<'checks'>> {
  const { watcher, dispatcher, verifications, documents } = workspace;
  let reportedAt = -Infinity;
  const runs = createCheckRuns({
    check: (kind, subject) => watcher.checkNow(kind, subject, false),
    concurrency: () => workspace.settings().concurrency,
    canRead: () => dispatcher.canRead(),
    blockedReason: () => unavailableResult(workspace, null).error.message,
    onProgress(run) {
      const now = performance.now();
      if (!run.ended && now - reportedAt < reportEveryMs) return;
      reportedAt = now;
      workspace.emit('checks.changed', run);
    },
    onFault: (error) => log.write('result_not_stored', { error: getErrorName(error) }),
  });
  workspace.onClosing(() => runs.close());

  function getSubjects(request: CheckRequest): [ResultKind, string[]] {
    switch (request.what) {
      case 'verifications':
        return ['verification', request.entryIds.filter((id) => verifications.get(id)?.watch != null)];
      case 'verification_tab':
        return ['verification', verifications.notFinal(request.tab)];
      case 'documents':
        return ['document', request.jobIds.filter((id) => documents.get(id) !== null)];
      case 'document_group':
        return ['document', documents.notFinal(request.group)];
    }
  }

  return {
    'checks.begin': (request) => {
      if (!dispatcher.canRead()) return unavailableResult(workspace, null);
      const [kind, subjects] = getSubjects(request);
      if (subjects.length === 0) return done(null);
      const run = runs.begin(kind, subjects);
      return run === null ? otherList : done(run);
    },
    'checks.latest': () => done(runs.latest()),
    'checks.stop': () => done(runs.stop()),
  };
}
