import type { Workspace } from '../workspace/workspace.ts';
import { refuse } from './handlers.ts';

/** Why the service could not be asked just now, in a sentence. */
export function notAskedNow(workspace: Workspace) {
  const { condition } = workspace.dispatcher.status();
  if (condition.kind === 'signed_out') {
    return refuse('signed_out', 'Sign in first: the server did not accept the token, or there is none.');
  }
  if (condition.kind === 'working_offline') {
    return refuse('unreachable', 'You work offline. Switch that off to ask the server.');
  }
  return refuse(
    'unreachable',
    'Could not reach the server. What is kept on this computer stays as it is. Gangway asks again by itself.',
  );
}
