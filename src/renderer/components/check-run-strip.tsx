import { RefreshCw, X } from 'lucide-react';
import { useEffect } from 'react';
import { pluralize } from '#shared/base/pluralize.ts';
import type { CheckRequest, CheckRun } from '#shared/ipc/checks.ts';
import { call } from '../bridge.ts';
import { checkMany, dismissChecks, followChecks, useChecks } from '../stores/checks.ts';
import { SmallButton } from './button.tsx';
import { MessageBlock, Note } from './message-block.tsx';
import { shortcutKeys, useShortcut } from '../shortcuts.ts';
import { useOffline } from '../stores/sync.ts';

function outcomeMessage({ done, final, problems, notAsked, reason }: CheckRun): string {
  const sentences = [
    `${pluralize(done, 'result', 'results')} checked, ${final === 0 ? 'none' : final} final.`,
    ...(problems === 0 ? [] : [`The service had a problem with ${problems}: open them to see why.`]),
    ...(notAsked === 0 ? [] : [`${notAsked} not checked.`]),
    ...(notAsked === 0 || reason === null ? [] : [reason]),
  ];
  return sentences.join(' ');
}

/** The progress and outcome of checking many results; null if no check was started. */
export function CheckRunStrip({ list }: { list: CheckRun['list'] }) {
  const { run, refused } = useChecks();
  useEffect(() => followChecks(), []);
  const close = (
    <SmallButton icon={X} onPress={dismissChecks}>
      Close
    </SmallButton>
  );
  if (refused?.list === list) {
    return (
      <Note live actions={close}>
        {refused.sentence}
      </Note>
    );
  }
  if (run?.list !== list) return null;
  if (run.ended) {
    return (
      <MessageBlock tone={run.notAsked + run.problems > 0 ? 'cau' : 'neu'} slim live actions={close}>
        {outcomeMessage(run)}
      </MessageBlock>
    );
  }
  return (
    <Note
      icon={RefreshCw}
      actions={
        <SmallButton icon={X} onPress={() => void call('checks.stop', null)}>
          Stop
        </SmallButton>
      }
    >
      {`Checking ${pluralize(run.total, 'result', 'results')}: ${run.done + run.notAsked} done.`}
    </Note>
  );
}

interface CheckManyProps {
  of: CheckRequest;
  children: string;
  onStarted?: () => void;
}

/** Asks the service for many results; once online, where the computer is offline. */
export function CheckMany({ of, children, onStarted }: CheckManyProps) {
  const offline = useOffline();
  const start = () => {
    void checkMany(of);
    onStarted?.();
  };
  return (
    <SmallButton icon={RefreshCw} disabled={offline} onPress={start}>
      {offline ? 'Check when online' : children}
    </SmallButton>
  );
}

export function CheckNow({ pending, onPress }: { pending: boolean; onPress: () => void }) {
  const offline = useOffline();
  useShortcut(shortcutKeys.checkNow, onPress, { enabled: !offline && !pending });
  return (
    <SmallButton
      icon={RefreshCw}
      keys={shortcutKeys.checkNow}
      pending={pending}
      disabled={offline}
      onPress={onPress}
    >
      {offline ? 'Check when online' : 'Check now'}
    </SmallButton>
  );
}
