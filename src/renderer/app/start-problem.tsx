import type { CallError } from '#shared/ipc/call.ts';
import { classesOf } from '../class-names.ts';
import { Button } from '../components/button.tsx';
import { MessageBlock } from '../components/message-block.tsx';
import styles from './error-boundary.module.css';

const cls = classesOf(styles);

/** What is shown where even the start could not be read. */
export function StartProblem({ problem, onRetry }: { problem: CallError; onRetry: () => void }) {
  return (
    <div className={cls('frame')}>
      <MessageBlock
        tone="neg"
        live
        title="Gangway could not start."
        actions={<Button onPress={onRetry}>Try again</Button>}
      >
        {problem.message}
      </MessageBlock>
    </div>
  );
}
