import type { Overridden } from '#shared/ipc/call.ts';
import { useWork } from '../stores/action.ts';
import { Button } from './button.tsx';
import { MessageBlock, Problem } from './message-block.tsx';
import { TimeText } from './time-text.tsx';

/** What two people saved at the same time, with a way to take the earlier version, which does not count. */
export function OverriddenVersions<V>({
  of,
  onUse,
}: {
  of: readonly Overridden<V>[];
  /** Saves that version again. @returns why not, or null */
  onUse: (version: V, id: string) => Promise<string | null>;
}) {
  const { run, pending, problem } = useWork();
  return (
    <>
      {of.map(({ id, name, version, by, at }) => (
        <MessageBlock
          key={id}
          tone="cau"
          title={`Two people changed “${name}” at the same time.`}
          actions={
            version === null ? undefined : (
              <Button pending={pending} onPress={() => void run(onUse(version, id))}>
                Use the earlier version
              </Button>
            )
          }
        >
          {by ?? 'Somebody'} {version === null ? 'deleted it' : 'saved it'} <TimeText at={at} form="detail" />
          . The version saved after that applies.
        </MessageBlock>
      ))}
      <Problem title="The earlier version can’t be used." error={problem} />
    </>
  );
}
