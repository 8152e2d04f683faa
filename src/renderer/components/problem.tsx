import { Button } from './button.tsx';
import { MessageBlock } from './message-block.tsx';

type ProblemError = { message: string } | string | null | undefined;

const getMessage = (error: ProblemError) => (typeof error === 'string' ? error : (error?.message ?? null));

/** Why something was not done, spoken when it appears; nothing where all went well. */
export function Problem({
  error,
  title,
  slim,
  within,
  onRetry,
}: {
  error: ProblemError;
  title?: string;
  slim?: boolean;
  /** Classes of an element around it, which is there only with it. */
  within?: string;
  onRetry?: () => void;
}) {
  const message = getMessage(error);
  if (message === null) return null;
  const block = (
    <MessageBlock
      tone="neg"
      live
      title={title}
      slim={slim}
      actions={onRetry === undefined ? undefined : <Button onPress={onRetry}>Try again</Button>}
    >
      {message}
    </MessageBlock>
  );
  return within === undefined ? block : <div className={within}>{block}</div>;
}

/** Stands in place of what could not be read, with a way to ask again. */
export function NotRead({
  title,
  error,
  small = false,
  onRetry,
}: {
  title: string;
  error: ProblemError;
  /** For a panel, whose buttons are small. */
  small?: boolean;
  onRetry: () => void;
}) {
  return (
    <MessageBlock
      tone="neg"
      title={title}
      actions={
        <Button size={small ? 'small' : 'regular'} onPress={onRetry}>
          Try again
        </Button>
      }
    >
      {getMessage(error)}
    </MessageBlock>
  );
}
