import { FolderOpen, RotateCw, ScrollText } from 'lucide-react';
import type { CallError } from '#shared/ipc/call.ts';
import { PageHeading } from '../components/page.tsx';
import { Button } from '../components/button.tsx';
import { MessageBlock, Problem } from '../components/message-block.tsx';
import { useLogsFolder } from '../stores/action.ts';
import { openDialog } from '../stores/help.ts';

const titles: Partial<Record<CallError['code'], string>> = {
  newer_version: 'This data is from a newer Gangway.',
  in_use: 'Gangway’s data is in use.',
  storage: 'Gangway cannot use its folder.',
};

/** Shown if the start failed: why, what to do, and where the data is. */
export function StartProblem({ problem, onRetry }: { problem: CallError; onRetry: () => void }) {
  const logs = useLogsFolder();
  // An unreachable main process cannot help.
  const helps = problem.code !== 'unreachable';

  return (
    <main className="grid whole-height surface moves-window all-centered pad-32">
      <div className="stack gap-16 whole-width wide-560 stays-put">
        <PageHeading className="title" title={titles[problem.code] ?? 'Gangway could not start.'} />
        <Problem error={problem} />
        <div className="flow gap-8">
          <Button variant="primary" icon={RotateCw} onPress={onRetry}>
            Try again
          </Button>
          {helps ? (
            <>
              <Button icon={FolderOpen} pending={logs.pending} onPress={logs.show}>
                Open the folder
              </Button>
              <Button variant="quiet" icon={ScrollText} onPress={() => openDialog('diagnostics')}>
                Show diagnostics
              </Button>
            </>
          ) : null}
        </div>
        <Problem error={logs.error} />
        {logs.folder === null ? null : (
          <MessageBlock tone="neu" live quote={logs.folder}>
            Gangway’s folder is here:
          </MessageBlock>
        )}
      </div>
    </main>
  );
}
